"""LangChain for Python, with ChatOpenAI."""
import openai
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from report import BUSY_KEY, KEY, LARGE, LIMITED_KEY, MODEL, POOR_KEY, URL, expect, refused, run


@tool
def weather(town: str) -> str:
    """The weather in a town."""
    return "rain"


def chat(key=KEY, **options):
    return ChatOpenAI(model=MODEL, base_url=URL, api_key=key, **options)


def rate_limit():
    strict = chat(LIMITED_KEY, max_retries=0)
    error = refused(lambda: strict.invoke("hello"), openai.RateLimitError, 429)
    expect(1 <= int(error.response.headers["retry-after"]) <= 60, True)


def busy():
    expect(chat(BUSY_KEY).invoke("hello").content, "Hello there.")


def json():
    answer = chat().invoke("hello")
    expect((answer.content, answer.usage_metadata["total_tokens"]), ("Hello there.", 11))


def stream():
    chunks = list(chat(stream_usage=True).stream("hello"))
    expect("".join(chunk.content for chunk in chunks), "Hello there.")
    expect(sum(c.usage_metadata["total_tokens"] for c in chunks if c.usage_metadata), 11)


def tools():
    bound = chat().bind_tools([weather])
    called = bound.invoke([HumanMessage("weather")])
    call = called.tool_calls[0]
    expect((call["name"], call["args"]), ("weather", {"town": "Brno"}))
    told = ToolMessage(weather.invoke(call["args"]), tool_call_id=call["id"])
    expect(bound.invoke([HumanMessage("weather"), called, told]).content, "It rains.")


def streamed_tools():
    whole = None
    for chunk in chat().bind_tools([weather]).stream("weather"):
        whole = chunk if whole is None else whole + chunk
    expect((whole.tool_calls[0]["name"], whole.tool_calls[0]["args"]), ("weather", {"town": "Brno"}))


def invalid():
    refused(lambda: chat(temperature=3).invoke("hello"), openai.BadRequestError, 400)


def wrong_key():
    refused(lambda: chat(KEY[:-4] + "AAAA").invoke("hello"), openai.AuthenticationError, 401)


def no_credit():
    refused(lambda: chat(POOR_KEY).invoke("hello"), openai.APIStatusError, 402)


def too_large():
    refused(lambda: chat().invoke(LARGE), openai.APIStatusError, 413)


def retried():
    expect(chat().invoke("fail once langchain").content, "Recovered.")


def broken_stream():
    refused(lambda: list(chat().stream("break")), openai.APIError, 502)


run([rate_limit, busy, json, stream, tools, streamed_tools, invalid, wrong_key, no_credit, too_large, retried, broken_stream])
