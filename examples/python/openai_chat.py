"""One answer, one streamed answer, and what the first cost. Needs: pip install openai."""

import os

from openai import OpenAI

client = OpenAI(base_url=os.environ["BOREAL_BASE_URL"], api_key=os.environ["BOREAL_API_KEY"])
model = os.environ.get("BOREAL_MODEL", "svc-glacier")

answer = client.chat.completions.create(
    model=model,
    messages=[{"role": "user", "content": "What is the capital of Czechia?"}],
    # A retry of the client is never paid twice.
    extra_headers={"Idempotency-Key": os.urandom(16).hex()},
)
print(answer.choices[0].message.content)
print("It cost", answer.usage.cost_czk, "CZK.")

stream = client.chat.completions.create(
    model=model,
    messages=[{"role": "user", "content": "And of Slovakia?"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices and chunk.choices[0].delta.content:
        print(chunk.choices[0].delta.content, end="", flush=True)
print()
