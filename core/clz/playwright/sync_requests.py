"""Requests that a program sends itself, by Playwright's names. Generated from async_requests.py by `make generate`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from clz._calls import directly
from clz.playwright._requests import Answer, Sender
from clz.playwright._shared import Checked, Named, checked, not_here
from clz.playwright.sync_network import WithBody
from clz_core.contract.errors import ExpectationFailed


class SentResponse(WithBody):
    """What a program's own request was answered."""

    def __init__(self, answer: Answer, sender: Sender) -> None:
        self._answer = answer
        self._sender = sender
        self._disposed = False
        self.url, self.status = answer.url, answer.status
        self.status_text, self.ok = answer.status_text, answer.ok
        self.headers, self.headers_array = answer.headers, answer.headers_array

    def _assertions(self, soft: bool, message: str | None = None) -> ResponseChecks:
        if soft:
            raise not_here("soft expectation of a response: assert response.ok")
        return ResponseChecks(self, message)

    def body(self) -> bytes:
        if self._disposed or self._sender.closed:
            raise self._sender.disposed("Response has been disposed")
        return self._answer.body

    def dispose(self) -> None:
        self._disposed = True


class ResponseChecks(Checked):
    """Expects something of a response."""

    def __init__(self, response: SentResponse, message: str | None) -> None:
        self._response = response
        self._message = message

    def to_be_ok(self) -> None:
        self._check(self._response.ok, "")

    def not_to_be_ok(self) -> None:
        self._check(not self._response.ok, "not ")

    def _check(self, holds: bool, contrary: str) -> None:
        if holds:
            return
        answer = self._response._answer
        lead = self._message or f"Response status expected {contrary}to be within [200..299] range"
        log = f"Call log:\n  - → {answer.method} {answer.url}\n  - ← {answer.status} {answer.status_text}"
        is_text = re.match(r"text/|application/(?:[\w.+-]*\+)?(?:json|xml)", answer.headers.get("content-type", ""))
        text = f"\nResponse Text:\n{answer.body.decode('utf-8', 'replace')[:1000]}" if is_text else ""
        raise ExpectationFailed("EXPECTATION_FAILED", f"{lead}, was '{answer.status}'\n{log}{text}", "")


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

    def storage_state(self, *, path: str | Path | None = None) -> dict[str, Any]:
        state = {"cookies": self._sender.kept(), "origins": []}
        if path is not None:
            Path(path).write_text(json.dumps(state), "utf-8")
        return state

    def dispose(self, *, reason: str | None = None) -> None:
        self._sender.close(reason)


def _sending(name: str) -> Any:
    def method(self: APIRequestContext, url: str, **options: Any) -> SentResponse:
        return self._send(url, name, **options)

    method.__name__ = name
    return checked(method)


for _name in "get head post put patch delete".split():
    setattr(APIRequestContext, _name, _sending(_name))


class APIRequest(Named):
    """`playwright.request`."""

    def new_context(self, **options: Any) -> APIRequestContext:
        return APIRequestContext(options)
