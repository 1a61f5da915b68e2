"""A site that says what a test has chosen in every string: in pages, names, headers, cookies, files and sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

from tests.site.server import HERE
from tests.site.serving import LocalServer, serving
from tests.site.socket_site import SocketHandler

SAYS = (HERE / "pages" / "says.js").read_text("utf-8")


class _Server(LocalServer):
    def __init__(self, said: str) -> None:
        self.said = said
        super().__init__(_Handler)


class _Handler(SocketHandler):
    server: _Server

    def do_GET(self) -> None:  # noqa: N802 - its base class calls it so
        name = urlsplit(self.path).path.strip("/") or "index.html"
        if name.endswith(".html") and (HERE / "pages" / name).is_file():
            page = (HERE / "pages" / name).read_text("utf-8")
            self._says("text/html; charset=utf-8", page.replace("</body>", '<script src="says.js"></script></body>'))
        elif name == "says.js":
            self._says("text/javascript", f"const said = {json.dumps(self.server.said)};\n{SAYS}")
        elif name == "saved":
            named = f"attachment; filename*=UTF-8''{quote(self.server.said[-99:])}.txt"
            self._says("text/plain", "saved", {"Content-Disposition": named})
        elif name in ("page.css", "page.js"):
            kind = "text/css" if name.endswith("css") else "text/javascript"
            self._says(kind, (HERE / "pages" / name).read_text("utf-8"))
        elif name == "says.json":
            self._says("application/json", json.dumps({self.server.said: self.server.said}))
        else:
            super().do_GET()

    def _says(self, kind: str, body: str, more: dict[str, str] | None = None) -> None:
        data = body.encode()
        line = "".join(char for char in self.server.said if " " <= char <= "\xff" and char not in '";,')
        self.send_response(200, line)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            "X-EVIL": line,
            "Server-Timing": f'EVIL;desc="{line}"',
            "Set-Cookie": f"{line.replace('=', '')}={line}; Path=/",
            **(more or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def said_site(said: str) -> Iterator[str]:
    with serving(_Server(said)) as server:
        yield f"http://127.0.0.1:{server.server_address[1]}"
