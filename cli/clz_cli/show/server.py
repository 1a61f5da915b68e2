"""The server of `clz show`. It asks the host for pictures while somebody looks, and for nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from clz_cli.show import history
from clz_cli.show.guard import Guard
from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import new_key
from clz_core.config.paths import read_private
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import RawResult

HERE = Path(__file__).parent / "page"
KINDS = {"show.css": "text/css", "show.js": "text/javascript"}
HOST = "127.0.0.1"
LOOK_MS = 8_000
EVERY_S = 0.5  # the tab that is looked at, and one of the others in turn
STATE_EVERY_S = 1.0  # what there is
LARGE, SMALL = 1.0, 0.25
MAX_BODY = 4_000
TEXTS = ("action", "whose", "text", "question")
NUMBERS = ("shown", "x", "y")


def bound(port: int) -> socket.socket:
    """Raises: USAGE if the port is taken."""
    try:
        return socket.create_server((HOST, port))
    except OSError as problem:
        what = f"Cannot listen at port {port} of {HOST}: {problem.strerror}."
        raise error("USAGE", what, "Take any that is free: clz show") from problem


class Show:
    """What the page is served."""

    def __init__(self, session: str) -> None:
        self._client = AsyncClient(session, new_key("show"))
        self.token = secrets.token_urlsafe(24)

    def app(self, port: int) -> Guard:
        routes = [
            Route("/", self._page),
            Route("/events", self._events),
            Route("/history", self._history),
            Route("/do", self._do, methods=["POST"]),
            *[Route(f"/{name}", self._file) for name in KINDS],
        ]
        return Guard(Starlette(routes=routes), self.token, port)

    async def _page(self, _request: Request) -> Response:
        return Response((HERE / "show.html").read_text("utf-8"), media_type="text/html")

    async def _file(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return Response((HERE / name).read_text("utf-8"), media_type=KINDS[name])

    async def _events(self, request: Request) -> Response:
        shown = request.query_params.get("shown", "")
        tab = int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 12 else None
        return StreamingResponse(self._looks(tab), media_type="text/event-stream")

    async def _looks(self, shown: int | None) -> AsyncIterator[str]:
        """What there is to see, for as long as somebody does."""
        known: dict[str, Any] = {}
        state: dict[str, Any] = {"tabs": []}
        next_state = 0.0
        seen: dict[int, float] = {}
        cursors: dict[int, int] = {}
        while True:
            begin = time.monotonic()
            try:
                if begin >= next_state:
                    state = await self._call("viewAll")
                    next_state = begin + STATE_EVERY_S
                if state != known:
                    known = state
                    yield _event("state", state)
                for tab in _next([one["tabId"] for one in state["tabs"]], shown, seen):
                    seen[tab] = begin
                    scale = LARGE if tab == shown else SMALL
                    with contextlib.suppress(ClzError):  # it has just gone
                        look = await self._call("viewTab", shown=tab, scale=scale, since=cursors.get(tab, 0))
                        cursors[tab] = look["cursor"]
                        yield _event("tab", {**look, "tabId": tab})
            except ClzError as problem:
                known, state, next_state = {}, {"tabs": []}, 0.0
                yield _event("gone", {"message": problem.message})
            await asyncio.sleep(max(0.05, EVERY_S - (time.monotonic() - begin)))

    async def _do(self, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_BODY:
                return JSONResponse({"message": "That is too much at once."}, 413)
        if request.headers.get("content-type") != "application/json":
            return JSONResponse({"message": "Send JSON."}, 415)
        try:
            given = dict(json.loads(body))
            params: dict[str, object] = {name: str(given[name]) for name in TEXTS if name in given}
            params |= {name: _number(given[name]) for name in NUMBERS if name in given}
        except (ValueError, TypeError, LookupError, RecursionError):
            return JSONResponse({"message": "That is not an action."}, 400)
        try:
            return JSONResponse(dict(await self._call("viewDo", **params)))
        except ClzError as problem:
            return JSONResponse({"message": problem.message}, 409)

    async def _history(self, request: Request) -> Response:
        """What the journal of an agent holds, if one is kept that can be read here."""
        agent = request.query_params.get("agent", "")
        return JSONResponse(await asyncio.to_thread(history.of, self._client.paths, agent))

    async def _call(self, name: str, **params: object) -> RawResult:
        try:
            key = read_private(self._client.paths.viewer).decode("ascii")
        except OSError:
            raise error("NOT_CONNECTED", f"No Firefox runs for session {self._client.paths.name!r}.") from None
        return await self._client.call(name, {"key": key, **params}, LOOK_MS)


def _next(tabs: list[int], shown: int | None, seen: dict[int, float]) -> list[int]:
    """The tab that is looked at, and of the others the one that was seen least lately: agents need Firefox too."""
    others = [tab for tab in tabs if tab != shown]
    return [*([shown] if shown in tabs else []), *sorted(others, key=lambda tab: seen.get(tab, 0.0))[:1]]


def _number(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise TypeError
    return given


def _event(name: str, data: RawResult) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def serve(show: Show, listening: socket.socket) -> None:
    """Serve until somebody ends it."""
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        show.app(port), log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
