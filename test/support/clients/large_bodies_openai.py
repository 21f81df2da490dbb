"""What the official Python client sees of a refusal while it sends a large body, and how often it tries. Reads its orders
as JSON from its argument and prints one line of JSON for each request."""
import json
import sys

import openai

for order in json.loads(sys.argv[1]):
    attempts = []
    http_client = openai.DefaultHttpxClient(event_hooks={"request": [attempts.append]})
    retries = {"max_retries": order["retriesMax"]} if "retriesMax" in order else {}
    client = openai.OpenAI(base_url=order["baseUrl"], api_key=order["key"], http_client=http_client, **retries)
    text = "a" * (order["megabytes"] * 1_000_000)
    try:
        client.chat.completions.create(model="svc-frost", messages=[{"role": "user", "content": text}])
        saw = 200
    except openai.APIStatusError as error:
        saw = error.status_code if error.body and error.body["message"] else "a refusal without words"
    except openai.OpenAIError as error:
        saw = repr(error.__cause__ or error)
    sight = {"client": "openai-python", "megabytes": order["megabytes"], "saw": saw, "attempts": len(attempts)}
    print(json.dumps(sight))
