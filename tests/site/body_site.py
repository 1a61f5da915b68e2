"""A site whose answers are what the recorder of bodies has to cope with.

Each path of `Answer` has one answer. `/bytes` has random ones, of the size, type, encoding and framing that its query
names; it gives the same for the same query. `/echo` answers what it was sent, byte for byte.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from random import Random
from urllib.parse import parse_qs, urlsplit

from tests.site.serving import LocalServer, serving

JSON = "application/json"
WORKER = """
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.url.includes("/made-up")) event.respondWith(new Response('{"by":"worker"}', { headers: {
    "Content-Type": "application/json" } }));
});
"""
# Long enough for Firefox to keep it compiled.
APP_SCRIPT = "".join(f"function f{n}(a) {{ return a + {n}; }} window.last = f{n}(0);\n" for n in range(2_000))
# Answers that are as they are: type, body, further headers, status.
FIXED: dict[str, tuple[str, bytes, dict[str, str], int]] = {
    "/": ("text/html", b"<!doctype html><title>Bodies</title><p id='p'>Bodies", {}, 200),
    "/secret": (JSON, b'{"user":"ada","password":"hunter2","list":[{"token":"hunter3"}]}', {}, 200),
    "/cached": (JSON, b'{"n":1}', {"Cache-Control": "max-age=600"}, 200),
    "/script.js": ("text/javascript", b"window.ran = (window.ran || 0) + 1;", {"Cache-Control": "max-age=600"}, 200),
    "/app": ("text/html", b"<!doctype html><title>App</title><script src=app.js></script>", {}, 200),
    "/app.js": (
        "text/javascript",
        gzip.compress(APP_SCRIPT.encode()),
        {"Cache-Control": "max-age=600", "Content-Encoding": "gzip"},
        200,
    ),
    "/redirect": ("text/html", b"moved", {"Location": "/secret"}, 302),
    "/again": ("text/html", b"moved", {"Location": "/echo"}, 307),
    "/none": ("text/plain", b"", {}, 204),
    "/utf16": ("application/json; charset=utf-8", '{"naïve":"é","password":"hunter2"}'.encode("utf-16-le"), {}, 200),
    "/latin1": ("text/plain; charset=iso-8859-1", "naïve café".encode("latin-1"), {}, 200),
    "/mislabelled": ("text/plain; charset=utf-8", b"\xff\xfe\xfd\x80 caf\xe9", {}, 200),
    "/octets": ("application/octet-stream", b'{"password":"hunter2"}', {}, 200),
    "/worker.js": ("text/javascript", WORKER.encode(), {}, 200),
}


def brotli(data: bytes) -> bytes:
    """A Brotli stream whose blocks are not compressed (RFC 7932, 9.2)."""
    encoded = bytearray()
    for at in range(0, len(data), 0x1_0000):
        block = data[at : at + 0x1_0000]
        header = len(block) - 1 << 3 | 1 << 19  # not the last, its length in 4 nibbles, not compressed
        encoded += (header << (at == 0)).to_bytes(3, "little") + block  # before the first the window's size
    return bytes(encoded) + (b"\x03" if data else b"\x06")


def zstd(data: bytes) -> bytes:
    """A Zstandard frame whose blocks are not compressed (RFC 8878, 3.1.1)."""
    encoded = bytearray(b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little"))
    for at in range(0, len(data), 0x1_0000):
        block = data[at : at + 0x1_0000]
        encoded += (len(block) << 3 | (at + len(block) == len(data))).to_bytes(3, "little") + block
    return bytes(encoded)


ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli,
    "zstd": zstd,
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits for an acknowledgement of its headers
    server: LocalServer

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        self.query = {name: values[-1] for name, values in parse_qs(split.query).items()}
        if split.path in FIXED:
            kind, body, headers, status = FIXED[split.path]
            self.answer(kind, body, headers, status)
        elif split.path in ROUTES:
            ROUTES[split.path](self)
        else:
            self.answer("text/plain", b"nothing here", status=404)

    def do_POST(self) -> None:
        self.sent = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.do_GET()

    def answer(self, kind: str, body: bytes, headers: dict[str, str] | None = None, status: int = 200) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Cache-Control": "no-store", **(headers or {})}.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def echo(self) -> None:
        self.answer(self.headers.get("Content-Type", "text/plain"), getattr(self, "sent", b""))

    def unchanged(self) -> None:
        """A body that is not sent again to a browser that has it cached."""
        headers = {"ETag": '"1"', "Cache-Control": "no-cache"}
        if self.headers.get("If-None-Match") == '"1"':
            self.send_response(304)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
        else:
            self.answer("text/html", b"<title>Unchanged</title>kept", headers)

    def random(self) -> None:
        size, kind = int(self.query.get("n", "1000")), self.query.get("type", "text/plain")
        data = Random(self.path).randbytes(size)
        headers: dict[str, str] = {}
        for encoding in self.query.get("encoding", "").split():
            data = ENCODERS[encoding](data)
            headers["Content-Encoding"] = ", ".join(filter(None, (headers.get("Content-Encoding"), encoding)))
        if "chunked" not in self.query:
            self.answer(kind, data, headers)
            return
        self.begin(kind, headers)
        for at in range(0, len(data), 4_096):
            self.chunk(data[at : at + 4_096])
        self.wfile.write(b"0\r\n\r\n")

    def begin(self, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(200)
        for name, value in {"Content-Type": kind, "Transfer-Encoding": "chunked", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()

    def chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def events(self) -> None:
        """Two events, and then whatever the test has said."""
        self.begin("text/event-stream")
        self.chunk(b'data: {"n":1,"token":"hunter2"}\n\ndata: {"n":2}\n\n')
        self.server.go_on.wait()
        self.close_connection = True

    def endless(self) -> None:
        self.begin("text/plain")
        while not self.server.go_on.is_set():
            self.chunk(b"all work and no play\n" * 500)

    def big(self) -> None:
        size = int(self.query["n"])
        self.send_response(200)
        self.send_header("Content-Type", self.query.get("type", "text/plain"))
        self.send_header("Content-Length", str(size))
        self.end_headers()
        piece = b"0123456789abcdef" * 65_536
        for at in range(0, size, len(piece)):
            self.wfile.write(piece[: size - at])

    def cut(self) -> None:
        """Half of what was promised, and then the connection is gone."""
        self.send_response(200)
        self.send_header("Content-Type", JSON)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"user":"ada","password":"hunt')
        self.close_connection = True

    def cookies(self) -> None:
        self.send_response(204)
        self.send_header("Set-Cookie", "visit=v1s1t; Path=/; HttpOnly; SameSite=Lax")
        self.send_header("Set-Cookie", "theme=dark; Path=/; Expires=Thu, 01 Jan 2099 00:00:00 GMT")
        self.end_headers()

    def cut_chunks(self) -> None:
        self.begin("text/plain")
        self.chunk(b"the beginning")
        self.close_connection = True

    def broken_gzip(self) -> None:
        self.answer("text/plain", gzip.compress(b"x" * 1_000)[:15] + b"no gzip", {"Content-Encoding": "gzip"})

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


ROUTES: dict[str, Callable[[_Handler], None]] = {
    "/echo": _Handler.echo,
    "/unchanged": _Handler.unchanged,
    "/bytes": _Handler.random,
    "/events": _Handler.events,
    "/endless": _Handler.endless,
    "/big": _Handler.big,
    "/cut": _Handler.cut,
    "/cookies": _Handler.cookies,
    "/cutchunked": _Handler.cut_chunks,
    "/badgzip": _Handler.broken_gzip,
}


@dataclass
class BodySite:
    """Where it is. `end_streams` ends the answers that never end by themselves."""

    origin: str
    end_streams: Callable[[], None] = field(repr=False)


@contextmanager
def body_site() -> Iterator[BodySite]:
    with serving(LocalServer(_Handler)) as server:
        yield BodySite(f"http://127.0.0.1:{server.server_port}", server.go_on.set)
