"""A site that asks for HTTP authentication: `ada` with `PASSWORD`. It gives its origin, and lists what it was sent."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.site.serving import LocalServer, serving

PASSWORD = "basic-pässword"
TAKEN = "Basic " + base64.b64encode(f"ada:{PASSWORD}".encode()).decode()


class _Server(LocalServer):
    def __init__(self) -> None:
        self.sent: list[str | None] = []
        super().__init__(_Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        given = self.headers.get("Authorization")
        self.server.sent.append(given)
        let_in = given == TAKEN
        page = b"<!doctype html><title>Inside</title><link rel=icon href=data:,><h1>Inside</h1>"
        data = page if let_in else page.replace(b"Inside", b"Outside")
        self.send_response(200 if let_in else 401)
        if not let_in:
            self.send_header("WWW-Authenticate", 'Basic realm="staging", charset="UTF-8"')
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """A test's own output is enough."""


@contextmanager
def basic_site() -> Iterator[tuple[str, list[str | None]]]:
    server = _Server()
    with serving(server):
        yield f"http://127.0.0.1:{server.server_address[1]}", server.sent
