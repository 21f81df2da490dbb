"""Two messages as one batch: answered within a day, read under their names. Needs: pip install anthropic."""

import os
import time
from decimal import Decimal

from anthropic import Anthropic

# This client adds /v1 itself.
base_url = os.environ["BOREAL_BASE_URL"].removesuffix("/v1")
client = Anthropic(base_url=base_url, api_key=os.environ["BOREAL_API_KEY"])
model = os.environ.get("BOREAL_MODEL", "svc-glacier")

questions = {"first": "What is the capital of Czechia?", "second": "And of Slovakia?"}

batch = client.messages.batches.create(
    requests=[
        {
            "custom_id": name,
            "params": {"model": model, "max_tokens": 200, "messages": [{"role": "user", "content": question}]},
        }
        for name, question in questions.items()
    ]
)
while batch.processing_status != "ended":
    time.sleep(1)
    batch = client.messages.batches.retrieve(batch.id)

answers = {}
cost = Decimal(0)
for line in client.messages.batches.results(batch.id):
    if line.result.type != "succeeded":
        raise SystemExit(f"{line.custom_id}: {line.result.type}")
    message = line.result.message
    answers[line.custom_id] = "".join(block.text for block in message.content if block.type == "text")
    cost += Decimal(message.usage.cost_czk)
for name in questions:
    print(answers[name])
print("It cost", f"{cost.normalize():f}", "CZK.")
