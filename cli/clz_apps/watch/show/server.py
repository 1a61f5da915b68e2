"""The server of `clz show`. It asks the host for pictures while somebody looks, and for nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from clz_apps.watch.show import history
from clz_apps.watch.show.guard import Guard
from clz_apps.watch.show.turns import Turns
from clz_core.client import viewers
from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import RawResult
from clz_core.loopback import server as loopback

HERE = Path(__file__).parent / "page"
FILES = {HERE.parents[1] / "base.css": "text/css", HERE / "show.css": "text/css", HERE / "show.js": "text/javascript"}
NAMED = {path.name: path for path in FILES}
LOOK_MS = 8_000
STATE_EVERY_S = 0.5  # what there is
COUNTS = ("happened", "painted")
LARGE, SMALL = 1.0, 0.25
MAX_BODY = 4_000
TEXTS = ("action", "whose", "text", "question")
NUMBERS = ("shown", "x", "y")


def bound(port: int) -> socket.socket:
    """Raises: USAGE if the port is taken."""
    return loopback.bound(port, "Take any that is free: clz show")


class Look(NamedTuple):
    """What was seen of a tab last."""

    picture: int = 0
    cursor: int = 0
    why: str = ""


class Show:
    """What the page is served."""

    def __init__(self, session: str) -> None:
        self._key = new_key("show")
        self._client = AsyncClient(session, self._key)
        self.token = secrets.token_urlsafe(24)
        if self._client.paths.file.exists():
            viewers.begin(self._client.paths, self._key)

    def close(self) -> None:
        viewers.end(self._client.paths, self._key)
        self._client.close()

    def app(self, port: int) -> Guard:
        routes = [
            Route("/", self._page),
            Route("/events", self._events),
            Route("/history", self._history),
            Route("/do", self._do, methods=["POST"]),
            *[Route(f"/{name}", self._file) for name in NAMED],
        ]
        return Guard(Starlette(routes=routes), self.token, port)

    async def _page(self, _request: Request) -> Response:
        return Response((HERE / "show.html").read_text("utf-8"), media_type="text/html")

    async def _file(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return Response(NAMED[name].read_text("utf-8"), media_type=FILES[NAMED[name]])

    async def _events(self, request: Request) -> Response:
        shown = request.query_params.get("shown", "")
        tab = int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 12 else None
        return StreamingResponse(self.looks(tab), media_type="text/event-stream")

    async def looks(self, shown: int | None) -> AsyncGenerator[str, None]:
        """What there is to see, for as long as somebody does. A tab that is slow to be pictured holds nobody up."""
        known: dict[str, Any] = {}
        turns = Turns(shown)
        next_state = 0.0
        looks: dict[int, Look] = {}
        looking: asyncio.Task[str] | None = None
        try:
            while True:
                begin = time.monotonic()
                try:
                    if begin >= next_state:
                        state = await self._call("viewAll")
                        next_state = begin + STATE_EVERY_S
                        turns.told(state["tabs"], begin)
                        if (told := _without_counts(state)) != known:
                            known = told
                            yield _event("state", told)
                except ClzError as problem:
                    known, turns, looks, next_state = {}, Turns(shown), {}, begin + STATE_EVERY_S
                    yield _event("gone", {"message": problem.message})
                if looking is None and (tab := turns.next(time.monotonic())) is not None:
                    looking = asyncio.create_task(self._look(tab, LARGE if tab == shown else SMALL, looks, turns))
                now = time.monotonic()
                if looking is None:
                    await asyncio.sleep(max(0.01, turns.wait(now, next_state - now)))
                elif (await asyncio.wait({looking}, timeout=max(0.01, next_state - now)))[0]:
                    yield looking.result()
                    looking = None
        finally:
            if looking is not None:
                looking.cancel()

    async def _look(self, tab: int, scale: float, looks: dict[int, Look], turns: Turns) -> str:
        """What a tab shows, for the page: nothing but its number where it is as it was."""
        begin = time.monotonic()
        last = looks.get(tab, Look())
        try:
            look = await self._call("viewTab", shown=tab, scale=scale, since=last.cursor, known=last.picture)
        except ClzError:  # it has just gone
            look = {"image": "", "picture": 0, "width": 0, "height": 0, "why": "", "errors": [], "cursor": last.cursor}
        looks[tab] = now = Look(look["picture"], look["cursor"], look["why"])
        turns.looked(tab, begin, time.monotonic(), differs=now != last)
        is_as_it_was = now == last and not look["errors"]
        return _event("seen", {"tabId": tab}) if is_as_it_was else _event("tab", {**look, "tabId": tab})

    async def _do(self, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_BODY:
                return JSONResponse({"message": "The request is too large."}, 413)
        if request.headers.get("content-type") != "application/json":
            return JSONResponse({"message": "Send JSON."}, 415)
        try:
            given = dict(json.loads(body))
            params: dict[str, object] = {name: str(given[name]) for name in TEXTS if name in given}
            params |= {name: _number(given[name]) for name in NUMBERS if name in given}
        except (ValueError, TypeError, LookupError, RecursionError):
            return JSONResponse({"message": "Unknown action."}, 400)
        try:
            return JSONResponse(dict(await self._call("viewDo", **params)))
        except ClzError as problem:
            return JSONResponse({"message": problem.message}, 409)

    async def _history(self, request: Request) -> Response:
        """What the journal of an agent holds, if one is kept that can be read here."""
        agent = request.query_params.get("agent", "")
        return JSONResponse(await asyncio.to_thread(history.of, self._client.paths, agent))

    async def _call(self, name: str, **params: object) -> RawResult:
        paths = self._client.paths
        if not paths.file.exists():
            raise error("NOT_CONNECTED", f"No Firefox runs for session {paths.name!r}.")
        viewers.begin(paths, self._key)
        return await self._client.call(name, params, LOOK_MS)


def _without_counts(state: RawResult) -> dict[str, Any]:
    """What the page gets of it: not how often something happened in its tabs."""
    tabs = [{name: tab[name] for name in tab if name not in COUNTS} for tab in state["tabs"]]
    return {**state, "tabs": tabs}


def _number(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise TypeError
    return given


def _event(name: str, data: RawResult) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


class _Server(loopback.Server):
    """A signal that ends it ends the process at once, so that all is put away before."""

    def __init__(self, show: Show, port: int) -> None:
        super().__init__(show.app(port))
        self._show = show

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._show.close()


def serve(show: Show, listening: socket.socket) -> None:
    """Serve until somebody ends it."""
    with contextlib.suppress(KeyboardInterrupt):
        _Server(show, listening.getsockname()[1]).run(sockets=[listening])
