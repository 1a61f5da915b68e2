"""A way to the MCP server over HTTP for who cannot send its token: `python -m tests.site.with_token URL`.

The token is that of `CLZ_MCP_TOKEN`. It prints its own address, and goes on until it is ended.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

import httpx
import uvicorn

HOP = {b"connection", b"content-length", b"transfer-encoding", b"accept-encoding"}


def main(target: str) -> None:
    client = httpx.AsyncClient(timeout=None)
    token = f"Bearer {os.environ['CLZ_MCP_TOKEN']}".encode()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        headers = [(name, value) for name, value in scope["headers"] if name not in HOP]
        headers.append((b"authorization", token))
        async with client.stream(scope["method"], target + scope["path"], headers=headers, content=body) as given:
            kept = [(name, value) for name, value in given.headers.raw if name.lower() not in HOP]
            await send({"type": "http.response.start", "status": given.status_code, "headers": kept})
            async for data in given.aiter_raw():
                await send({"type": "http.response.body", "body": data, "more_body": True})
            await send({"type": "http.response.body"})

    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off")).run([listening])


if __name__ == "__main__":
    main(sys.argv[1])
