"""Sends one large body with the official Python client, which tries again by itself. Reads its order as JSON from its
argument and prints the status of each answer as it comes."""
import json
import sys

import openai

order = json.loads(sys.argv[1])
tell = lambda response: print(response.status_code, flush=True)
http_client = openai.DefaultHttpxClient(event_hooks={"response": [tell]})
# Many, so that what ends them is an answer.
client = openai.OpenAI(base_url=order["baseUrl"], api_key=order["key"], http_client=http_client, max_retries=20)
text = "a " * (order["megabytes"] * 500_000)
try:
    client.chat.completions.create(model="svc-frost", messages=[{"role": "user", "content": text}])
except openai.APIStatusError as error:
    assert error.body["message"]
