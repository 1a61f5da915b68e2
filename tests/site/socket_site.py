"""A site with WebSockets (RFC 6455) and EventSources, each of which does what its path says."""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from tests.site.serving import LocalServer, serving

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE = 1, 2, 8
WORKER = "const socket = new WebSocket(location.origin.replace('http', 'ws') + '/echo?worker');"
PAGES = {
    "/": "<!doctype html><title>Sockets</title><p id='p'>Sockets",
    "/at-once": (
        "<!doctype html><script>const socket = new WebSocket(`ws://${location.host}/greets`);"
        "const events = new EventSource('/events')</script><title>At once</title><p id='p'>At once"
    ),
    "/leaving": (
        "<!doctype html><title>Leaving</title><p id='p'>Leaving</p><script>"
        "const socket = new WebSocket(`ws://${location.host}/echo`); socket.onopen = () => socket.send('hello');"
        "onpagehide = () => socket.send('bye')</script>"
    ),
}
SCRIPTS = {
    "/worker.js": f"{WORKER} socket.onopen = () => socket.send('of a worker');",
    "/service.js": f"{WORKER} socket.onopen = () => socket.send('of a service worker');",
}


class SocketHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LocalServer

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        self.query = {name: values[-1] for name, values in parse_qs(split.query).items()}
        if split.path in PAGES:
            self._answer("text/html", PAGES[split.path])
        elif split.path == "/framed":
            self._answer("text/html", f"<!doctype html><p id='p'>Framed<iframe src='{unquote(split.query)}'></iframe>")
        elif split.path in SCRIPTS:
            self._answer("text/javascript", SCRIPTS[split.path])
        elif split.path == "/events":
            self._events()
        elif split.path in SOCKETS and "Sec-WebSocket-Key" in self.headers:
            self._upgrade()
            SOCKETS[split.path](self)
            self.close_connection = True
        else:
            self._answer("text/plain", "nothing here", 404)

    def _answer(self, kind: str, body: str | bytes, status: int = 200) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _events(self) -> None:
        """Three events, and then one for each that the test sends."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(
            b'retry: 100\n\ndata: {"n":1,"token":"hunter2"}\n\nevent: news\nid: 7\ndata: two\ndata: lines\n\n'
        )
        self.wfile.write("data: é\n\n".encode())
        self.wfile.flush()
        self.server.go_on.wait()
        self.close_connection = True

    def _upgrade(self) -> None:
        key = self.headers["Sec-WebSocket-Key"].encode()
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key + GUID).digest()).decode())
        if protocols := self.headers.get("Sec-WebSocket-Protocol"):
            self.send_header("Sec-WebSocket-Protocol", protocols.split(",")[0].strip())
        if urlsplit(self.path).path == "/deflated":
            self.send_header("Sec-WebSocket-Extensions", "permessage-deflate; server_no_context_takeover")
        self.end_headers()
        self.wfile.flush()

    def send(self, opcode: int, data: bytes, final: bool = True, reserved: int = 0) -> None:
        head = bytes([(0x80 if final else 0) | reserved | opcode])
        if len(data) < 126:
            head += bytes([len(data)])
        elif len(data) < 1 << 16:
            head += b"\x7e" + struct.pack(">H", len(data))
        else:
            head += b"\x7f" + struct.pack(">Q", len(data))
        self.wfile.write(head + data)
        self.wfile.flush()

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """The whole messages of the page; a close is the last."""
        opcode, message = 0, b""
        while head := self.rfile.read(2):
            size = head[1] & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self.rfile.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.rfile.read(8))
            mask, data = self.rfile.read(4), self.rfile.read(size)
            message += _masked(data, mask)
            opcode = head[0] & 0x0F or opcode
            if head[0] & 0x80:
                yield opcode, message
                message = b""
            if opcode == CLOSE:
                return

    def echo(self) -> None:
        for opcode, data in self.frames():
            self.send(opcode, data)

    def silent(self) -> None:
        for _ in self.frames():
            pass

    def greets(self) -> None:
        self.send(TEXT, b"welcome")
        self.echo()

    def closes(self) -> None:
        code = int(self.query["code"])
        self.send(CLOSE, struct.pack(">H", code) + self.query.get("reason", "").encode())
        self.silent()

    def breaks_off(self) -> None:
        self.send(TEXT, b"before")

    def floods(self) -> None:
        for number in range(int(self.query["n"])):
            self.send(TEXT, b"message %d" % number)
        self.silent()

    def sends_big(self) -> None:
        self.send(BINARY, bytes(range(128, 256)) * (int(self.query["n"]) // 128))
        self.silent()

    def sends_broken_text(self) -> None:
        self.send(TEXT, b"\xff\xfe broken")
        self.silent()

    def sends_in_pieces(self) -> None:
        self.send(TEXT, b"one, ", final=False)
        self.send(0, b"two, ", final=False)
        self.send(0, b"three")
        self.silent()

    def sends_deflated(self) -> None:
        deflate = zlib.compressobj(wbits=-15)
        data = deflate.compress(b"squeezed " * 100) + deflate.flush(zlib.Z_SYNC_FLUSH)
        self.send(TEXT, data[:-4], reserved=0x40)
        self.silent()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


def _masked(data: bytes, mask: bytes) -> bytes:
    repeated = (mask * (len(data) // 4 + 1))[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(data), "big")


SOCKETS: dict[str, Callable[[SocketHandler], None]] = {
    "/echo": SocketHandler.echo,
    "/silent": SocketHandler.silent,
    "/greets": SocketHandler.greets,
    "/closes": SocketHandler.closes,
    "/breaks-off": SocketHandler.breaks_off,
    "/floods": SocketHandler.floods,
    "/big": SocketHandler.sends_big,
    "/broken-text": SocketHandler.sends_broken_text,
    "/pieces": SocketHandler.sends_in_pieces,
    "/deflated": SocketHandler.sends_deflated,
}


class SocketSite(NamedTuple):
    """Where it is, also under a name that is another site's, and the address of its sockets."""

    origin: str
    other_origin: str
    sockets: str
    end_streams: Callable[[], None]


@contextmanager
def socket_site() -> Iterator[SocketSite]:
    with serving(LocalServer(SocketHandler)) as server:
        host = f"127.0.0.1:{server.server_port}"
        yield SocketSite(f"http://{host}", f"http://localhost:{server.server_port}", f"ws://{host}", server.go_on.set)
