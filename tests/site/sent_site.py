"""A site that keeps what it was sent, for tests of what all requests of a page carry, and of how fast they are.

/           a page with a script, a picture and a frame of another site
/worker.js  a worker that fetches /by-worker
/service-worker.js  a worker that answers all that its pages ask for, by itself
/socket     takes a WebSocket
/to?url=URL 302 to URL
/bytes?n=N  so many bytes
any other   an empty page, for pages of all sites
"""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.site.serving import LocalServer, serving

SOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455
PAGE = """<!doctype html><title>Sent</title><link rel=icon href=data:,><script src=/script.js></script>
<img src=/picture.png><iframe src="{elsewhere}/framed"></iframe>"""

SERVICE_WORKER = b"""
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
const held = () => new Response("<title>Held</title>", { headers: { "Content-Type": "text/html" } });
addEventListener("fetch", (event) => event.respondWith(held()));
"""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(split.query).items()}
        with self.server.lock:
            self.server.sent.append((split.path, {name.lower(): value for name, value in self.headers.items()}))
        if split.path == "/":
            self.answer(PAGE.format(elsewhere=self.server.elsewhere).encode())
        elif split.path == "/worker.js":
            self.answer(b"fetch('/by-worker').then((answer) => answer.text()).then(postMessage)", "text/javascript")
        elif split.path == "/service-worker.js":
            self.answer(SERVICE_WORKER, "text/javascript")
        elif split.path == "/to":
            self.answer(b"", status=302, Location=query["url"])
        elif split.path == "/bytes":
            self.answer(b"x" * int(query["n"]), "application/octet-stream")
        elif split.path == "/socket":
            self.take_socket()
        else:
            self.answer(b"<!doctype html><title>Empty</title>")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.do_GET()

    def do_OPTIONS(self) -> None:
        self.answer(b"")

    def answer(self, body: bytes, kind: str = "text/html", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        allowed = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        fixed = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        for name, value in {**fixed, **allowed, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def take_socket(self) -> None:
        key = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + SOCKET_KEY).encode()).digest()
        self.send_response(101)
        for name, value in {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Accept": base64.b64encode(key).decode(),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.rfile.read(1)  # until it is closed
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept, not printed."""


class _Server(LocalServer):
    def __init__(self) -> None:
        super().__init__(_Handler)
        self.lock = threading.Lock()
        self.sent: list[tuple[str, dict[str, str]]] = []
        self.elsewhere = f"http://elsewhere.localhost:{self.server_port}"


class SentSite:
    """The site at `origin`, and at `elsewhere` as another one."""

    def __init__(self, server: _Server) -> None:
        self._server = server
        self.origin = f"http://127.0.0.1:{server.server_port}"
        self.elsewhere = server.elsewhere

    def headers(self, path: str) -> list[dict[str, str]]:
        """The headers of each request for a path so far, their names in small letters."""
        with self._server.lock:
            return [headers for asked, headers in self._server.sent if asked == path]

    def paths(self) -> list[str]:
        with self._server.lock:
            return [asked for asked, _ in self._server.sent]


@contextmanager
def sent_site() -> Iterator[SentSite]:
    with serving(_Server()) as server:
        yield SentSite(server)
