"""LlamaIndex for Python, with OpenAILike."""
import openai
from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike
from report import BUSY_KEY, KEY, LARGE, LIMITED_KEY, MODEL, POOR_KEY, URL, expect, refused, run


def weather(town: str) -> str:
    """The weather in a town."""
    return "rain"


TOOL = FunctionTool.from_defaults(fn=weather)


def chat(key=KEY, **options):
    settings = {"is_chat_model": True, "is_function_calling_model": True, "context_window": 8192, **options}
    return OpenAILike(model=MODEL, api_base=URL, api_key=key, **settings)


def ask(text, key=KEY, **options):
    return chat(key, **options).chat([ChatMessage(role="user", content=text)])


def rate_limit():
    error = refused(lambda: ask("hello", LIMITED_KEY, max_retries=0), openai.RateLimitError, 429)
    expect(1 <= int(error.response.headers["retry-after"]) <= 60, True)


def busy():
    expect(ask("hello", BUSY_KEY).message.content, "Hello there.")


def json():
    answer = ask("hello")
    expect((answer.message.content, answer.raw.usage.total_tokens), ("Hello there.", 11))


def stream():
    parts = list(chat().stream_chat([ChatMessage(role="user", content="hello")]))
    expect((parts[-1].message.content, "".join(p.delta or "" for p in parts)), ("Hello there.", "Hello there."))


def tools():
    model = chat()
    question = ChatMessage(role="user", content="weather")
    called = model.chat_with_tools([TOOL], chat_history=[question])
    call = model.get_tool_calls_from_response(called)[0]
    expect((call.tool_name, call.tool_kwargs), ("weather", {"town": "Brno"}))
    told = ChatMessage(role="tool", content="rain", additional_kwargs={"tool_call_id": call.tool_id})
    expect(model.chat([question, called.message, told]).message.content, "It rains.")


def streamed_tools():
    model = chat()
    question = ChatMessage(role="user", content="weather")
    *_, last = model.stream_chat_with_tools([TOOL], chat_history=[question])
    call = model.get_tool_calls_from_response(last)[0]
    expect((call.tool_name, call.tool_kwargs), ("weather", {"town": "Brno"}))


def invalid():
    refused(lambda: ask("hello", additional_kwargs={"top_p": 3}), openai.BadRequestError, 400)


def wrong_key():
    refused(lambda: ask("hello", KEY[:-4] + "AAAA"), openai.AuthenticationError, 401)


def no_credit():
    refused(lambda: ask("hello", POOR_KEY), openai.APIStatusError, 402)


def too_large():
    refused(lambda: ask(LARGE), openai.APIStatusError, 413)


def retried():
    expect(ask("fail once llamaindex").message.content, "Recovered.")


def broken_stream():
    question = ChatMessage(role="user", content="break")
    refused(lambda: list(chat().stream_chat([question])), openai.APIError, 502)


run([rate_limit, busy, json, stream, tools, streamed_tools, invalid, wrong_key, no_credit, too_large, retried, broken_stream])
