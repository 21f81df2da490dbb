"""The official client of OpenAI for Python."""
import openai
from report import BUSY_KEY, KEY, LARGE, LIMITED_KEY, MODEL, POOR_KEY, URL, WEATHER, expect, refused, run

client = openai.OpenAI(base_url=URL, api_key=KEY)
TOOLS = [{"type": "function", "function": {"name": "weather", "parameters": WEATHER}}]


def ask(text, key=KEY, **options):
    one = client if key == KEY else openai.OpenAI(base_url=URL, api_key=key)
    return one.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": text}], **options)


def rate_limit():
    strict = openai.OpenAI(base_url=URL, api_key=LIMITED_KEY, max_retries=0)
    hello = [{"role": "user", "content": "hello"}]
    error = refused(lambda: strict.chat.completions.create(model=MODEL, messages=hello), openai.RateLimitError, 429)
    expect(1 <= int(error.response.headers["retry-after"]) <= 60, True)


def busy():
    expect(ask("hello", BUSY_KEY).choices[0].message.content, "Hello there.")


def json():
    answer = ask("hello")
    expect((answer.choices[0].message.content, answer.choices[0].finish_reason), ("Hello there.", "stop"))
    expect(answer.usage.total_tokens, 11)
    type(answer).model_validate(answer.model_dump())


def stream():
    chunks = list(ask("hello", stream=True, stream_options={"include_usage": True}))
    expect("".join(c.choices[0].delta.content or "" for c in chunks if c.choices), "Hello there.")
    expect(chunks[-1].usage.total_tokens, 11)


def tools():
    messages = [{"role": "user", "content": "weather"}]
    called = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS).choices[0].message
    expect((called.tool_calls[0].function.name, called.tool_calls[0].function.arguments), ("weather", '{"town":"Brno"}'))
    told = {"role": "tool", "tool_call_id": called.tool_calls[0].id, "content": "rain"}
    answer = client.chat.completions.create(model=MODEL, messages=[*messages, called, told], tools=TOOLS)
    expect(answer.choices[0].message.content, "It rains.")


def streamed_tools():
    with client.chat.completions.stream(
        model=MODEL, messages=[{"role": "user", "content": "weather"}], tools=TOOLS
    ) as events:
        for _ in events:
            pass
        call = events.get_final_completion().choices[0].message.tool_calls[0]
    expect((call.function.name, call.function.arguments), ("weather", '{"town":"Brno"}'))


def invalid():
    error = refused(lambda: ask("hello", temperature=3), openai.BadRequestError, 400)
    expect(error.param, "temperature")


def wrong_key():
    refused(lambda: ask("hello", KEY[:-4] + "AAAA"), openai.AuthenticationError, 401)


def no_credit():
    error = refused(lambda: ask("hello", POOR_KEY), openai.APIStatusError, 402)
    expect(error.code, "insufficient_quota")


def too_large():
    error = refused(lambda: ask(LARGE), openai.APIStatusError, 413)
    expect(error.type, "request_too_large")


def retried():
    expect(ask("fail once openai").choices[0].message.content, "Recovered.")


def broken_stream():
    def read():
        for _ in ask("break", stream=True):
            pass

    error = refused(read, openai.APIError, 502)
    expect("stopped before its answer was complete" in error.message, True)


run([rate_limit, busy, json, stream, tools, streamed_tools, invalid, wrong_key, no_credit, too_large, retried, broken_stream])
