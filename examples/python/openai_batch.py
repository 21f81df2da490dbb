"""Two questions as one batch: sent as a file, answered within a day, read under their names. Needs: pip install openai."""

import io
import json
import os
import time

from openai import OpenAI

client = OpenAI(base_url=os.environ["BOREAL_BASE_URL"], api_key=os.environ["BOREAL_API_KEY"])
model = os.environ.get("BOREAL_MODEL", "svc-glacier")


def line(name, question):
    body = {"model": model, "messages": [{"role": "user", "content": question}]}
    return json.dumps({"custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": body})


questions = {"first": "What is the capital of Czechia?", "second": "And of Slovakia?"}
text = "\n".join(line(name, question) for name, question in questions.items())

file = client.files.create(file=("requests.jsonl", io.BytesIO(text.encode())), purpose="batch")
batch = client.batches.create(input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h")
while batch.status not in ("completed", "failed", "expired", "cancelled"):
    time.sleep(1)
    batch = client.batches.retrieve(batch.id)

answers = {}
for written in client.files.content(batch.output_file_id).text.splitlines():
    answer = json.loads(written)
    answers[answer["custom_id"]] = answer["response"]["body"]["choices"][0]["message"]["content"]
for name in questions:
    print(answers[name])
print("It cost", batch.cost_czk, "CZK.")
