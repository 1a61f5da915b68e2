"""The command lines of the README and of the pages in `docs`, and the site that they are run at."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from clz_generate.files import ROOT

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
</head><body><main><h1>Shop</h1><p>Thank you, Ada. <span class="clock">12:00</span></p>
<label>Name <input id="name"></label> <label>Email <input id="email" value="ada@example.com"></label>
<label>Password <input type="password"></label> <label>Code <input autocomplete="one-time-code"></label>
<button id="save" onclick="fetch('/api/save')">Save</button> <button class="submit" hidden>Send</button>
<a href="/logout">Sign out</a></main><ul id="menu"><li>home</li><li>shop</li></ul>
<script>
  fetch("/api/orders", { method: "POST" });
  fetch("/api/users").then((answer) => { if (!answer.ok) document.body.textContent = "Something went wrong"; });
  new EventSource("/chat");
</script></body></html>"""


class Shown(NamedTuple):
    """A line that is typed, without its comment, and what the page shows it to print."""

    line: str
    output: str


def blocks() -> list[list[Shown]]:
    """The console blocks of the README and of the pages that are no tutorials, each once."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    texts = [text for page in pages for text in console_blocks(page.read_text("utf-8"))]
    return [shown(text) for text in dict.fromkeys(texts)]


def console_blocks(page: str) -> list[str]:
    return re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def shown(block: str) -> list[Shown]:
    """The lines of a block that are typed."""
    return [
        Shown(re.sub(r" +# .*", "", line), output)
        for line, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


class _Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        if self.path == "/chat":
            self._chat()
        elif self.path.startswith("/api/"):
            self._send("application/json", '{"done": true}')
        else:
            self._send("text/html; charset=utf-8", PAGE)

    do_POST = do_GET  # noqa: N815 - the name that is looked for

    def _send(self, kind: str, body: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def _chat(self) -> None:
        """Says something until the site closes."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        while not self.server.closing.wait(0.2):
            self.wfile.write(b"data: hello\n\n")
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        self.closing = threading.Event()
        super().__init__(("127.0.0.1", 0), _Shop)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is no error of the shop."""


@contextmanager
def shop() -> Iterator[int]:
    """A shop at this port of localhost, whose every page is the same."""
    server = _Server()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
