"""A text that is cut within a secret shows no part of it, and nothing else is masked."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from tests.e2e.secrets.conftest import Keep
from tests.site.body_site import body_site
from tests.site.socket_site import socket_site
from tests.support.browsers import Page

VALUE = "Zq7Wm3&Kx9Vt5/Rb2 ünHp8Yd"
MAX_BYTES = 700
NODE, HTML = '<p id="node" title="', '<p id="html">'


class Cut(NamedTuple):
    """A command that cuts a text so many characters from its beginning; `shown` if what it cuts off is at the end."""

    at: int
    command: str
    params: dict[str, Any]
    shown: bool = True


def cut(at: int, command: str, shown: bool = True, **params: Any) -> Cut:
    return Cut(at, command, params, shown)


# By what is cut there: TEXTS below says where each of these texts stands.
CUTS: dict[str, list[Cut]] = {
    "text": [
        cut(200, "getContent", target="#text", maxLength=200),
        cut(200, "getContent", False, target="#text", offset=200),
        cut(199, "getContent", target="#text", maxLength=200, format="markdown"),  # the first character is escaped
        cut(200, "get", what="text", target="#text", maxLength=200),
        cut(200, "get", False, what="text", target="#text", offset=200),
        cut(200, "get", what="text", target="#text", maxLength=200, all=True),
    ],
    "html": [
        cut(200, "get", what="html", target="#html", maxLength=len(HTML) + 200),
        cut(200, "getContent", format="html", target="#html", maxLength=len(HTML) + 200),
        cut(200, "getContent", target="#html", includeHtml=True, maxLength=len(HTML) + 200),
    ],
    "label": [
        cut(99, "getPageState"),
        cut(99, "click", target=".twin", waitMs=0),
        cut(99, "click", target="#twins", waitMs=0),
        cut(99, "click", target="#twin"),
        cut(99, "expect", condition="visible", target=".twin", waitMs=0),
    ],
    "field": [cut(199, "getPageState"), cut(200, "get", what="value", target="#field", maxLength=200)],
    "named": [cut(199, "getPageState")],
    "link": [cut(199, "getPageState")],
    "attribute": [
        cut(200, "get", what="attr", name="data-long", target="#attribute", maxLength=200),
        cut(1_999, "getElementInfo", target="#attribute"),
        cut(499, "expect", condition="attr", attribute="data-long", target="#attribute", value="other", waitMs=0),
    ],
    "described": [cut(999, "getElementInfo", target="#described")],
    "button": [
        cut(299, "getAccessibilitySnapshot", target="#button"),
        cut(299, "getAccessibilitySnapshot", target="#button", interactive=True, diff=True),
        cut(100, "screenshot", annotate=True, target="#button"),
    ],
    "notes": [
        cut(999, "getAccessibilitySnapshot", target="#notes"),
        cut(499, "expect", condition="value", target="#notes", value="other", waitMs=0),
    ],
    "choice": [
        cut(60, "getAccessibilitySnapshot", target="#choice"),
        cut(60, "getAccessibilitySnapshot", target="#choice", tree=True),
    ],
    "guess": [
        cut(59, "getAccessibilitySnapshot", target="#guess", interactive=True),
        cut(59, "getElementInfo", target="#guess"),
    ],
    "shadow": [cut(4_999, "getAccessibilitySnapshot", target="#shadow", tree=True, interactive=True)],
    "said": [
        cut(499, "expect", condition="text", target="#said", value="other", waitMs=0),
        cut(199, "expect", condition="text", target="#said", value="~" * 60 + "!", waitMs=0),
        cut(195, "evaluate", expression="document.querySelector('#said').innerText", maxLength=200),
        cut(195, "evaluate", expression="said", maxLength=200, unsafe=True),
        cut(20_000, "evaluate", expression="(() => { throw new Error(said); })()", unsafe=True),
        cut(2_000, "evaluate", expression="({ [said]() { return new Error('x'); } })[said]()", unsafe=True),
    ],
    "thrown": [cut(19_981, "evaluate", expression="(() => { throw { said }; })()", unsafe=True)],
    "node": [
        cut(500 - len(NODE), "evaluate", expression="document.querySelector('#node')"),
        cut(500 - len(NODE), "evaluate", expression="document.querySelector('#node')", unsafe=True),
    ],
    "inside": [
        cut(100, "evaluate", expression="[document.querySelector('#inside')]"),
        cut(100, "evaluate", expression="[document.querySelector('#inside')]", unsafe=True),
        cut(200, "evaluate", expression="document.querySelector('#inside').firstChild"),
        cut(200, "evaluate", expression="document.querySelector('#inside').firstChild", unsafe=True),
    ],
    "selected": [cut(200, "get", False, what="selection"), cut(200, "get", what="selection")],
    "console": [cut(4_000, "getConsoleLogs", limit=500), cut(4_000, "expect", condition="no-errors", waitMs=0)],
    "logged": [cut(1_000, "getConsoleLogs", limit=500)],
    "local": [
        cut(200, "localStorage", action="get", key="long", maxLength=200),
        cut(200, "localStorage", False, action="get", key="long", offset=200),
        cut(196, "localStorage", action="list", show=True, maxLength=200),
    ],
    "session": [cut(200, "sessionStorage", action="list", maxLength=200)],
    "clipboard": [
        cut(200, "readClipboard", maxLength=200),
        cut(200, "readClipboard", False, offset=200),
    ],
    "body": [
        cut(500, "getNetworkRequests", bodies=True),
        cut(MAX_BYTES, "getHar", bodies=True),
        cut(MAX_BYTES, "getRequestBody", id="{answer}", encoded=True),
        cut(MAX_BYTES, "getRequestBody", id="{answer}", request=True),
    ],
    "binary": [
        cut(MAX_BYTES, "getRequestBody", id="{binary}", encoded=True),
        cut(MAX_BYTES, "getHar", bodies=True),
    ],
    "socket": [
        cut(500, "getSocketMessages"),
        cut(MAX_BYTES, "getSocketMessages", full=True),
    ],
    "bytes": [
        cut(32, "getSocketMessages"),
        cut(MAX_BYTES, "getSocketMessages", full=True),
    ],
}
# What the builds come by in different ways.
IN_BOTH = {"said", "node", "inside", "console", "logged", "body", "binary"}
IN = {"managed": CUTS.keys() - {"thrown"}, "plain": IN_BOTH | {"thrown"}}
# These cut lines and entries as a whole; the last one says where the others are to cut.
WHOLE = {"recordBodies"}

MARKUP = """
<input id=password type=password><p id=text></p><p id=html></p><p id=node></p><p id=inside></p><p id=said></p>
<h1 class=twin id=twin></h1><h2 class=twin></h2><input id=field><input id=named><img id=picture width=9 height=9>
<a id=link>link</a><p id=attribute></p><p id=described></p><button id=button></button><textarea id=notes></textarea>
<input id=choice list=list><datalist id=list><option></datalist>
<div id=guess tabindex=0 onclick=1 style="height:9px"></div><div id=shadow role=button></div><p id=selected></p>
<nav id=nav>nav</nav>"""

TEXTS = """
const one = (id) => document.getElementById(id);
const by = {
  text: (t) => { one("text").textContent = t; },
  html: (t) => { one("html").textContent = t; },
  label: (t) => { for (const twin of document.querySelectorAll(".twin")) twin.textContent = t; },
  field: (t) => { one("field").value = t; },
  named: (t) => { one("named").setAttribute("aria-label", t); one("nav").setAttribute("aria-label", t); },
  link: (t) => { one("picture").src = `${location.origin}/${t.slice(location.origin.length + 1)}`; },
  attribute: (t) => { one("attribute").setAttribute("data-long", t); },
  described: (t) => { one("described").textContent = t; },
  button: (t) => { one("button").setAttribute("aria-label", t); },
  notes: (t) => { one("notes").value = t; },
  choice: (t) => { one("list").options[0].label = t; },
  guess: (t) => { one("guess").setAttribute("data-title", t); },
  shadow: (t) => {
    globalThis.root ??= one("shadow").attachShadow({ mode: "closed" });
    root.replaceChildren(t, Object.assign(document.createElement("div"), { textContent: "x" }));
  },
  said: (t) => { one("said").textContent = globalThis.said = t; },
  thrown: (t) => { globalThis.said = t; },
  node: (t) => { one("node").title = t; },
  inside: (t) => { one("inside").textContent = t; },
  selected: (t, at, tail) => {
    one("selected").textContent = t;
    const [text] = one("selected").childNodes;
    if (tail) getSelection().setBaseAndExtent(text, at, text, t.length);
    else getSelection().setBaseAndExtent(text, 0, text, at);
  },
  console: (t) => { console.clear(); console.error(t); },
  logged: (t) => { console.log({ inside: t, element: Object.assign(document.createElement("p"), { id: t }) }); },
  local: (t) => { localStorage.clear(); localStorage.setItem("long", t); },
  session: (t) => { sessionStorage.clear(); sessionStorage.setItem(t, "x"); },
  clipboard: () => undefined,
  body: (t) => fetch("/echo?text", { method: "POST", body: t }).then((answer) => answer.text()),
  binary: (t) => fetch("/echo?binary", { method: "POST", body: new Blob([zeros(t)]) }).then((answer) => answer.text()),
  socket: (t) => sent(t),
  bytes: (t) => sent(zeros(t)),
};
const zeros = (t) => Uint8Array.from(new TextEncoder().encode(t), (byte) => byte === 126 ? 0 : byte);
const sent = (data) => new Promise((done) => { socket.onmessage = done; socket.send(data); });
"""


def shown_parts(said: str) -> list[str]:
    """What is told of the value: four of its characters in a row, in any form that clz writes."""
    small = said.lower()
    found = []
    for at in range(len(VALUE) - 3):
        four = VALUE[at : at + 4]
        data = four.encode()
        cores = [base64.b64encode(b"\0" * n + data).decode().rstrip("=")[-(-8 * n // 6) : -1] for n in range(3)]
        forms = [four.lower(), json.dumps(four)[1:-1].lower(), data.hex(), data.hex(" ")]
        if any(form in small for form in forms) or any(core in said for core in cores if len(core) > 4):
            found.append(four)
    return found


@pytest.fixture(scope="module")
def bodies() -> Iterator[str]:
    with body_site() as site:
        yield site.origin


@pytest.fixture(scope="module")
def sockets() -> Iterator[str]:
    with socket_site() as site:
        yield site.sockets


@pytest.fixture
def ready(page: Page, keep_secret: Keep, build: str, bodies: str, sockets: str) -> Page:
    """A page with all of the texts, after the secret was used in it."""
    keep_secret("PASSWORD", VALUE)
    page.open(f"{bodies}/")
    page.call("recordBodies", state="on", maxBytes=MAX_BYTES, allTypes=True)
    run(page, f"document.body.innerHTML = {json.dumps(MARKUP)}; {TEXTS} globalThis.by = by; return 0")
    run(
        page, f"globalThis.socket = new WebSocket('{sockets}/echo'); return new Promise((done) => socket.onopen = done)"
    )
    page.call("fill", target="#password", text="{{PASSWORD}}")
    return page


def run(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


def said_by(page: Page, command: str, params: dict[str, Any]) -> str:
    tab = {"tabId": page.tab} if COMMANDS[command].tab else {}
    try:
        return json.dumps(page.client.call(command, {**tab, **params}, 20_000), ensure_ascii=False)
    except ClzError as problem:
        return json.dumps(problem.to_wire(), ensure_ascii=False)


def rest(name: str) -> int:
    """How much comes after the value; of what is recorded, more than is kept."""
    return 6_000 if name in ("console", "logged", "body", "binary", "socket", "bytes") else 600


def put(page: Page, cuts: dict[str, Cut], before: int) -> None:
    """Put a text in each place, of which `before` characters of the value are before the cut."""
    if clipped := cuts.get("clipboard"):
        page.client.call("writeClipboard", {"text": "~" * (clipped.at - before) + VALUE + "~" * 600})
    steps = [
        f"await by.{name}(text({each.at - before}, {rest(name)}), {each.at}, {json.dumps(not each.shown)});"
        for name, each in cuts.items()
    ]
    text = f"(length, rest) => '~'.repeat(length) + {json.dumps(VALUE)} + '~'.repeat(rest)"
    run(page, f"const text = {text}; {' '.join(steps)} return 0")


def test_every_command_that_cuts_is_tried() -> None:
    words = ("max_length", "max_chars", "max_bytes", "offset")
    asked = [command for command in COMMANDS if command.runs != "local"]
    cutting = {command.name for command in asked if any(param.name in words for param in command.wire_params)}
    telling = {command.name for command in asked if {"truncated", "nextOffset"} & {f.name for f in command.result}}
    assert cutting | telling <= {each.command for cuts in CUTS.values() for each in cuts} | WHOLE


def test_no_cut_shows_a_part_of_a_secret(ready: Page, build: str) -> None:
    leaks, missing = [], []
    for number in range(max(map(len, CUTS.values()))):
        cuts = {name: each[number] for name, each in CUTS.items() if name in IN[build] and number < len(each)}
        for before in (1, len(VALUE) // 2, len(VALUE) - 1):
            put(ready, cuts, before)
            for name, each in cuts.items():
                said = said_by(ready, each.command, with_id(ready, each.params))
                if parts := shown_parts(said):
                    leaks.append(f"{name} {each} {before}: {parts} in {said[:300]}")
                if each.shown and "{{PASSWORD}}" not in said and name not in ("binary", "bytes"):
                    missing.append(f"{name} {each} {before}: {said[:300]}")
    assert not leaks, "\n".join(leaks)
    assert not missing, "\n".join(missing)


def with_id(page: Page, params: dict[str, Any]) -> dict[str, Any]:
    """With the id of the last request of its kind."""
    if "id" not in params:
        return params
    url = "**/echo?text" if params["id"] == "{answer}" else "**/echo?binary"
    return {**params, "id": page.call("getNetworkRequests", url=url)["requests"][-1]["id"]}


LOGGED = [
    "'password=' + value",
    '`token: "${value}" and so on`',
    "`${location.origin}/?password=${value}&x=1`",
    "`https://user:${value}@example.com/`",
    "JSON.stringify({ secret: value, other: `secret=${value}` })",
    "`session=${value}; path=/`",
]


def test_what_is_masked_in_part_for_its_name_shows_no_rest(ready: Page) -> None:
    """Behind `password=` a value is a secret whatever it is, up to a sign that may stand in it as well."""
    logs = " ".join(f"console.log({expression});" for expression in LOGGED)
    link = "link.href = `/a?password=${value}#token=${value}`; history.replaceState(0, '', `?password=${value}#x`);"
    body = "await (await fetch('/echo?text', { method: 'POST', body: `password=${value}\\nx` })).text();"
    run(ready, f"const value = {json.dumps(VALUE)}; {logs} {link} {body} return 0")
    for command, params in (
        ("getConsoleLogs", {"limit": 500}),
        ("getPageState", {}),
        ("getAccessibilitySnapshot", {"urls": True}),
        ("get", {"what": "attr", "name": "href", "target": "#link"}),
        ("getTabs", {}),
        ("expect", {"condition": "url", "value": "other", "waitMs": 0}),
        ("getNetworkRequests", {"bodies": True, "includeHeaders": True}),
        ("getHar", {"bodies": True}),
    ):
        said = said_by(ready, command, params)
        assert shown_parts(said) == [], (command, said)
        assert "***" in said or "{{PASSWORD}}" in said, command
