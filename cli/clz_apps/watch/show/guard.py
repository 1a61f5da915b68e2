"""Access to `clz show`: for those who have its address, from its own page and from no other.

The token is in the address. No page of another site may ask for anything there, nor embed it.
"""

from __future__ import annotations

import hmac

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clz_core.loopback.own import is_own
from clz_core.loopback.server import known

HEADERS = {
    "content-security-policy": "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Passes on what may come in, with the path after the token."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *own]}
            await send(message)

        _, _, rest = scope["path"].partition("/")
        token, _, path = rest.partition("/")
        if not is_own(scope["headers"], self._port):
            await PlainTextResponse("Cross-site request refused.", 403)(scope, receive, guarded)
        elif not hmac.compare_digest(token.encode(), self._token):
            await PlainTextResponse("There is nothing here: use the whole address that clz show printed.", 404)(
                scope, receive, guarded
            )
        else:
            known(scope)
            await self._app({**scope, "path": f"/{path}", "raw_path": None}, receive, guarded)
