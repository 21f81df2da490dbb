"""LiteLLM as a client (`litellm.completion`)."""
import litellm
from report import BUSY_KEY, KEY, LARGE, LIMITED_KEY, MODEL, POOR_KEY, URL, WEATHER, expect, refused, run

litellm.telemetry = False
litellm.suppress_debug_info = True
TOOLS = [{"type": "function", "function": {"name": "weather", "parameters": WEATHER}}]


def ask(text, key=KEY, **options):
    messages = options.pop("messages", [{"role": "user", "content": text}])
    return litellm.completion(model=f"openai/{MODEL}", api_base=URL, api_key=key, messages=messages, **options)


def rate_limit():
    error = refused(lambda: ask("hello", LIMITED_KEY, max_retries=0), litellm.RateLimitError, 429)
    # It keeps the headers beside the response, which it makes up.
    expect(1 <= int(error.litellm_response_headers["retry-after"]) <= 60, True)


def busy():
    expect(ask("hello", BUSY_KEY, max_retries=2).choices[0].message.content, "Hello there.")


def json():
    answer = ask("hello")
    expect((answer.choices[0].message.content, answer.usage.total_tokens), ("Hello there.", 11))


def stream():
    chunks = list(ask("hello", stream=True, stream_options={"include_usage": True}))
    expect("".join(c.choices[0].delta.content or "" for c in chunks if c.choices), "Hello there.")
    expect(litellm.stream_chunk_builder(chunks).usage.total_tokens, 11)


def tools():
    question = {"role": "user", "content": "weather"}
    called = ask("weather", tools=TOOLS).choices[0].message
    call = called.tool_calls[0]
    expect((call.function.name, call.function.arguments), ("weather", '{"town":"Brno"}'))
    told = {"role": "tool", "tool_call_id": call.id, "content": "rain"}
    answer = ask("", messages=[question, called, told], tools=TOOLS)
    expect(answer.choices[0].message.content, "It rains.")


def streamed_tools():
    whole = litellm.stream_chunk_builder(list(ask("weather", tools=TOOLS, stream=True)))
    call = whole.choices[0].message.tool_calls[0]
    expect((call.function.name, call.function.arguments), ("weather", '{"town":"Brno"}'))


def invalid():
    refused(lambda: ask("hello", temperature=3), litellm.BadRequestError, 400)


def wrong_key():
    refused(lambda: ask("hello", KEY[:-4] + "AAAA"), litellm.AuthenticationError, 401)


def no_credit():
    refused(lambda: ask("hello", POOR_KEY), litellm.APIError, 402)


def too_large():
    refused(lambda: ask(LARGE), litellm.APIError, 413)


def retried():
    expect(ask("fail once litellm", max_retries=2).choices[0].message.content, "Recovered.")


def broken_stream():
    try:
        for _ in ask("break", stream=True):
            pass
    except Exception as error:
        expect("stopped before its answer was complete" in str(error), True)
        return
    raise AssertionError("the end of a broken stream looked like that of a whole one")


run([rate_limit, busy, json, stream, tools, streamed_tools, invalid, wrong_key, no_credit, too_large, retried, broken_stream])
