"""The site that tests, demo and benchmarks drive, on loopback only.

Static files come from `pages/`, then from `dist/` (what `npm run build` makes), each re-read for every request. The
routes below answer what a file cannot. By hand: `python tests/site/server.py [PORT]`, then open the address it prints.

    /slow?ms=N          index.html, N milliseconds late
    /hang               never answers; the connection ends with the server
    /parts?ms=N&css=N   a page whose last part, and its style sheet, come N milliseconds late; without ms, never
    /late.css?ms=N      an empty style sheet, N milliseconds late
    /redirect?to=URL    302 to URL
    /status/404         that status, with a small page
    /flip               200 the first time, 500 the second, and so on
    /written?html=TEXT  a page that is this text
    /mute               500, with an empty body
    /json               application/json
    /image.png          a picture of 64 x 48 pixels
    /slow-image?ms=N    that picture, N milliseconds late
    /pdf                a page with words as application/pdf
    /csp                a page whose Content-Security-Policy forbids inline scripts, eval and other origins
    /trusted-types      the same page; its policy also requires trusted types
    /policy?to=URL&header=NAME&rel=REL
                        a page with a header that names URL: Link, or Content-Security-Policy, which the page offends
    /kept               an empty page that a browser may keep for "back"
    /headers            the request's headers, as JSON
    /download?bytes=N   a text file, offered for saving; with cut=1 the connection ends halfway, at `Site.cut`
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import threading
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

HERE = Path(__file__).resolve().parent
CUT_WITHIN_S = 30.0  # where nobody says `Site.cut`
FOLDERS = (HERE / "pages", HERE / "dist")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
FIRST_PART = """<!doctype html><title>Parts</title><link rel="stylesheet" href="/late.css?ms=CSS">
<ul><li>One<li>Two</ul><h1>First</h1>"""
LAST_PART = """<p id="total">42</p><ol><li>Three</ol><h2>Last</h2>
<script>addEventListener("DOMContentLoaded", () => document.body.append("ready"))</script>"""
CSP = "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'none'; base-uri 'none'"
TRUSTED_TYPES = f"{CSP}; require-trusted-types-for 'script'; trusted-types 'none'"
CSP_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Strict policy</title><link rel="stylesheet" href="page.css"></head>
<body><h1>Strict policy</h1><p id="text">Nothing inline runs here.</p>
<input id="field"><button id="press">Press</button>
<script>document.title = "inline script ran";</script></body></html>"""


