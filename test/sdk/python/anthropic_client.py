"""The official client of Anthropic for Python, at /v1/messages."""
import anthropic
from report import BUSY_KEY, KEY, LARGE, LIMITED_KEY, MODEL, POOR_KEY, URL, WEATHER, expect, refused, run

BASE = URL.removesuffix("/v1")
TOOLS = [{"name": "weather", "input_schema": WEATHER}]
CALLED = ("tool_use", "weather", {"town": "Brno"})


def client(key=KEY, **options):
    return anthropic.Anthropic(base_url=BASE, api_key=key, **options)


def ask(text, key=KEY, **options):
    return client(key).messages.create(
        model=MODEL, max_tokens=100, messages=[{"role": "user", "content": text}], **options
    )


def rate_limit():
    strict = client(LIMITED_KEY, max_retries=0)
    hello = [{"role": "user", "content": "hello"}]
    error = refused(
        lambda: strict.messages.create(model=MODEL, max_tokens=9, messages=hello), anthropic.RateLimitError, 429
    )
    expect(1 <= int(error.response.headers["retry-after"]) <= 60, True)


def busy():
    expect(ask("hello", BUSY_KEY).content[0].text, "Hello there.")


def json():
    answer = ask("hello")
    expect((answer.content[0].text, answer.stop_reason), ("Hello there.", "end_turn"))
    expect((answer.usage.input_tokens, answer.usage.output_tokens), (9, 2))
    type(answer).model_validate(answer.model_dump())


def stream():
    with client().messages.stream(
        model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "hello"}]
    ) as events:
        expect("".join(events.text_stream), "Hello there.")
        expect(events.get_final_message().usage.output_tokens, 2)


def tools():
    called = ask("weather", tools=TOOLS)
    use = called.content[0]
    expect((called.stop_reason, use.name, use.input), CALLED)
    told = {"type": "tool_result", "tool_use_id": use.id, "content": "rain"}
    messages = [
        {"role": "user", "content": "weather"},
        {"role": "assistant", "content": called.content},
        {"role": "user", "content": [told]},
    ]
    answer = client().messages.create(model=MODEL, max_tokens=100, messages=messages, tools=TOOLS)
    expect(answer.content[0].text, "It rains.")


def streamed_tools():
    hello = [{"role": "user", "content": "weather"}]
    with client().messages.stream(model=MODEL, max_tokens=100, messages=hello, tools=TOOLS) as events:
        final = events.get_final_message()
    expect((final.stop_reason, final.content[0].name, final.content[0].input), CALLED)


def invalid():
    empty = lambda: client().messages.create(model=MODEL, max_tokens=9, messages=[])
    refused(empty, anthropic.BadRequestError, 400)


def wrong_key():
    refused(lambda: ask("hello", KEY[:-4] + "AAAA"), anthropic.AuthenticationError, 401)


def no_credit():
    refused(lambda: ask("hello", POOR_KEY), anthropic.APIStatusError, 402)


def too_large():
    error = refused(lambda: ask(LARGE), anthropic.APIStatusError, 413)
    expect(error.body["error"]["type"], "request_too_large")


def retried():
    expect(ask("fail once anthropic").content[0].text, "Recovered.")


def broken_stream():
    def read():
        with client().messages.stream(
            model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "break"}]
        ) as events:
            for _ in events:
                pass

    error = refused(read, anthropic.APIError, 200)
    expect(error.body["error"]["type"], "api_error")


run([rate_limit, busy, json, stream, tools, streamed_tools, invalid, wrong_key, no_credit, too_large, retried, broken_stream])
