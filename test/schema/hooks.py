"""What no description can say, taken out of the way before Schemathesis asks."""
import re
import uuid

import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """OpenAPI 3.1 describes a stream as one text; Schemathesis looks at each event, of which the last may be no JSON."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            # The runtime's own answer to a head of more than 16 KB, on every path; see docs/limitations.md.
            operation["responses"].setdefault("431", {"description": "The head of the request is too large."})
            for answer in operation["responses"].values():
                stream = answer.get("content", {}).get("text/event-stream")
                if stream:
                    data = {"if": {"const": "[DONE]"}, "else": stream["schema"]}
                    stream["schema"] = {"type": "object", "properties": {"data": data}, "required": ["data"]}


@schemathesis.hook
def map_body(context, body):
    """What an operator does has an id that was never used: one that comes twice is refused, or done once."""
    if isinstance(body, dict) and isinstance(body.get("id"), str) and re.fullmatch(r"[A-Za-z0-9_-]{16,64}", body["id"]):
        return {**body, "id": uuid.uuid4().hex}
    return body
