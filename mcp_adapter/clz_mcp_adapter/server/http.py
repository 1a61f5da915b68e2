"""The protocol over streamable HTTP, on this machine alone: for clients with the token, and never for a page."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import socket
from collections.abc import Iterator

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from clz_core.contract.errors import error
from clz_core.loopback import server as loopback
from clz_core.loopback.own import is_own

PATH = "/mcp"
TOKEN = "CLZ_MCP_TOKEN"  # noqa: S105 - the name of the variable, not the token
LEAST_TOKEN = 16


def token() -> tuple[str, bool]:
    """What clients have to send, and whether it was made here. Raises: USAGE if one was given that can be guessed."""
    given = os.environ.get(TOKEN, "")
    if not given:
        return secrets.token_urlsafe(32), True
    if len(given) < LEAST_TOKEN or not given.isascii() or not given.isprintable() or " " in given:
        what = f"{TOKEN} is not a token: it takes {LEAST_TOKEN} characters of ASCII or more, without spaces."
        raise error("USAGE", what, "Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(32))'")
    return given, False


def bound(port: int) -> socket.socket:
    """Raises: USAGE if the port is taken."""
    return loopback.bound(port, "Take another, or 0 for any that is free: clz mcp --http 0")


async def serve(server: Server, listening: socket.socket, secret: str) -> None:
    """Serve until this is cancelled."""
    manager = StreamableHTTPSessionManager(server)
    async with manager.run():
        await _Server(_Guarded(manager.handle_request, secret)).serve(sockets=[listening])


class _Server(loopback.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are those of the whole server."""
        yield


class _Guarded:
    """Admits clients with the token, to the one address that there is."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self._app = app
        self._wanted = f"Bearer {secret}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if not is_own(scope["headers"]):
            await PlainTextResponse("Requests from web pages, or for another host, are refused.", 403)(
                scope, receive, send
            )
            return
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        if len(given) != 1 or not hmac.compare_digest(given[0], self._wanted):
            headers = {"WWW-Authenticate": "Bearer"}
            refused = PlainTextResponse("Send the token: Authorization: Bearer TOKEN", 401, headers)
            await refused(scope, receive, send)
            return
        loopback.known(scope)
        if scope["path"].rstrip("/") != PATH:
            await PlainTextResponse(f"The address is {PATH}.", 404)(scope, receive, send)
        else:
            await self._app(scope, receive, send)
