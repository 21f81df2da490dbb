"""What no description can say, taken out of the way before Schemathesis asks."""
import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """OpenAPI 3.1 describes a stream as one text; Schemathesis looks at each event, of which the last may be no JSON."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for answer in operation["responses"].values():
                stream = answer.get("content", {}).get("text/event-stream")
                if stream:
                    data = {"if": {"const": "[DONE]"}, "else": stream["schema"]}
                    stream["schema"] = {"type": "object", "properties": {"data": data}, "required": ["data"]}

