"""One message, one streamed message, and what the first cost. Needs: pip install anthropic."""

import os

from anthropic import Anthropic

# This client adds /v1 itself.
base_url = os.environ["BOREAL_BASE_URL"].removesuffix("/v1")
client = Anthropic(base_url=base_url, api_key=os.environ["BOREAL_API_KEY"])
model = os.environ.get("BOREAL_MODEL", "svc-glacier")

first = client.messages.create(
    model=model,
    max_tokens=200,
    messages=[{"role": "user", "content": "What is the capital of Czechia?"}],
    # A retry of the client is never paid twice.
    extra_headers={"Idempotency-Key": os.urandom(16).hex()},
)
print("".join(block.text for block in first.content if block.type == "text"))
print("It cost", first.usage.cost_czk, "CZK.")

with client.messages.stream(
    model=model,
    max_tokens=200,
    messages=[{"role": "user", "content": "And of Slovakia?"}],
) as stream:
    for text in stream.text_stream:
        print(text, end="", flush=True)
print()
