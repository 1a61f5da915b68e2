"""A site of scripts with source maps, good and bad ones: `/page?script=NAME` loads one, `worker=NAME` starts it as a
worker, and `frame=ADDRESS` shows another page. All of them are one small bundle, which logs a line and fails.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.site.serving import LocalServer, serving

# esbuild --bundle --minify --sourcemap made it of src/cart.ts, which logs in line 10 and fails in line 6.
BUNDLE = (
    "(()=>{function r(e){return e.reduce((t,{price:n})=>t+n,0)}function o(e){return "
    'console.log("the cart is shown"),`Total: ${r(e)}`}setTimeout(()=>{o()});})();\n'
)
MAP = json.dumps(
    {
        "version": 3,
        "sources": ["../src/cart.ts"],
        "mappings": "MAIA,SAASA,EAAMC,EAAuB,CACpC,OAAOA,EAAM,OAAO,CAACC,EAAK,CAAE,MAAAC,CAAM,IAAMD,EAAMC,EAAO,CAAC,"
        "CACxD,CAEA,SAASC,EAAMH,EAAwB,"
        "CACrC,eAAQ,IAAI,mBAAmB,EACxB,UAAUD,EAAMC,CAAe,CAAC,EACzC,CAEA,WAAW,IAAM,CACfG,EAAM,CACR,CAAC",
        "names": ["total", "items", "sum", "price", "shown"],
    }
)
INLINE = f"data:application/json;base64,{base64.b64encode(MAP.encode()).decode()}"
HUGE_BYTES = 21 * 1024 * 1024
# What names the map of each script; `{}` is this site under another name.
NAMED = {
    "inline.js": INLINE,
    "file.js": "cart.js.map",
    "away.js": "{}/maps/cart.js.map",
    "moved.js": "moved.map",
    "broken.js": "broken.map",
    "empty.js": "empty.map",
    "huge.js": "huge.map",
    "slow.js": "slow.map",
    "loop.js": "loop.map",
    "missing.js": "missing.map",
    "itself.js": "itself.js",
    "elsewhere.js": "ftp://127.0.0.1/cart.js.map",
}
IN_HEADER = {"header.js": "SourceMap", "old-header.js": "X-SourceMap"}


class Seen(NamedTuple):
    host: str
    path: str
    cookie: str | None


class MapsSite(LocalServer):
    """`origin` is where it is, `away` the same under another name; `seen` is what was asked for."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        super().__init__(_Handler)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.away = f"http://elsewhere.localhost:{self.server_address[1]}"

    def asked(self, name: str) -> list[Seen]:
        """The requests for one name."""
        return [one for one in self.seen if one.path.endswith(f"/{name}")]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: MapsSite

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        name = parts.path.rpartition("/")[2]
        self.server.seen.append(Seen(self.headers["Host"], parts.path, self.headers["Cookie"]))
        if name == "page":
            self.page(query)
        elif name in NAMED or name in IN_HEADER or name == "none.js":
            named = NAMED.get(name, "").replace("{}", self.server.away)
            comment = f"//# sourceMappingURL={named}\n" if named else ""
            self.send(BUNDLE + comment, "text/javascript", {IN_HEADER.get(name, "X-None"): "cart.js.map"})
        elif name == "cart.js.map":
            self.send(MAP, "application/json")
        elif name in ("moved.map", "loop.map"):
            to = f"{self.server.away}/maps/cart.js.map" if name == "moved.map" else name
            self.send("", status=302, more={"Location": to})
        elif name == "broken.map":
            self.send('{"version": 3, "sources": [], "names": [], "mappings": "AAAA', "application/json")
        elif name == "empty.map":
            self.send('{"version": 3, "sources": [], "names": [], "mappings": "AAAA"}', "application/json")
        elif name == "huge.map":
            self.send(MAP[:-1] + f', "x": "{"x" * HUGE_BYTES}"}}', "application/json")
        elif name == "slow.map":
            self.server.go_on.wait()
            self.close_connection = True
        else:
            self.send("<!doctype html><h1>Nothing here</h1>", status=404)

    def page(self, query: dict[str, list[str]]) -> None:
        parts = [f'<script src="/maps/{name}"></script>' for name in query.get("script", ())]
        parts += [f"<script>new Worker('/maps/{name}')</script>" for name in query.get("worker", ())]
        parts += [f'<iframe src="{address}"></iframe>' for address in query.get("frame", ())]
        parts += [f"<script>{code}</script>" for code in query.get("code", ())]
        body = f'<!doctype html><title>Maps</title><link rel=icon href="data:,">{"".join(parts)}'
        self.send(body, more={"Set-Cookie": f"{self.headers['Host'].partition('.')[0]}=1"})

    def send(self, text: str, kind: str = "text/html", more: dict[str, str] | None = None, status: int = 200) -> None:
        data = text.encode()
        self.send_response(status)
        for key, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(more or {})}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept in `seen`."""


@contextmanager
def maps_site() -> Iterator[MapsSite]:
    with serving(MapsSite()) as server:
        yield server
