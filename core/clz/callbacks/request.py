"""What sync and async routes share: a request that waits, and the parameters that answer it."""

from __future__ import annotations

import base64
import json as json_module
import mimetypes
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from clz_core.contract.commands.network.held import FAILURES
from clz_core.contract.errors import error
from clz_core.contract.headers import NOT_ANSWERED, OF_THE_CONNECTION
from clz_core.contract.shapes import Values


class HeldRequest:
    """A request that waits: its address, method, headers, and what it carries. Secrets in these are masked."""

    def __init__(self, held: Values) -> None:
        self.id: str = held["id"]
        self.tab_id = int(held["tabId"])
        self.url: str = held["url"]
        self.method: str = held["method"]
        self.resource_type: str = held["type"]
        self.sent: list[dict[str, str]] = held["headers"]
        self.post_data_buffer: bytes | None = self.bytes_of(held)
        self._page: bool = held["page"]
        self._headers = {header["name"].lower(): header["value"] for header in self.sent}

    @property
    def headers(self) -> dict[str, str]:
        """Its headers, by their names in lower case."""
        return dict(self._headers)

    @property
    def post_data(self) -> str | None:
        """Its body, as text."""
        return None if self.post_data_buffer is None else self.post_data_buffer.decode("utf-8", "replace")

    @property
    def post_data_json(self) -> Any:
        """Its body, as JSON, or the fields of a form."""
        return fields_of(self.post_data, self._headers)

    def is_navigation_request(self) -> bool:
        """True if its answer becomes the page."""
        return self._page

    def change(self, url: Any, method: Any, headers: Any, post_data: Any) -> None:
        """Be what handlers after this one see."""
        self.url, self.method = url or self.url, method or self.method
        if headers is not None:
            self._headers = {str(name).lower(): str(value) for name, value in headers.items() if value is not None}
        if post_data is not None:
            self.post_data_buffer = _bytes(post_data)

    @staticmethod
    def bytes_of(told: Values) -> bytes | None:
        """A body that comes as text or in base64."""
        if "base64" in told:
            return base64.b64decode(told["base64"])
        return told["text"].encode() if "text" in told else None


def fields_of(text: str | None, headers: Mapping[str, str]) -> Any:
    """A body as JSON, or the fields of a form; None where there is none."""
    if text is None:
        return None
    is_form = "application/x-www-form-urlencoded" in headers.get("content-type", "")
    return dict(parse_qsl(text)) if is_form else json_module.loads(text)


def answer_of(
    status: int | None,
    headers: Mapping[str, Any] | None,
    content_type: str | None,
    body: str | bytes | None,
    json: Any,
    path: str | PathLike[str] | None,
    response: Any,
) -> Values:
    """Raises: USAGE for two bodies; FILE_ERROR."""
    if sum(one is not None for one in (body, json, path)) > 1:
        raise error("USAGE", "An answer has one body: give one of body, json and path.", "")
    named = None if headers is None and response is None else dict(headers or (response.headers if response else {}))
    if json is not None:
        body, content_type = json_module.dumps(json), content_type or "application/json"
    elif path is not None:
        try:
            body = Path(path).read_bytes()
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot read {path}: {problem.strerror}.", "") from None
        content_type = content_type or mimetypes.guess_type(path)[0] or "application/octet-stream"
    elif body is not None and content_type is None and response is None and "content-type" not in _lower(named):
        content_type = "text/plain" if isinstance(body, str) else None
    given: Values = {"fetched": response is not None}
    if content_type is not None:
        named = {**{name: value for name, value in (named or {}).items() if name.lower() != "content-type"}}
        named["content-type"] = content_type
    if status is not None:
        given["status"] = status
    if named and (headers is not None or content_type is not None):
        given["headers"] = [
            f"{name}: {line}"
            for name, value in named.items()
            if value is not None and name.lower() not in NOT_ANSWERED
            for line in (str(value).split("\n") if name.lower() == "set-cookie" else [value])
        ]
    if body is not None:
        given["body"] = base64.b64encode(_bytes(body)).decode()
    return given


def fetch_of(url: str | None, method: str | None, headers: Mapping[str, Any] | None, post_data: Any) -> Values:
    """What is asked instead, as parameters; nothing for what stays."""
    given: Values = {"url": url, "method": method.upper() if method else None}
    if headers is not None:
        given["headers"] = [
            f"{name}: {value}"
            for name, value in headers.items()
            if value is not None and name.lower() not in OF_THE_CONNECTION
        ]
    if post_data is not None:
        given["body"] = base64.b64encode(_bytes(post_data)).decode()
    return {name: value for name, value in given.items() if value is not None}


def change_of(headers: list[str] | None, sent: list[dict[str, str]]) -> Values:
    """The headers that it is sent with instead, as a change of those that it has."""
    if headers is None:
        return {}
    names = {line.partition(":")[0].lower() for line in headers}
    gone = [one["name"] for one in sent if one["name"].lower() not in names | OF_THE_CONNECTION | {"cookie"}]
    return {
        **({"setHeaders": headers} if headers else {}),
        **({"removeHeaders": gone} if gone else {}),
    }


def failure_of(code: str | None) -> str:
    """Raises: USAGE for a name that there is not."""
    if code is None or code in FAILURES:
        return code or "failed"
    raise error("USAGE", f"Requests do not fail with {code!r}.", f"One of: {', '.join(FAILURES)}.")


def _bytes(data: Any) -> bytes:
    if isinstance(data, bytes):
        return data
    return (data if isinstance(data, str) else json_module.dumps(data)).encode()


def _lower(headers: Mapping[str, str] | None) -> set[str]:
    return {name.lower() for name in headers or {}}
