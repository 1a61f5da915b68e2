"""Requests that a program decides about, for asyncio.

Handlers of one request are called one after another, the newest first, until one of them decides.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any, NamedTuple

from clz._seen import UrlMatcher, matches
from clz.callbacks.functions import as_many
from clz.callbacks.request import HeldRequest, answer_of, change_of, failure_of, fetch_of
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values

Ask = Callable[[str, Values], Any]  # gives a command


class AsyncFetched:
    """A server's answer to `fetch`, which asks it as the request would."""

    def __init__(self, answer: Values) -> None:
        self.url: str = answer["url"]
        self.status: int = int(answer["status"])
        self.status_text: str = answer["statusText"]
        self.headers_array: list[dict[str, str]] = answer["headers"]
        self._body = answer

    @property
    def ok(self) -> bool:
        """True if the status is 200 to 299."""
        return 200 <= self.status < 300

    @property
    def headers(self) -> dict[str, str]:
        """Its headers, by their names in lower case; secrets in them are masked."""
        return {header["name"].lower(): header["value"] for header in self.headers_array}

    async def body(self) -> bytes:
        """Its body; secrets in a text are masked."""
        return bytes(HeldRequest.bytes_of(self._body) or b"")

    async def text(self) -> str:
        """Its body, as text."""
        return (await self.body()).decode("utf-8", "replace")

    async def json(self) -> Any:
        """Its body, as JSON."""
        import json

        return json.loads(await self.body())


class AsyncRoute:
    """A request that waits for a decision: `fulfill`, `continue_`, `abort` or `fallback`.

    You may decide later. The request waits for as long as the program runs.
    """

    def __init__(self, ask: Ask, held: Values, known: list[AsyncHandling]) -> None:
        self.request = HeldRequest(held)
        self._ask = ask
        self._known = known
        self._rest = [handling for handling in known if handling.id <= held["route"]]
        self._changes: Values = {}
        self._handled = False

    async def fulfill(
        self,
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        content_type: str | None = None,
        body: str | bytes | None = None,
        json: Any = None,
        path: str | PathLike[str] | None = None,
        response: AsyncFetched | Any = None,
    ) -> None:
        """Answer it; what you leave out comes from the answer that `fetch` got."""
        given = answer_of(status, headers, content_type, body, json, path, response)
        await self._decide({"does": "answer", **given})

    async def abort(self, error_code: str | None = None) -> None:
        """Make it fail, as by `connectionrefused`, `namenotresolved` or `timedout`."""
        await self._decide({"does": "fail", "error": failure_of(error_code)})

    async def continue_(
        self,
        *,
        url: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        post_data: Any = None,
    ) -> None:
        """Send it to the server, or something else; the page does not see that."""
        self._change(url, method, headers, post_data)
        await self._send("change")

    async def fallback(
        self,
        *,
        url: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        post_data: Any = None,
    ) -> None:
        """Leave it to earlier handlers, and then to earlier routes."""
        self._open()
        self._change(url, method, headers, post_data)
        await self._next()

    async def fetch(
        self,
        *,
        url: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        post_data: Any = None,
        max_redirects: int | None = None,
    ) -> AsyncFetched:
        """Send the request to the server, and return its answer to the program only."""
        given = {**self._changes, **fetch_of(url, method, headers, post_data)}
        if max_redirects is not None:
            given["maxRedirects"] = max_redirects
        return AsyncFetched(await self._ask("fetchHeld", {"id": self.request.id, **given}))

    def _change(self, url: Any, method: Any, headers: Any, post_data: Any) -> None:
        self._changes.update(fetch_of(url, method, headers, post_data))
        self.request.change(url, method, headers, post_data)

    def _open(self) -> None:
        if self._handled:
            raise error("USAGE", "This request has been handled already.", "Handle a request once, in one handler.")

    async def _decide(self, given: Values) -> None:
        self._open()
        self._handled = True
        try:
            await self._ask("answerHeld", {"id": self.request.id, **given})
        except ClzError:
            self._handled = False  # it was refused, and something else can be said
            raise

    async def _send(self, does: str) -> None:
        self._open()
        if {"url", "method", "body"} & self._changes.keys():
            await self._ask("fetchHeld", {"id": self.request.id, "maxRedirects": 0, **self._changes})
            await self._decide({"does": "answer", "fetched": True})
        else:
            changed = change_of(self._changes.get("headers"), self.request.sent)
            await self._decide({"does": "change" if changed else does, **changed})

    async def _next(self) -> None:
        """Leave it to the next handler; without one, to the routes that are older, and then the server."""
        handling = next((one for one in self._rest if one in self._known and one.fits(self.request)), None)
        if handling is None:
            return await self._send("pass")
        del self._rest[: self._rest.index(handling) + 1]
        try:
            done = handling.call(self)
            if inspect.isawaitable(done):
                _ = await done
        except BaseException:
            if not self._handled:
                await self.abort()
            raise


class AsyncHandling(NamedTuple):
    """A function that decides about requests: of a tab, or of all."""

    id: int
    tab_id: int | None
    matcher: UrlMatcher
    handler: Callable[..., Any]
    left: list[int]

    def fits(self, request: HeldRequest) -> bool:
        """True if the request, as handlers before this one have changed it, is for it."""
        return self.tab_id in (None, request.tab_id) and not self.over and matches(self.matcher, request)

    def call(self, route: AsyncRoute) -> Any:
        """Call it, with the route, and with the request if it takes two."""
        if self.left:
            self.left[0] -= 1
        return as_many(self.handler, 1)(route, route.request)

    @property
    def over(self) -> bool:
        """True once it was called as often as it was to be."""
        return bool(self.left) and self.left[0] <= 0
