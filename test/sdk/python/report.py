"""What every program for an SDK in Python shares: its surroundings, and one line of output for each case."""
import os
import traceback

URL = os.environ["SDK_URL"]
KEY = os.environ["SDK_KEY"]
LIMITED_KEY = os.environ["SDK_LIMITED_KEY"]
BUSY_KEY = os.environ["SDK_BUSY_KEY"]
POOR_KEY = os.environ["SDK_POOR_KEY"]
MODEL = "svc-glacier"
LARGE = "x" * 9_000_000
WEATHER = {
    "type": "object",
    "properties": {"town": {"type": "string"}},
    "required": ["town"],
}


def expect(found, wanted):
    if found != wanted:
        raise AssertionError(f"{found!r} instead of {wanted!r}")


def run(cases):
    """Runs each function; its name is the case's. One that returns a text was left out, and the text says why."""
    print("ready", flush=True)
    input()
    for case in cases:
        name = case.__name__.replace("_", " ")
        try:
            reason = case()
            print(name, "left out" if reason else "ok", reason or "", sep="\t", flush=True)
        except BaseException as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__}: {error} (line {frame.lineno} of {os.path.basename(frame.filename)})"
            print(name, "FAILED", " ".join(said.split())[:500], sep="\t", flush=True)


def refused(ask, kind, status):
    """What was thrown, which must be of that kind and have that status."""
    try:
        ask()
    except kind as error:
        expect(getattr(error, "status_code", status), status)
        return error
    raise AssertionError(f"nothing was thrown instead of {kind.__name__}")