def png(width: int = 64, height: int = 48) -> bytes:
    """A PNG that runs from blue to orange (https://www.w3.org/TR/png-3/#5PNG-file-signature)."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(
        b"\0" + b"".join(bytes((255 * x // width, 140, 255 - 255 * x // width)) for x in range(width))
        for _ in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pdf() -> bytes:
    """The smallest PDF that viewers accept: one page with two lines of words."""
    words = "BT/F1 12 Tf 20 120 Td(Printed words)Tj 0 -20 Td(and more)Tj ET"
    objects = (
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(words)}>>stream\n{words}\nendstream ",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    body, offsets = "%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj{text}endobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return (
        f"{body}xref\n0 {size}\n0000000000 65535 f \n{table}"
        f"trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF\n"
    ).encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self.query = {key: values[-1] for key, values in parse_qs(urlsplit(self.path).query).items()}
        path = unquote(urlsplit(self.path).path)
        self.server.seen.append(self.path)
        head, _, rest = path.strip("/").partition("/")
        route = ROUTES.get(head)
        if route is not None and (not rest or head == "status"):
            route(self, rest)
        else:
            self.file(path)

    def do_HEAD(self) -> None:
        self.do_GET()

    def send(
        self, body: bytes | str, kind: str = TYPES[".html"], status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            "Cache-Control": "no-store",
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def file(self, path: str) -> None:
        for folder in FOLDERS:
            file = (folder / path.lstrip("/")).resolve()
            if file.is_dir() and not path.endswith("/"):
                self.send("", status=HTTPStatus.MOVED_PERMANENTLY, headers={"Location": path + "/"})
                return
            file = file / "index.html" if file.is_dir() else file
            if file.is_relative_to(folder) and file.is_file():
                self.send(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))
                return
        self.status("404")

    def status(self, code: str) -> None:
        number = int(code) if code.isdigit() and 200 <= int(code) <= 599 else 404
        self.send(f"<!doctype html><title>Status {number}</title><h1>Status {number}</h1>", status=number)

    def flip(self, _: str) -> None:
        self.status("200" if self.server.seen.count(self.path) % 2 else "500")

    def slow(self, _: str) -> None:
        self.server.closing.wait(int(self.query.get("ms", "1000")) / 1000)
        self.file("/index.html")

    def slow_image(self, _: str) -> None:
        self.server.closing.wait(int(self.query.get("ms", "1000")) / 1000)
        self.send(png(), TYPES[".png"])

    def hang(self, _: str) -> None:
        self.server.closing.wait()
        self.close_connection = True

    def parts(self, _: str) -> None:
        late = self.query.get("ms")
        self.send_response(200)
        self.send_header("Content-Type", TYPES[".html"])
        self.end_headers()
        self.wfile.write(FIRST_PART.replace("CSS", self.query.get("css", "0")).encode())
        self.wfile.flush()
        self.server.closing.wait(None if late is None else int(late) / 1000)
        self.wfile.write(b"" if late is None else LAST_PART.encode())
        self.close_connection = True

    def late_css(self, _: str) -> None:
        self.server.closing.wait(int(self.query.get("ms", "0")) / 1000)
        self.send("", TYPES[".css"])

    def redirect(self, _: str) -> None:
        self.send("", status=HTTPStatus.FOUND, headers={"Location": self.query.get("to", "/")})

    def header(self, _: str) -> None:
        to, name, rel = self.query.get("to", "/"), self.query.get("header", "Link"), self.query.get("rel", "preconnect")
        link = f'<{to}>; rel="{rel}"{"; as=script" if rel == "preload" else ""}'
        value = link if name == "Link" else f"script-src 'none'; report-uri {to}"
        self.send("<!doctype html><title>Header</title><script>0</script>", headers={name: value})

    def headers_as_json(self, _: str) -> None:
        self.send(json.dumps(dict(self.headers)), "application/json")

    def download(self, _: str) -> None:
        body = ("downloaded\n" * 1000)[: int(self.query.get("bytes", "11"))].encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Disposition", 'attachment; filename="download.txt"')
        self.end_headers()
        if self.query.get("cut"):
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.server.cuts.acquire(timeout=CUT_WITHIN_S)
        else:
            self.wfile.write(body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept in `Site.seen`, not printed."""


ROUTES: dict[str, Callable[[_Handler, str], None]] = {
    "slow": _Handler.slow,
    "hang": _Handler.hang,
    "parts": _Handler.parts,
    "late.css": _Handler.late_css,
    "redirect": _Handler.redirect,
    "status": _Handler.status,
    "flip": _Handler.flip,
    "mute": lambda handler, _: handler.send("", status=500),
    "written": lambda handler, _: handler.send(f"<!doctype html><title>Written</title>{handler.query.get('html', '')}"),
    "json": lambda handler, _: handler.send('{"hello": "world", "list": [1, 2, 3]}', "application/json"),
    "image.png": lambda handler, _: handler.send(png(), TYPES[".png"]),
    "slow-image": _Handler.slow_image,
    "pdf": lambda handler, _: handler.send(pdf(), "application/pdf"),
    "csp": lambda handler, _: handler.send(CSP_PAGE, headers={"Content-Security-Policy": CSP}),
    "trusted-types": lambda handler, _: handler.send(CSP_PAGE, headers={"Content-Security-Policy": TRUSTED_TYPES}),
    "policy": _Handler.header,
    "kept": lambda handler, _: handler.send(
        "<!doctype html><title>Kept</title>", headers={"Cache-Control": "max-age=60"}
    ),
    "headers": _Handler.headers_as_json,
    "download": _Handler.download,
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a browser keeps idle connections open

    def __init__(self, port: int) -> None:
        self.closing = threading.Event()
        self.seen: list[str] = []
        self.cuts = threading.Semaphore(0)
        self.connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.connections.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End the connections that a browser keeps open for its next request."""
        for connection in list(self.connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a connection early is not an error of the site."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type] # passed on as it came


class Site:
    """Serves while it is entered. `seen` lists the paths that were asked for."""

    def __init__(self, port: int = 0) -> None:
        self._server = _Server(port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def seen(self) -> list[str]:
        return self._server.seen

    @cached_property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def url(self, path: str = "") -> str:
        """The address of a page: `site.url("form.html")`."""
        return f"{self.origin}/{path.lstrip('/')}"

    def cut(self) -> None:
        """Break one download that waits for it, halfway."""
        self._server.cuts.release()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End every request that still waits, and stop."""
        self._server.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._server.hang_up()
        self._thread.join()


def main() -> None:
    with Site(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as site:
        print(f"{site.url()}  (Ctrl-C ends it)")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
