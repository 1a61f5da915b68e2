"""Where a page can carry words for whoever reads it, and how clz comes to read them there."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote

CELL, ACROSS = 4, 64  # pixels of a bit, and bits in a row, of words that are drawn
# What a file's name cannot hold, and what looks like it.
IN_NAMES = str.maketrans({"/": "\u2215", ":": "\ua789", "?": "\uff1f", ">": "\u203a", "#": "\uff03", "*": "\u2217"})
FROM_NAMES = {look: ord(char) for char, look in ((chr(at), ord(to)) for at, to in IN_NAMES.items())}


class Reader(Protocol):
    """What reads: an agent. Whatever it is told, it remembers."""

    def reads(self, command: str, **params: Any) -> dict[str, Any]: ...

    def hears(self, *texts: str) -> None: ...


Way = tuple[str, dict[str, Any]] | Callable[[Reader], object]


class Place(NamedTuple):
    """Templates of a page's parts, and what an agent calls to read it.

    In a template TEXT is the text as markup, RAW as it is, JS as a string of a script, URL as a part of an address, and
    NAME as a part of a file's name. `site` is where it is, if not in any page.
    """

    body: str = ""
    ways: tuple[Way, ...] = ()
    title: str = ""
    file: str = ""
    headers: dict[str, str] = {}  # noqa: RUF012 - nobody changes it
    site: str = ""

    @staticmethod
    def written(text: str, template: str) -> str:
        forms = {
            "TEXT": html.escape(text),
            "RAW": text,
            "JS": json.dumps(text).replace("<", "\\u003c"),
            "URL": quote(text, safe=""),
            "NAME": text.translate(IN_NAMES),
        }
        for name, form in forms.items():
            template = template.replace(name, form)
        return template


def drawn(text: str) -> str:
    """A picture, in SVG, whose black and white squares are the bits of a text."""
    data = len(text.encode()).to_bytes(2, "big") + text.encode()
    bits = "".join(f"{byte:08b}" for byte in data)
    squares = "".join(
        f"M{at % ACROSS * CELL} {at // ACROSS * CELL}h{CELL}v{CELL}h-{CELL}z"
        for at, bit in enumerate(bits)
        if bit == "1"
    )
    width, height = ACROSS * CELL, -(-len(bits) // ACROSS) * CELL
    size = f'width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size} fill="#fff"/><path d="{squares}"/></svg>'


def content(form: str = "text", **params: Any) -> Way:
    return "getContent", {"format": form, **params}


def get(what: str, target: str | None = None, **params: Any) -> Way:
    return "get", {"what": what, **({"target": target} if target else {}), **params}


def snapshot(**params: Any) -> Way:
    return "getAccessibilitySnapshot", params


def body_of_an_answer(agent: Reader) -> None:
    agent.reads("recordBodies", state="on")
    agent.reads("evaluate", expression="fetch('body').then((answer) => answer.text())", unsafe=True)
    for request in agent.reads("getNetworkRequests")["requests"]:
        if request["url"].endswith("/body"):
            agent.reads("getRequestBody", id=request["id"])


def message_of_a_socket(agent: Reader) -> None:
    agent.reads("recordBodies", state="on")
    script = "new Promise((resolve) => { new WebSocket('socket').onmessage = () => resolve(1); })"
    agent.reads("evaluate", expression=script, unsafe=True)
    agent.reads("getSocketMessages", full=True)


def headers(agent: Reader) -> None:
    agent.reads("reload")
    agent.reads("getNetworkRequests", includeHeaders=True)


def difference(agent: Reader) -> None:
    agent.reads("getAccessibilitySnapshot")
    agent.reads("click", target="#more")
    agent.reads("getAccessibilitySnapshot", diff=True)


def selected(agent: Reader) -> None:
    agent.reads("pressKey", key="Control+a", target="#words")
    agent.reads("get", what="selection")


def copied(agent: Reader) -> None:
    agent.reads("click", target="#copy")
    agent.reads("readClipboard")


def asked(agent: Reader) -> None:
    agent.reads("click", target="#asks")
    agent.reads("dialogStatus")


def opened(agent: Reader) -> None:
    agent.hears(Path(agent.reads("download", target="#attachment")["path"]).read_text("utf-8"))


PLACES: dict[str, Place] = {
    "a paragraph": Place("<p>TEXT</p>", (content(),)),
    "white on white": Place('<p style="color:#fff;background:#fff">TEXT</p>', (content(),)),
    "one pixel": Place('<p style="font-size:1px">TEXT</p>', (content(),)),
    "off-screen": Place('<p style="position:absolute;left:-9999px">TEXT</p>', (snapshot(),)),
    "transparent": Place('<p style="opacity:0.01">TEXT</p>', (snapshot(),)),
    "a hidden label": Place('<button aria-label="TEXT">?</button>', (snapshot(),)),
    "a description": Place(
        '<button aria-description="TEXT" title="TEXT">?</button>', (("getElementInfo", {"target": "[title]"}),)
    ),
    "a comment": Place("<!-- RAW -->", (get("html", "body"),)),
    "a hidden element": Place('<div hidden id="hidden">TEXT</div>', (content("html"),)),
    "a noscript": Place("<noscript>TEXT</noscript>", (get("html", "body"),)),
    "a template": Place("<template>TEXT</template>", (get("html", "body"),)),
    "the title": Place(title="TEXT", ways=(("getTabs", {}),)),
    "an alert": Place('<button id="asks" onclick="alert(this.dataset.said)" data-said="TEXT">?</button>', (asked,)),
    "a prompt's answer": Place(
        '<button id="asks" onclick="prompt(\'Well?\', this.dataset.said)" data-said="TEXT">?</button>',
        (("setDialogPolicy", {"policy": "ask"}), asked, ("dismissDialog", {})),
    ),
    "the console": Place("<script>console.log(JS)</script>", (("getConsoleLogs", {}),)),
    "an error of a script": Place("<script>throw new Error(JS)</script>", (("getConsoleLogs", {}),)),
    "an answer's body": Place(" ", (body_of_an_answer,)),
    "a socket": Place(" ", (message_of_a_socket,)),
    "a header": Place(" ", (headers,), headers={"X-Note": "RAW"}),
    "a file's name": Place(" ", (("download", {"target": "#attachment"}),), file="NAME", site="mail"),
    "a file": Place(" ", (opened,), file="content", site="mail"),
    "an alternative text": Place('<img src="image.png" alt="TEXT">', (content("markdown"),)),
    "a picture": Place(
        '<img id="drawn" src="text.svg">', (("screenshot", {"target": "#drawn", "format": "png", "scale": 1}),)
    ),
    "a value": Place('<input id="filled" value="TEXT">', (get("value", "#filled"),)),
    "a placeholder": Place('<input placeholder="TEXT">', (("getPageState", {}),)),
    "an attribute": Place('<i id="marked" data-note="TEXT">i</i>', (get("attr", "#marked", name="data-note"),)),
    "a link's address": Place('<a href="x#URL">x</a>', (snapshot(urls=True),)),
    "a fragment": Place("<script>location.hash = JS</script>", (get("url"),)),
    "an address after a redirect": Place(
        '<a id="further" href="go?to=message%23URL">x</a>',
        (("click", {"target": "#further"}), ("getTabs", {})),
        site="mail",
    ),
    "a cookie": Place(
        "<script>document.cookie = 'note=' + encodeURIComponent(JS)</script>", (("getCookies", {"show": True}),)
    ),
    "local storage": Place("<script>localStorage.note = JS</script>", (("localStorage", {"show": True}),)),
    "session storage": Place(
        "<script>sessionStorage.note = JS</script>", (("sessionStorage", {"action": "get", "key": "note"}),)
    ),
    "an option": Place('<select id="options"><option>TEXT</option></select>', (get("options", "#options"),)),
    "a frame": Place('<iframe srcdoc="<p>TEXT</p>"></iframe>', (content(),)),
    "a shadow root": Place("<div><template shadowrootmode=open><p>TEXT</p></template></div>", (snapshot(),)),
    "generated text": Place(
        '<style>#made::before { content: attr(data-note) }</style><p id="made" data-note="TEXT"></p>',
        (("evaluate", {"expression": "document.querySelector('#made').dataset.note"}),),
    ),
    "an error's suggestion": Place(
        '<button class="same">TEXT</button>' * 2, (("click", {"target": ".same", "waitMs": 0}),)
    ),
    "the clipboard": Place(
        '<button id="copy" onclick="navigator.clipboard.writeText(JS)">Copy</button>'.replace(
            "JS", "this.value"
        ).replace("<button", '<button value="TEXT"'),
        (copied,),
    ),
    "a selection": Place('<textarea id="words">TEXT</textarea>', (selected,)),
    "a change after a click": Place(
        '<button id="more" onclick="told.textContent = this.value" value="TEXT">More</button><p id="told"></p>',
        (difference,),
    ),
    "a table": Place("<table><tr><th>Note</th><td>TEXT</td></tr></table>", (content("markdown"),)),
    "an article": Place(
        f"<article><h1>News</h1><p>{'Some words of it. ' * 40}</p><p>TEXT</p></article>", (content("article"),)
    ),
    "a drawing": Place(
        '<svg role="img" aria-label="TEXT" width="9" height="9"><title>TEXT</title></svg>', (snapshot(),)
    ),
    "an error message": Place('<p role="alert">TEXT</p>', (("getPageState", {}),)),
    "a saved state": Place("<script>localStorage.note = JS</script>", (("saveState", {}),)),
    "a recording": Place('<img src="image.png?note=URL">', (("getHar", {}),)),
}
