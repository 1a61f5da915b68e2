"""Requests that a program sends itself, by Playwright's names. Generated from async_requests.py by `make generate`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from clz._calls import directly
from clz.playwright._requests import Answer, Sender
from clz.playwright._shared import Named, not_here


class SentResponse(Named):
    """What a program's own request was answered."""

    def __init__(self, answer: Answer, sender: Sender) -> None:
        self._answer = answer
        self._sender = sender
        self._disposed = False
        self.url, self.status = answer.url, answer.status
        self.status_text, self.ok = answer.status_text, answer.ok
        self.headers, self.headers_array = answer.headers, answer.headers_array

    def _assertions(self, *_: Any) -> Any:
        raise not_here("expectation of a response: assert response.ok")

    def body(self) -> bytes:
        if self._disposed or self._sender.closed:
            raise self._sender.disposed("Response has been disposed")
        return self._answer.body

    def text(self) -> str:
        return (self.body()).decode("utf-8", "replace")

    def json(self) -> Any:
        return json.loads(self.body())

    def dispose(self) -> None:
        self._disposed = True


class APIRequestContext(Named):
    """Sends requests; of a context with the cookies that its pages have."""

    def __init__(self, options: Mapping[str, Any], owner: Any = None) -> None:
        self._sender = Sender(dict(options))
        self._owner = owner

    def fetch(self, url_or_request: Any, **options: Any) -> SentResponse:
        return self._send(url_or_request, "fetch", **options)

    def _send(self, url_or_request: Any, name: str, **options: Any) -> SentResponse:
        url = urljoin(self._sender.base_url, getattr(url_or_request, "url", url_or_request))
        call = self._sender.prepared(url, name, options)
        if self._owner is not None:
            self._sender.begin_with(self._owner._cookies_for(url))
        answer = directly(call)
        if self._owner is not None and answer.cookies:
            self._owner.add_cookies(answer.cookies)
        return SentResponse(answer, self._sender)

    def get(self, url: str, **options: Any) -> SentResponse:
        return self._send(url, "get", **options)

    def head(self, url: str, **options: Any) -> SentResponse:
        return self._send(url, "head", **options)

    def post(self, url: str, **options: Any) -> SentResponse:
        return self._send(url, "post", **options)

    def put(self, url: str, **options: Any) -> SentResponse:
        return self._send(url, "put", **options)

    def patch(self, url: str, **options: Any) -> SentResponse:
        return self._send(url, "patch", **options)

    def delete(self, url: str, **options: Any) -> SentResponse:
        return self._send(url, "delete", **options)

    def storage_state(self, *, path: str | Path | None = None) -> dict[str, Any]:
        state = {"cookies": self._sender.kept(), "origins": []}
        if path is not None:
            Path(path).write_text(json.dumps(state), "utf-8")
        return state

    def dispose(self) -> None:
        self._sender.close()


class APIRequest(Named):
    """`playwright.request`."""

    def new_context(self, **options: Any) -> APIRequestContext:
        return APIRequestContext(options)
