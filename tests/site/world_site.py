"""A site that tells what its scripts and requests know of the world: at once, in a frame, in a worker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.site.serving import LocalServer, serving

SEEN = """({
  language: navigator.language, languages: navigator.languages.join(), number: (1.5).toLocaleString(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, offset: new Date(0).getTimezoneOffset(),
  agent: navigator.userAgent,
  ...(globalThis.matchMedia && {
    dark: matchMedia('(prefers-color-scheme: dark)').matches, reduced: matchMedia('(prefers-reduced-motion)').matches,
    forced: matchMedia('(forced-colors: active)').matches, print: matchMedia('print').matches,
    orientation: screen.orientation.type,
  }),
})"""
ASKS = """Promise.all(['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'persistent-storage'].map(
  async (name) => [name, (await navigator.permissions.query({ name })).state])).then(Object.fromEntries)"""
PLACE = """new Promise((done) => navigator.geolocation.getCurrentPosition(
  ({ coords }) => done([coords.latitude, coords.longitude, coords.accuracy]), ({ message }) => done(message)))"""
PAGE = f"""<!doctype html><link rel=icon href=data:,><title>World</title>
<script>window.first = {SEEN}; window.asked = {ASKS}; window.headers = HEADERS;
window.inWorker = new Promise((done) => {{ new Worker('/worker.js').onmessage = ({{ data }}) => done(data); }});
</script><h1>World</h1>FRAME"""

SCRIPTED = """<!doctype html><link rel=icon href=data:,><title>Strict</title><p id=seen>as it was</p>
<script>document.querySelector('#seen').textContent = 'by a script';</script><noscript>No scripts</noscript>
<button onclick="document.querySelector('#seen').textContent = 'clicked'">Press</button>"""
NOTHING = "script-src 'none'"
STRICT: dict[str, tuple[str, dict[str, str]]] = {
    "/scripted": ("", {}),
    "/strict": ("", {"Content-Security-Policy": NOTHING}),
    "/strict/kept": ("", {"Content-Security-Policy": NOTHING, "Cache-Control": "max-age=3600", "ETag": '"kept"'}),
    "/strict/meta": (f'<meta http-equiv=content-security-policy content="{NOTHING}">', {}),
}
"""A page with a script, and the policy that it comes with: in its own text, and in its headers."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.startswith("/goes/"):
            self.answer("", 302, {"Location": self.path.removeprefix("/goes/")})
        elif self.path == "/worker.js":
            self.answer(f"postMessage({SEEN})", 200, {"Content-Type": "text/javascript"})
        elif self.path in STRICT:
            meta, header = STRICT[self.path]
            self.answer(meta + SCRIPTED, 200, {"Content-Type": "text/html", **header})
        else:
            sent = {name: self.headers[name] for name in ("Accept-Language", "User-Agent")}
            frame = "<iframe src='/inner' allow=geolocation></iframe>" if self.path != "/inner" else ""
            text = PAGE.replace("HEADERS", json.dumps(sent)).replace("FRAME", frame)
            self.answer(text, 200, {"Content-Type": "text/html"})

    def answer(self, text: str, status: int, headers: dict[str, str]) -> None:
        data = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """A test's own output is enough."""


@contextmanager
def world_site() -> Iterator[str]:
    """Gives its origin; the same server is there as localhost."""
    with serving(LocalServer(_Handler)) as server:
        yield f"http://127.0.0.1:{server.server_address[1]}"
