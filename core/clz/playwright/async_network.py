"""Requests, responses and routes by Playwright's names, for asyncio. They hold what `clz` reports about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self
from urllib.parse import urlsplit

from clz import _seen
from clz.callbacks.async_routes import AsyncFetched
from clz.callbacks.async_routes import AsyncRoute as HeldRoute
from clz.callbacks.functions import as_many
from clz.callbacks.request import HeldRequest, fields_of
from clz.playwright._shared import Named, is_icon, not_here, resource_type, wanted_url
from clz_core.contract.errors import ClzError, error

Headers = dict[str, str]


class Disposable:
    """What can be taken back: at the end of a block, or by `dispose`."""

    def __init__(self, take_back: Any) -> None:
        self._take_back = take_back

    async def dispose(self) -> None:
        await self._take_back()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.dispose()


class _Message(Named):
    """A request, or what it was answered."""

    def __init__(self, page: Any, told: Any) -> None:
        self._page = page
        self._told = told

    @property
    def url(self) -> str:
        return str(self._told.url).partition("#")[0]

    @property
    def headers(self) -> Headers:
        return dict(self._told.headers)

    @property
    def frame(self) -> Any:
        return self._page.main_frame

    async def all_headers(self) -> Headers:
        return self.headers

    async def headers_array(self) -> list[Headers]:
        return [{"name": name, "value": value} for name, value in self.headers.items()]

    async def header_value(self, name: str) -> str | None:
        return self.headers.get(name.lower())


class WithBody(Named):
    """An answer with a body."""

    async def body(self) -> bytes:
        raise NotImplementedError

    async def text(self) -> str:
        return (await self.body()).decode("utf-8", "replace")

    async def json(self) -> Any:
        return json.loads(await self.body())


class Response(_Message, WithBody):
    """What a request was answered."""

    _told: _seen.Response

    def __repr__(self) -> str:
        return f"<Response url={self.url!r} request={self.request}>"

    @property
    def status(self) -> int:
        return self._told.status

    @property
    def status_text(self) -> str:
        return self._told.status_text

    @property
    def ok(self) -> bool:
        return self._told.ok

    @property
    def request(self) -> Request:
        return Request(self._page, self._told.request)

    async def finished(self) -> None:
        """Return once its body has come, or never will."""
        asked = self._page._clz._asked
        listed = await asked("getNetworkRequests", {"limit": 200})
        while any(entry["id"] == self._told.request.id and entry["state"] == "pending" for entry in listed["requests"]):
            await asked("getNetworkRequests", {"limit": 1, "since": listed["cursor"], "wait_ms": 1_000})
            listed = await asked("getNetworkRequests", {"limit": 200})

    async def body(self) -> bytes:
        given = {"id": self._told.request.id, "request": False, "encoded": True}
        return HeldRequest.bytes_of(await self._page._clz._asked("getRequestBody", given)) or b""


class Request(_Message):
    """A request of a page; its body is known while a route holds it, or later where bodies are recorded."""

    def __repr__(self) -> str:
        return f"<Request url={self.url!r} method={self.method!r}>"

    @property
    def method(self) -> str:
        return str(self._told.method)

    @property
    def resource_type(self) -> str:
        if self.headers.get("accept") == "text/event-stream":
            return "eventsource"
        return resource_type(self._told.resource_type)

    @property
    def failure(self) -> str | None:
        return getattr(self._told, "failure", None)

    @property
    def post_data(self) -> str | None:
        data = self.post_data_buffer
        return None if data is None else data.decode("utf-8", "replace")

    @property
    def post_data_buffer(self) -> bytes | None:
        if not hasattr(self._told, "post_data_buffer"):
            raise not_here("body of a request that no route holds", "post_data")
        data: bytes | None = self._told.post_data_buffer
        return data

    @property
    def post_data_json(self) -> Any:
        return fields_of(self.post_data, self.headers)

    def is_navigation_request(self) -> bool:
        return self._told.resource_type in ("document", "frame")


class APIResponse(WithBody):
    """What `route.fetch` was answered."""

    def __init__(self, fetched: AsyncFetched) -> None:
        self._fetched = fetched
        self.url, self.status = fetched.url, fetched.status
        self.status_text, self.ok = fetched.status_text, fetched.ok
        self.headers, self.headers_array = fetched.headers, fetched.headers_array

    async def body(self) -> bytes:
        return await self._fetched.body()

    async def dispose(self) -> None:
        return None


class Route(Named):
    """A request that waits for what becomes of it."""

    def __init__(self, page: Any, route: HeldRoute) -> None:
        self._route = route
        self._request = Request(page, route.request)

    def __repr__(self) -> str:
        return f"<Route request={self.request}>"

    @property
    def request(self) -> Request:
        return self._request

    async def _answer(self, answer: Any) -> None:
        """Answer it. Nothing waits for that any more where the page is closed."""
        try:
            await answer()
        except ClzError:
            if not self._request._page.is_closed():
                raise

    async def abort(self, error_code: str | None = None) -> None:  # its names are Playwright's
        await self._answer(lambda: self._route.abort(error_code))

    async def fulfill(
        self,
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        body: str | bytes | None = None,
        json: Any = None,
        path: Any = None,
        content_type: str | None = None,
        response: APIResponse | None = None,
    ) -> None:
        given = {"status": status, "headers": headers, "body": body, "json": json, "path": path}
        fetched = getattr(response, "_fetched", None)
        if response is not None and fetched is None:  # the program asked for it itself
            own = {"status": response.status, "headers": of_content(response.headers), "body": await response.body()}
            replaced = {name for name in ("body", "json", "path") if given[name] is not None}
            kept = {name: value for name, value in own.items() if name != "body" or not replaced}
            given |= {name: value for name, value in kept.items() if given[name] is None}
        await self._answer(lambda: self._route.fulfill(**given, content_type=content_type, response=fetched))

    async def fetch(
        self,
        *,
        url: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        post_data: Any = None,
        max_redirects: int | None = None,
    ) -> APIResponse:
        given = {"url": url, "method": method, "headers": headers, "post_data": post_data}
        return APIResponse(await self._route.fetch(**given, max_redirects=max_redirects))

    async def fallback(
        self,
        *,
        url: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        post_data: Any = None,
    ) -> None:
        await self._answer(lambda: self._route.fallback(url=url, method=method, headers=headers, post_data=post_data))

    async def continue_(
        self,
        *,
        url: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        post_data: Any = None,
    ) -> None:
        if url is not None and urlsplit(url).scheme != urlsplit(self.request.url).scheme:
            what = "Route.continue_: New URL must have same protocol as overridden URL"
            raise error("USAGE", what, "Answer it with route.fulfill(…) instead.")
        await self._answer(lambda: self._route.continue_(url=url, method=method, headers=headers, post_data=post_data))


class OfNetwork:
    """What pages and contexts do about requests."""

    _handlers_of_routes: list[tuple[Any, Any, int]]
    _functions: set[str]

    def _program(self) -> Any:
        """The page or browser of clz."""
        raise NotImplementedError

    def _page_of(self, tab_id: int) -> Any:
        raise NotImplementedError

    async def route(self, url: Any, handler: Any, *, times: int | None = None) -> Disposable:
        async def handled(route: HeldRoute) -> None:
            if is_icon(route.request):
                await route.fallback()
                return
            mine = Route(self._page_of(route.request.tab_id), route)
            done = as_many(handler, 1)(mine, mine.request)
            if hasattr(done, "__await__"):
                _ = await done

        self._handlers_of_routes = getattr(self, "_handlers_of_routes", [])
        wanted = self._wanted_url(url)
        added = await self._program()._handled(None, handled, times, None, None, wanted)
        self._handlers_of_routes.insert(0, (url, handler, int(added["id"])))
        return Disposable(lambda: self.unroute(url, handler))

    async def route_from_har(
        self, har: Any, *, url: Any = None, not_found: str | None = None, update: bool | None = None
    ) -> None:
        if update or not isinstance(url, str | None):
            raise not_here("route_from_har that writes a HAR, or whose addresses an expression names")
        miss = {"fallback": "pass", "abort": "fail", None: "fail"}[not_found]
        given = {"har": str(har), "miss": miss, "url": url, "tab_id": getattr(self._program(), "tab_id", None)}
        try:
            added = await self._program()._run("addRoute", given)
        except ClzError as problem:
            if problem.code == "FILE_ERROR" and not_found == "fallback":  # it answers nothing
                return
            raise
        self._handlers_of_routes = getattr(self, "_handlers_of_routes", [])
        self._handlers_of_routes.insert(0, (url, har, int(added["id"])))

    def _wanted_url(self, url: Any) -> Any:
        return wanted_url(url, self._program()._who.base_url)

    async def unroute(self, url: Any, handler: Any = None) -> None:
        known = getattr(self, "_handlers_of_routes", [])
        for entry in [one for one in known if one[0] == url and handler in (None, one[1])]:
            known.remove(entry)
            await self._drop(entry[2])

    async def unroute_all(self, *, behavior: str | None = None) -> None:
        if behavior not in (None, "default"):
            raise not_here(f"unroute_all that does {behavior!r} about handlers that run")
        known = getattr(self, "_handlers_of_routes", [])
        while known:
            await self._drop(known.pop()[2])

    async def _drop(self, id: int) -> None:
        try:
            await self._program()._run("removeRoutes", {"id": id, "all": False})
        except ClzError as problem:  # it was called as often as it was to be
            if problem.code != "INVALID_PARAMS":
                raise

    async def expose_function(self, name: str, callback: Any) -> None:
        await self._expose(name, as_many(callback))

    async def expose_binding(self, name: str, callback: Any) -> None:
        await self._expose(name, lambda *given: as_many(callback)(self._source(), *given))

    def _exposes(self) -> bool:
        """True if pages may call functions of the program."""
        return bool(getattr(self, "_functions", ()) or getattr(getattr(self, "_context", None), "_functions", ()))

    async def _expose(self, name: str, f: Any) -> None:
        context: Any = getattr(self, "_context", self)
        pages = [(page, " in one of the pages") for page in context.pages]
        for one, where in [(self, ""), *([(context, " in the browser context")] if context is not self else pages)]:
            if name in getattr(one, "_functions", ()):
                what = f'Function "{name}" has been already registered{where}'
                raise error("USAGE", what, "Give this one another name.")
        self._functions = {*getattr(self, "_functions", ()), name}
        await self._program().expose_function(name, f)

    def _source(self) -> dict[str, Any]:
        """The page that calls."""
        raise NotImplementedError


def of_content(headers: Mapping[str, str]) -> Headers:
    """Headers without those of how an answer came."""
    way = {"connection", "content-encoding", "content-length", "transfer-encoding"}
    return {name: value for name, value in headers.items() if name.lower() not in way}
