"""A site that shows the password of a log-in in every way a page can, for tests of what is masked.

/           the form of the log-in; it is sent to /login
/login      302 to /echo?password=…, with a cookie that holds it
/echo       all of it, drawn by a script: see PAGE
/file/…     a text that holds it, offered for saving under a name that holds it
any other   what it was sent, as JSON
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, quote, urlsplit

from tests.site.serving import LocalServer, serving

FORM = """<!doctype html><title>Log in</title><link rel=icon href=data:,>
<form action="/login" method="post"><label>User <input name="user"></label>
<label>Password <input name="password" type="password"></label><button>Log in</button></form>"""

PAGE = """<!doctype html><html lang="en"><title>Echo</title><link rel=icon href=data:,>
<body style="font: 20px monospace"><h1 id="heading"></h1><p id="text"></p><div id="host"></div>
<label>Field <input id="field"></label><label>Notes <textarea id="notes"></textarea></label>
<label>Choice <select id="choice"><option></option></select></label><button id="button" type="button"></button>
<p contenteditable id="editable"></p><a id="link">link</a><a id="file">file</a><img id="picture" width="20" height="20">
<iframe id="frame"></iframe><p id="code"></p>
<script>
const value = new URLSearchParams(location.search).get("password");
document.title = `Title ${value}`;
for (const id of ["heading", "text", "editable", "button"]) document.getElementById(id).textContent = `${id} ${value}`;
for (const id of ["field", "notes"]) document.getElementById(id).value = value;
const [option] = document.querySelector("#choice").options;
option.value = option.label = option.textContent = value;
document.querySelector("#button").setAttribute("aria-label", `Button ${value}`);
document.querySelector("#picture").alt = `Picture ${value}`;
document.querySelector("#link").href = `/other/${encodeURIComponent(value)}?q=${encodeURIComponent(value)}#${value}`;
document.querySelector("#file").href = `/file/${encodeURIComponent(value)}`;
document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = "<b></b>";
document.querySelector("#host").shadowRoot.querySelector("b").textContent = `Shadow ${value}`;
document.querySelector("#frame").srcdoc = `<title>${value}</title><p id="inner"></p>`;
document.querySelector("#code").textContent = btoa(unescape(encodeURIComponent(`user:${value}`)));
localStorage.setItem("password", value);
sessionStorage.setItem(value, "session");
indexedDB.open(`base ${value}`);
console.log("logged", value, { inside: value });
console.error(new Error(`logged error ${value}`));
setTimeout(() => { throw new TypeError(`thrown ${value}`); });
Promise.reject(new Error(`rejected ${value}`));
const body = JSON.stringify({ password: value });
const headers = { "Content-Type": "application/json", "X-Value": encodeURIComponent(value) };
fetch("/json", { method: "POST", body, headers });
fetch("/form", { method: "POST", body: new URLSearchParams({ password: value }) });
fetch("/bytes", { method: "POST", body: new TextEncoder().encode(`\\0\\xff${value}`) });
document.querySelector("#heading").onclick = () => alert(`Alert ${value}`);
document.querySelector("#text").onclick = () => confirm(`Confirm ${value}`);
</script></body></html>"""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        if split.path == "/":
            self.answer(FORM)
        elif split.path == "/echo":
            self.answer(PAGE)
        elif split.path.startswith("/file/"):
            name = split.path.removeprefix("/file/")
            self.answer(name, "text/plain", headers={"Content-Disposition": f"attachment; filename*=UTF-8''{name}.txt"})
        else:
            self.answer(json.dumps({"path": self.path}), "application/json")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8", "replace")
        if self.path != "/login":
            answer = json.dumps({"body": body, "headers": dict(self.headers.items())}, ensure_ascii=False)
            self.answer(answer, "application/json", headers={"X-Echo": quote(body)})
            return
        password = quote(parse_qs(body)["password"][0])
        goal = {"Location": f"/echo?password={password}", "Set-Cookie": f"password={password}; Path=/"}
        self.answer("", status=302, headers=goal)

    def answer(
        self,
        text: str,
        kind: str = "text/html; charset=utf-8",
        status: int = 200,
        headers: dict[str, str] | None = None,
    ) -> None:
        data = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """A test's own output is enough."""


@contextmanager
def echo_site() -> Iterator[str]:
    """Its origin."""
    with serving(LocalServer(_Handler)) as server:
        yield f"http://127.0.0.1:{server.server_address[1]}"
