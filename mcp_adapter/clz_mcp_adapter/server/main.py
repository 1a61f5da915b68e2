"""The life of a server: from its start until its client leaves or a signal ends it.

It ends by `os._exit` once it has said goodbye: the thread that reads stdin cannot be interrupted, and would keep the
process for as long as the client keeps the pipe.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import logging.handlers
import os
import signal
import socket
import sys
from typing import NoReturn

from clz_core.config.paths import private_dir, state_dir
from clz_core.contract.limits import LOG_BYTES, LOG_FILES, MCP_GOODBYE_MS
from clz_core.text.plain_log import PlainFormatter
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.server.adapter import Adapter, options
from clz_mcp_adapter.server.early import SIGNALS, Early
from clz_mcp_adapter.server.host_connection import HostConnection
from clz_mcp_adapter.server.settings import Settings
from clz_mcp_adapter.server.wire import answered_stdio

log = logging.getLogger("clz.mcp")
Listening = tuple[socket.socket, str]


def serve(settings: Settings, early: Early) -> NoReturn:
    """Serve one client on stdin and stdout, then end the process: 0 when the client left, 128 + N by signal N.

    `early` is what it said and was answered before.

    Over HTTP there may be several clients, and it goes on until a signal.
    """
    _open_log(settings.session)
    if settings.http is None and sys.stdin.isatty():
        print("clz mcp waits for an MCP client on stdin. To add it to one: clz mcp --help", file=sys.stderr)
    code = 1
    listening = None if settings.http is None else _listening(settings.http)
    try:
        # ZeroMQ's sockets cannot be watched by Windows' usual loop.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            code = runner.run(_serve(settings, early, listening))
            os._exit(code)
    except Exception:
        log.exception("the server broke")
    os._exit(code)


async def _serve(settings: Settings, early: Early, listening: Listening | None) -> int:
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[int] = loop.create_future()
    for name in SIGNALS:
        with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
            loop.add_signal_handler(getattr(signal, name), _end, ended, 128 + getattr(signal, name))
    overflow = OverflowStore()
    host = HostConnection(settings.session, settings.start, code=settings.code)
    adapter = Adapter(settings, host, overflow)
    tasks = [
        asyncio.create_task(_speak(adapter, early) if listening is None else _answer(adapter, listening)),
        asyncio.create_task(host.beat()),
    ]
    tasks[0].add_done_callback(lambda _: _end(ended, 0))
    code = await ended
    if tasks[0].done() and (problem := tasks[0].exception()) is not None:
        log.warning("the client went away: %r", problem)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(2 * MCP_GOODBYE_MS / 1000):
            await host.leave()
    overflow.close()
    return code


def _end(ended: asyncio.Future[int], code: int) -> None:
    if not ended.done():
        ended.set_result(code)


async def _speak(adapter: Adapter, early: Early) -> None:
    """Speak the protocol until stdin ends. Meanwhile stdout belongs to it alone; stray prints go to stderr."""
    server = adapter.server()
    async with answered_stdio(early) as (received, sent):
        await server.run(received, sent, options(server))


def _listening(port: int) -> Listening:
    """A socket and the token for it, with one line that says where it is. Raises: USAGE."""
    from clz_core.loopback.own import HOST
    from clz_mcp_adapter.server import http

    secret, made = http.token()
    found = http.bound(port)
    how = f"with the header Authorization: Bearer {secret}" if made else f"with the token of {http.TOKEN}"
    print(f"MCP at http://{HOST}:{found.getsockname()[1]}{http.PATH} {how}", file=sys.stderr, flush=True)
    return found, secret


async def _answer(adapter: Adapter, listening: Listening) -> None:
    """Speak the protocol over HTTP."""
    from clz_mcp_adapter.server import http

    await http.serve(adapter.server(), *listening)


def _open_log(session: str) -> None:
    """Everything that is logged, the protocol library's faults included, goes to a file and never to the client."""
    path = state_dir() / "logs" / f"mcp-{session}.log"
    private_dir(path.parent.parent)
    private_dir(path.parent)
    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(PlainFormatter("%(asctime)s %(process)d %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
