"""What Python's own HTTP clients see of a refusal while they send a large body: http.client, and urllib, which asks to
close. Reads its orders as JSON from its argument and prints one line of JSON for each request."""
import http.client
import json
import sys
import urllib.error
import urllib.parse
import urllib.request


def by_http_client(url, headers, body):
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    connection.request("POST", address.path, body=body, headers=headers)
    response = connection.getresponse()
    return response.status, response.read()


def by_urllib(url, headers, body):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers), timeout=60) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def seen(ask, *arguments):
    try:
        status, text = ask(*arguments)
        return status if json.loads(text)["error"]["message"] else "a refusal without words"
    except Exception as error:
        return repr(error)


for order in json.loads(sys.argv[1]):
    url = order["baseUrl"] + "/chat/completions"
    headers = {"authorization": "Bearer " + order["key"], "content-type": "application/json"}
    text = "a" * (order["megabytes"] * 1_000_000)
    body = json.dumps({"messages": [{"role": "user", "content": text}]}).encode()
    for name, ask in (("http.client", by_http_client), ("urllib", by_urllib)):
        print(json.dumps({"client": name, "megabytes": order["megabytes"], "saw": seen(ask, url, headers, body)}))
