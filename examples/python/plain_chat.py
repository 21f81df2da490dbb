"""One answer, one streamed answer, and what the first cost, with nothing but Python itself."""

import json
import os
import urllib.error
import urllib.request

MODEL = os.environ.get("BOREAL_MODEL", "svc-glacier")


def ask(**fields):
    """Sends a chat; the answer is a response to read, whole or line by line."""
    request = urllib.request.Request(
        os.environ["BOREAL_BASE_URL"] + "/chat/completions",
        data=json.dumps({"model": MODEL, **fields}).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["BOREAL_API_KEY"],
            "Content-Type": "application/json",
            # The same request sent again is never paid twice.
            "Idempotency-Key": os.urandom(16).hex(),
        },
    )
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        raise SystemExit(json.load(error)["error"]["message"])


def deltas(response):
    """The pieces of a streamed answer. Without [DONE] at its end it is not whole."""
    for line in response:
        data = line.decode().rstrip("\r\n")
        if not data.startswith("data: "):
            continue
        if data == "data: [DONE]":
            return
        event = json.loads(data[len("data: "):])
        if "error" in event:
            raise SystemExit(event["error"]["message"])
        if event["choices"]:
            yield event["choices"][0]["delta"].get("content") or ""
    raise SystemExit("The stream broke off.")


with ask(messages=[{"role": "user", "content": "What is the capital of Czechia?"}]) as response:
    answer = json.load(response)
print(answer["choices"][0]["message"]["content"])
print("It cost", answer["usage"]["cost_czk"], "CZK.")

with ask(messages=[{"role": "user", "content": "And of Slovakia?"}], stream=True) as response:
    for piece in deltas(response):
        print(piece, end="", flush=True)
print()
