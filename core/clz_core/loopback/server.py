"""What connects to a server of this machine before it has shown the token, as every process there can.

A stranger's connection has a time limit, and one too many takes the place of the oldest. Fewer are accepted in a turn
of the loop than there may be, so a token that is sent at once is heard before others take the place. A connection that
has shown the token is counted no more.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from clz_core.contract.errors import error
from clz_core.loopback.own import HOST

STRANGERS = 64
ACCEPTED_AT_ONCE = 16
QUEUE = 1_024  # that wait to be accepted; where it is full, a client tries again after a second
STRANGE_S = 10.0
SAID_EVERY_S = 60.0
_KNOWN = "clz.known"


def bound(port: int, otherwise: str) -> socket.socket:
    """A socket that listens at a port of this machine, at a free one for 0. Raises: USAGE if it is taken."""
    try:
        return socket.create_server((HOST, port))
    except OSError as problem:
        raise error("USAGE", f"Cannot listen at port {port} of {HOST}: {problem.strerror}.", otherwise) from problem


class Server(uvicorn.Server):
    """Serves `app`, which says `known` of each request that has the token."""

    def __init__(self, app: ASGIApp) -> None:
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addFilter(_Seldom())
        config = uvicorn.Config(
            app,
            http=cast("type[asyncio.Protocol]", partial(_Connection, strangers={})),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            backlog=ACCEPTED_AT_ONCE,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUE)  # which leaves alone how many asyncio accepts at once


def known(scope: Scope) -> None:
    """The request has the token: its connection is no stranger's."""
    if (found := scope.get("extensions", {}).get(_KNOWN)) is not None:
        found()


class _Connection(H11Protocol):
    def __init__(self, *args: Any, strangers: dict[_Connection, asyncio.TimerHandle], **options: Any) -> None:
        super().__init__(*args, **options)
        self._strangers = strangers
        self._served = self.app
        self.app = self._ask

    async def _ask(self, scope: Any, receive: Any, send: Any) -> None:
        await self._served({**scope, "extensions": {_KNOWN: self._count_no_more}}, receive, send)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the class itself
        super().connection_made(transport)
        if len(self._strangers) >= STRANGERS:
            oldest = next(iter(self._strangers))
            oldest._count_no_more()  # at once: its end is heard of in a later turn
            oldest.transport.abort()
        self._strangers[self] = self.loop.call_later(STRANGE_S, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._count_no_more()
        super().connection_lost(exc)

    def _count_no_more(self) -> None:
        if (timer := self._strangers.pop(self, None)) is not None:
            timer.cancel()


class _Seldom(logging.Filter):
    """Lets each kind of message through once a minute, as a stranger fills no disk, and none of pages that are open."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = str(record.msg).partition("\n")[0], time.monotonic()
        if kind.startswith("Cancel ") or now - self._said.get(kind, -SAID_EVERY_S) < SAID_EVERY_S:
            return False
        self._said[kind] = now
        return True
