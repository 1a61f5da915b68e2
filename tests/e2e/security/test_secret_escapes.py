"""What a page's secret fields hold leaves the page by no command, however the page holds it and wherever it writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page

VALUE = "Zq7!vermil<ion&40"
CARD = "4929 1234 5678 9019"
CODE = "739164"
ALL = (VALUE, CARD, CODE)

HOLDERS = {
    "password": '<input id="held" type="password" value="{attr}">',
    "typed password": '<input id="held" type="password"><script>held.value = {js}</script>',
    "shown password": '<input id="held" type="password" value="{attr}"><script>held.type = "text"</script>',
    "one-time code": '<input id="held" autocomplete="one-time-code" value="{attr}">',
    "card number": '<input id="held" autocomplete="section-a billing cc-number" value="{attr}">',
    "dots": '<input id="held" style="-webkit-text-security: disc" value="{attr}">',
    "textarea": '<textarea id="held" autocomplete="current-password">{text}</textarea>',
    "textarea of dots": '<textarea id="held" style="-webkit-text-security: square">{text}</textarea>',
    "editable of dots": '<p id="held" contenteditable style="-webkit-text-security: disc">{text}</p>',
    "hidden token": '<input id="held" type="hidden" name="access_token" value="{attr}">',
    "template": '<template id="held"><input type="password" value="{attr}"></template>',
    "noscript": '<noscript id="held"><input type="password" value="{attr}"></noscript>',
    "frame": '<iframe id="held" srcdoc="{attr2}"></iframe>',
    "shadow root": '<p id="held"></p><script>held.attachShadow({{ mode: "closed" }}).innerHTML = {shadow}</script>',
}
PLACES = {
    "nowhere else": "",
    "text": '<p id="place">It is {text}, they say</p>',
    "in capitals": '<p id="place" style="text-transform: uppercase">{text}</p>',
    "attributes": '<p id="place" data-x="{attr}" title="{attr}" aria-label="so {attr}">x</p>',
    "link": '<a id="place" href="/a/{url}?q={url}&r={form}#{url}">link</a>',
    "log-in in a link": '<a id="place" href="http://ada:{url}@127.0.0.1/">link</a>',
    "picture": '<img id="place" alt="of {attr}" src="data:," width="9" height="9">',
    "field": '<label>Plain <input id="place" value="{attr}" placeholder="{attr}"></label>',
    "choice": '<select id="place"><option value="{attr}" label="{attr}">{text}</option></select>',
    "script": '<script id="place" type="application/json">{{"it": {js}}}</script><p>x</p>',
    "comment": '<p id="place"><!-- {text} -->x</p>',
    "template": '<template id="place"><p title="{attr}">{text}</p></template>',
    "noscript": '<noscript id="place"><p title="{attr}">{text}</p></noscript>',
    "srcdoc": '<iframe id="place" srcdoc="{place2}"></iframe>',
    "closed root": '<p id="place"></p><script>place.attachShadow({{ mode: "closed" }}).innerHTML = {place}</script>',
    "in pieces": '<p id="place"><b>{half}</b><i>{rest}</i></p>',
    "base64": '<p id="place">{base64}</p>',
    "title": '<script>document.title = {js}</script><p id="place">x</p>',
    "address": '<script>history.replaceState(0, "", "?q={url}#{url}")</script><p id="place">x</p>',
    "storage": '<script>localStorage.it = {js}; sessionStorage[{js}] = 1</script><p id="place">x</p>',
    "console": '<script>console.log("it is", {js}, {{ it: {js} }})</script><p id="place">x</p>',
    "variable": '<script>kept = {{ it: {js}, list: [{js}] }}</script><p id="place">x</p>',
    "svg": '<svg id="place" width="200" height="20"><text y="10">{text}</text><title>{text}</title></svg>',
    "drawn": '<style>#place::before {{ content: attr(data-x) }}</style><p id="place" data-x="{attr}">x</p>',
    "dialog": '<p id="place" onclick="alert({jsattr})">x</p>',
}
TARGETS = ("#held", "#place")
READERS: list[tuple[str, dict[str, Any]]] = [
    *(("get", {"what": what, "target": target}) for what in ("text", "html", "value", "options") for target in TARGETS),
    *(
        ("get", {"what": "attr", "name": name, "target": target})
        for name in ("value", "srcdoc", "href", "title", "data-x", "aria-label", "alt", "placeholder")
        for target in TARGETS
    ),
    *(("get", {"what": "text", "target": "body", "offset": at, "maxLength": 9}) for at in (0, 5, 11)),
    ("get", {"what": "html", "target": "html"}),
    *(("getElementInfo", {"target": target}) for target in TARGETS),
    *(("getContent", {"format": form}) for form in ("text", "html", "markdown", "article")),
    ("getContent", {"includeHtml": True}),
    ("getContent", {"maxLength": 20}),
    ("getAccessibilitySnapshot", {}),
    ("getAccessibilitySnapshot", {"interactive": True, "urls": True}),
    ("getAccessibilitySnapshot", {"tree": True}),
    ("getPageState", {}),
    ("getConsoleLogs", {}),
    ("getStorage", {}),
    ("getTabs", {}),
    ("getNetworkRequests", {}),
    *(("expect", {"condition": "value", "target": t, "value": "other", "waitMs": 0}) for t in TARGETS),
    *(("expect", {"condition": "text", "target": t, "value": "other", "waitMs": 0}) for t in TARGETS),
    *(("expect", {"condition": what, "value": "other", "waitMs": 0}) for what in ("title", "url")),
    *(("expect", {"condition": "attr", "attribute": "value", "target": t, "value": "o", "waitMs": 0}) for t in TARGETS),
    ("click", {"target": "#place", "waitMs": 0}),
    ("click", {"target": "text=nothing like it", "waitMs": 0}),
    ("waitFor", {"target": "#nothing", "waitMs": 0}),
]
# What a safe expression says in pieces; `E` is the element.
READS = (
    *("E.value", "E.defaultValue", "E.textContent", "E.innerText", "E.innerHTML", "E.outerHTML", "E.srcdoc"),
    *("E.getAttribute('value')", "E.getAttribute('srcdoc')", "E.attributes.value?.value", "E.dataset.x"),
    *("E.firstChild.data", "E.firstChild.nodeValue", "E.firstChild.wholeText", "E.childNodes[0].textContent"),
    *("E.content.firstChild.outerHTML", "E.content.firstChild.getAttribute('value')", "E.content.textContent"),
    *("E.getAttributeNode('value').nodeValue", "E.contentDocument.body.innerHTML", "E.options[0].text", "E.href"),
    *("E.contentDocument.querySelector('input').value", "E.innerHTML", "E.parentNode.textContent", "E.alt"),
    *("document.documentElement.outerHTML", "document.body.textContent", "location.href", "String(location)"),
    *("document.title", "kept.it", "kept.list[0]", "Object.values(E.dataset).join()", "`${E}`", "E.placeholder"),
    "getComputedStyle(E, '::before').content",
    "document.evaluate('concat(\"x\",//*[@id=\"ID\"]/@value)', document, null, 2, null).stringValue",
    "document.evaluate('string(//*[@id=\"ID\"])', document, null, 2, null).stringValue",
    "document.evaluate('//*[@id=\"ID\"]/@*', document, null, 4, null).iterateNext().value",
    "document.evaluate('//*[@id=\"ID\"]/text()', document, null, 4, null).iterateNext().data",
)
PARTS = ("[...(R)].join('|')", "(R).slice(1)", "(R).slice(0, -1)", "(R).split('').reverse().join('')", "R")


def written(value: str, holder: str, place: str) -> str:
    """A page that holds a value in one way, and writes it in another."""
    import base64
    import html
    from urllib.parse import quote, quote_plus

    attr = html.escape(value)
    field = f'<input type="password" value="{attr}">'
    inner = f'<p title="{attr}">{html.escape(value, quote=False)}</p>'
    words = {
        "attr": attr,
        "attr2": html.escape(field),
        "text": html.escape(value, quote=False),
        "js": json.dumps(value).replace("<", "\\u003c"),
        "jsattr": html.escape(json.dumps(value)),
        "shadow": json.dumps(field).replace("<", "\\u003c"),
        "place": json.dumps(inner).replace("<", "\\u003c"),
        "place2": html.escape(inner),
        "url": quote(value, safe=""),
        "form": quote_plus(value),
        "half": html.escape(value[:6], quote=False),
        "rest": html.escape(value[6:], quote=False),
        "base64": base64.b64encode(b"user:" + value.encode()).decode(),
    }
    return f"<!doctype html><title>x</title>{HOLDERS[holder].format(**words)}{PLACES[place].format(**words)}"


def show(page: Page, markup: str) -> None:
    source = f"document.open(); document.write({json.dumps(markup)}); document.close(); 1"
    page.open("blank.html")
    page.call("evaluate", expression=source, unsafe=True)


def said_by(page: Page, command: str, params: dict[str, Any]) -> str:
    try:
        tab = {} if command == "getTabs" else {"tabId": page.tab}
        said = page.client.call(command, {**tab, **params}, 10_000)
    except ClzError as problem:
        said = problem.to_wire()
    if "dialog" in json.dumps(said).lower():
        with suppress(ClzError):
            page.call("dismissDialog")
    return json.dumps(said, ensure_ascii=False)


def shown_in(said: str, value: str) -> bool:
    """True if the value stands there, in whichever form, or any five characters of it in a row."""
    import html
    from urllib.parse import quote, quote_plus

    small = said.lower()
    wholes = {value, json.dumps(value)[1:-1], quote(value, safe=""), quote_plus(value), html.escape(value)}
    return any(whole.lower() in small for whole in wholes)


def parts_in(said: str, value: str) -> bool:
    """True if a part of the value is told: five characters in a row, in either direction, or one by one."""
    plain = said.replace("|", "")
    bare = "".join(c for c in value if c.isalnum())
    for text in (plain, "".join(c for c in plain if c.isalnum())):
        for whole in (value, value[::-1], bare, bare[::-1]):
            if any(whole[at : at + 5] in text for at in range(len(whole) - 4)):
                return True
    return False


def leaks(page: Page, value: str, holder: str, place: str) -> Iterator[str]:
    show(page, written(value, holder, place))
    for command, params in READERS:
        said = said_by(page, command, params)
        if shown_in(said, value):
            yield f"{holder}, {place}: {command} {params}: {said[:2000]}"


def pieces(page: Page, value: str, holder: str, place: str) -> Iterator[str]:
    show(page, written(value, holder, place))
    for target in ("held", "place"):
        for read in READS:
            for part in PARTS:
                source = part.replace("R", read).replace("E", f"document.getElementById('{target}')")
                source = source.replace("ID", target)
                said = said_by(page, "evaluate", {"expression": source})
                if parts_in(said, value):
                    yield f"{holder}, {place}: {source}: {said[:500]}"


@pytest.mark.parametrize("holder", HOLDERS)
def test_tmp(page: Page, holder: str) -> None:
    found = [x for value in (VALUE,) for x in leaks(page, value, holder, "text")]
    assert not found, "\n\n".join(found)

def test_tmp_places(page: Page) -> None:
    found = [x for place in PLACES for x in leaks(page, VALUE, "typed password", place)]
    assert not found, "\n\n".join(found)

def test_tmp_pieces(page: Page) -> None:
    found = [x for place in PLACES for x in pieces(page, VALUE, "typed password", place)]
    found += [x for holder in HOLDERS for x in pieces(page, VALUE, holder, "text")]
    assert not found, "\n\n".join(found)
