"""How the client asks: the token, the address, and one error for everything that goes wrong."""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener


class BorealError(Exception):
    """Everything that goes wrong. `code` is stable, the text is a sentence in English."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        param: str | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status; 0 where no answer came."""
        self.code = code
        """The code of the refusal, or its type where it has none; `unreachable`, `timed_out` or `unexpected_answer` where the service did not say one."""
        self.param = param
        """The field that is wrong."""
        self.request_id = request_id
        """For those who run the service."""
        self.retry_after_seconds = retry_after_seconds
        """After how many seconds the same may be asked again."""


class _NoRedirects(HTTPRedirectHandler):
    """A redirect is not followed: it could take the token elsewhere."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


class Caller:
    def __init__(self, url: str | None, token: str | None, timeout: float) -> None:
        self._url = (url or _from_environment("BOREAL_URL", "url")).removesuffix("/")
        self._token = token or _from_environment("BOREAL_MANAGEMENT_TOKEN", "token")
        self._timeout = timeout
        self._opener = build_opener(_NoRedirects)

    def ask(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        status, headers, answer = self._send(method, path, query, body)
        try:
            return json.loads(answer)
        except ValueError:
            raise _unexpected(status, headers) from None

    def file(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> bytes:
        return self._send(method, path, query, body)[2]

    def _send(self, method: str, path: str, query: Mapping[str, Any] | None, body: Any) -> tuple[int, Any, bytes]:
        headers = {"authorization": f"Bearer {self._token}", "accept": "*/*"}
        if body is not None:
            headers["content-type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path + _query_text(query or {}), data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return response.status, response.headers, response.read()
        except HTTPError as refusal:
            with refusal:
                raise _refusal(refusal) from None
        except TimeoutError as cause:
            raise _too_late() from cause
        except URLError as cause:
            raise (_too_late() if isinstance(cause.reason, TimeoutError) else _unreachable()) from cause
        except (OSError, HTTPException) as cause:
            # An answer that was cut off is no error of the system.
            raise _unreachable() from cause


def each_of(
    ask: Callable[[Any], Any],
    query: Mapping[str, Any] | None,
    items: str,
    next_of: Callable[[Any], Any],
    sent_as: str,
) -> Iterator[Any]:
    """The items of the first page and of all that follow."""
    place = None
    while True:
        page = ask({**(query or {}), **({} if place is None else {sent_as: place})})
        yield from page[items]
        place = next_of(page)
        if place is None:
            return


def quoted(part: str) -> str:
    return quote(part, safe="")


def _from_environment(name: str, argument: str) -> str:
    value = os.environ.get(name)
    if value:
        return value
    raise TypeError(f"Give the client {argument}, or set {name}.")


def _query_text(query: Mapping[str, Any]) -> str:
    """Several values of a name are sent as `name[]`."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, (list, tuple)):
            pairs.extend((f"{name}[]", _text(one)) for one in value)
        elif value is not None:
            pairs.append((name, _text(value)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refusal(answer: HTTPError) -> BorealError:
    try:
        error = json.loads(answer.read())["error"]
        message, code, param = error["message"], error["code"] or error["type"], error["param"]
    except (ValueError, KeyError, TypeError, OSError, HTTPException):
        return _unexpected(answer.code, answer.headers)
    retry_after = answer.headers.get("retry-after")
    return BorealError(
        message,
        status=answer.code,
        code=code,
        param=param,
        request_id=answer.headers.get("x-request-id"),
        retry_after_seconds=None if retry_after is None else float(retry_after),
    )


def _unexpected(status: int, headers: Any) -> BorealError:
    message = f"The answer with status {status} is none of this API."
    return BorealError(message, status=status, code="unexpected_answer", request_id=headers.get("x-request-id"))


def _too_late() -> BorealError:
    return BorealError("The service did not answer in time.", status=0, code="timed_out")


def _unreachable() -> BorealError:
    return BorealError("The service cannot be reached.", status=0, code="unreachable")
