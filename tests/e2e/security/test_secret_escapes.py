"""What a page's secret fields hold leaves it by no command, however the page holds it and wherever it writes it."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clz_core.contract.commands import COMMANDS
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
    "cookie": '<script>document.cookie = "it=" + encodeURIComponent({js})</script><p id="place">x</p>',
    "request": '<script>fetch("/blank.html?q={url}")</script><p id="place">x</p>',
    "description": '<p id="place" role="button" aria-description="{attr}" aria-placeholder="{attr}">x</p>',
    "style": '<p id="place" style="--it: {attr}; font-family: {attr2}">x</p>',
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
    ("getVitals", {}),
    ("getConsoleLogs", {}),
    ("getStorage", {}),
    ("getTabs", {}),
    ("getWindows", {}),
    ("getNetworkRequests", {}),
    ("getCookies", {}),
    ("getCookie", {"name": "it"}),
    ("readClipboard", {}),
    *(("get", {"what": "styles", "target": target}) for target in TARGETS),
    *(("expect", {"condition": "value", "target": t, "value": "other", "waitMs": 0}) for t in TARGETS),
    *(("expect", {"condition": "text", "target": t, "value": "other", "waitMs": 0}) for t in TARGETS),
    *(("expect", {"condition": what, "value": "other", "waitMs": 0}) for what in ("title", "url")),
    *(("expect", {"condition": "attr", "attribute": "value", "target": t, "value": "o", "waitMs": 0}) for t in TARGETS),
    ("click", {"target": "#place", "waitMs": 0}),
    ("click", {"target": "text=nothing like it", "waitMs": 0}),
    ("dialogStatus", {}),
    *(("pickElement", {"point": point}) for point in ("20,20", "100,60", "60,120")),
    ("traceMoment", {"picture": False}),
    ("waitFor", {"target": "#nothing", "waitMs": 0}),
]
UNASKED = {
    "admitScript": "says nothing",
    "ask": "says what the agent gives it",
    "canNavigate": "tells of an address that the agent gives",
    "endFilm": "e2e/secrets/test_pictures.py",
    "filmFrame": "e2e/secrets/test_pictures.py",
    "getConfig": "settings",
    "getCredentials": "the agent's own passkeys, without their private keys",
    "getNetworkConditions": "what the agent has set",
    "getRequestBody": "e2e/network/test_bodies.py",
    "getSlotRequests": "agents",
    "getSocketMessages": "e2e/network/test_sockets.py",
    "getWindowMode": "settings",
    "listAuth": "what the agent has set",
    "listConfig": "settings",
    "listInitScripts": "what the agent has set",
    "listRoutes": "what the agent has set",
    "markNotes": "says nothing",
    "movedParts": "names of Firefox's own parts",
    "lookAtTab": "e2e/secrets/test_pictures.py",
    "pdf": "e2e/secrets/test_pictures.py",
    "ping": "says nothing",
    "screenshot": "e2e/secrets/test_pictures.py",
    "getDownload": "e2e/fronts/test_python_events.py",
    "takeDownloads": "e2e/fronts/test_python_events.py",
    "takeHeld": "e2e/network/test_function_routes.py",
    "watchPerson": "e2e/record/test_closed_tab.py",
    "watchTabs": "numbers, and no agent may ask",
}
"""Commands of the extension that only read and are not asked below: what they tell of, or where they are tested."""
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
    'document.evaluate(\'concat("x",//*[@id="ID"]/@value)\', document, null, 2, null).stringValue',
    "document.evaluate('string(//*[@id=\"ID\"])', document, null, 2, null).stringValue",
    "document.evaluate('//*[@id=\"ID\"]/@*', document, null, 4, null).iterateNext().value",
    "document.evaluate('//*[@id=\"ID\"]/text()', document, null, 4, null).iterateNext().data",
)
SELECTED = (
    "getSelection().toString()",
    "String(document.getSelection())",
    "getSelection().getRangeAt(0).toString()",
    "`${getSelection().getRangeAt(0)}`",
    "getSelection().getRangeAt(0).cloneContents().textContent",
)
PARTS = ("[...(R)].join('|')", "(R).slice(1)", "(R).slice(0, -1)", "(R).split('').reverse().join('')", "R")


def written(value: str, holder: str, place: str) -> str:
    """A page that holds a value in one way, and writes it in another."""
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
        tab = {"tabId": page.tab} if COMMANDS[command].tab else {}
        said = page.client.call(command, {**tab, **params}, 10_000)
    except ClzError as problem:
        said = {**problem.to_wire()}
    if "dialog" in json.dumps(said).lower():
        with suppress(ClzError):
            page.call("dismissDialog")
    return json.dumps(said, ensure_ascii=False)


def shown_in(said: str, value: str) -> bool:
    """True if the value stands there, in whichever form."""
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
    markup = written(value, holder, place)
    show(page, markup)
    for command, params in READERS:
        if params.get("what") == "attr" and params["name"] != "value" and f"{params['name']}=" not in markup:
            continue  # no element has it; a value may be asked of a field whose markup has none
        said = said_by(page, command, params)
        if shown_in(said, value):
            yield f"{holder}, {place}: {command} {params}: {said[:2000]}"


def pieces(
    page: Page, value: str, holder: str, place: str, reads: Sequence[str], parts: Sequence[str]
) -> Iterator[str]:
    show(page, written(value, holder, place))
    for target in ("held", "place"):
        for read in reads:
            for part in parts:
                source = part.replace("R", read).replace("E", f"document.getElementById('{target}')")
                source = source.replace("ID", target)
                said = said_by(page, "evaluate", {"expression": source})
                if parts_in(said, value):
                    yield f"{holder}, {place}: {source}: {said[:500]}"


def test_each_command_that_reads_is_asked_or_named_with_its_reason() -> None:
    reading = {command.name for command in COMMANDS if command.in_extension and not command.changes}
    asked = {command for command, _ in READERS}
    assert reading - asked == set(UNASKED)


def is_word(how: tuple[str, str, str]) -> bool:
    """Many words are hidden in forms that are no secret: what is as short is masked in its field alone."""
    value, holder, _ = how
    return holder == "hidden token" and value == CODE


HOWS = st.tuples(st.sampled_from(ALL), st.sampled_from(sorted(HOLDERS)), st.sampled_from(sorted(PLACES))).filter(
    lambda how: not is_word(how)
)
# What a page itself writes in parts is not masked: docs/security.md.
IN_ONE_PIECE = HOWS.filter(lambda how: how[2] != "in pieces")


def test_no_command_tells_what_a_secret_field_holds(page: Page) -> None:
    """Each way to hold a value once, and some ways to write it."""
    places = ["attributes", "srcdoc", "noscript", "template", "link", "dialog", "title", "text", "closed root"]
    hows = [(ALL[at % 3], holder, places[at % len(places)]) for at, holder in enumerate(HOLDERS)]
    for value, holder, place in [*hows, (CODE, "one-time code", "svg")]:
        found = list(leaks(page, value, holder, place))
        assert not found, "\n".join(found)


def test_a_safe_expression_takes_no_secret_apart(page: Page) -> None:
    for holder, place in (
        ("password", "text"),
        ("textarea", "noscript"),
        ("template", "srcdoc"),
        ("frame", "attributes"),
    ):
        found = list(pieces(page, VALUE, holder, place, READS, PARTS[:1]))
        assert not found, "\n".join(found)


@pytest.mark.night
@pytest.mark.timeout(3_000)
@settings(max_examples=250)
@given(how=HOWS)
def test_no_way_out_is_found_for_a_secret(page: Page, how: tuple[str, str, str]) -> None:
    found = list(leaks(page, *how))
    assert not found, "\n".join(found)


@pytest.mark.night
@pytest.mark.timeout(3_000)
@settings(max_examples=60)
@given(how=IN_ONE_PIECE, reads=st.lists(st.sampled_from(READS), min_size=12, max_size=12, unique=True))
def test_no_expression_is_found_for_a_part_of_a_secret(page: Page, how: tuple[str, str, str], reads: list[str]) -> None:
    found = list(pieces(page, *how, reads, PARTS))
    assert not found, "\n".join(found)


def test_no_selector_and_no_path_asks_for_a_part_of_a_secret(page: Page) -> None:
    """The right beginning and a wrong one give the same answer; other attributes can be asked for as ever."""
    show(page, written(VALUE, "password", "attributes") + '<input type="submit" value="Sign in" id="other">')
    page.call("get", what="text", target="body")
    for attribute in ("value", "VALUE", "v\\61lue", "*|value", "data-x", "title"):
        for test in ("^=", "*=", "|=", "~="):
            for selector in (f'[{attribute}{test}"{{}}"]', f"body:has([{attribute} /**/ {test} '{{}}' i])"):
                asked = [selector.format(part) for part in (VALUE[:3], VALUE[1:4], "wrong")]
                counts = [page.call("get", what="count", target=f"css={one}")["value"] for one in asked]
                assert counts == [0, 0, 0], asked
                tests = [f"document.querySelectorAll({json.dumps(one)}).length" for one in asked]
                assert [page.call("evaluate", expression=one)["result"] for one in tests] == [0, 0, 0], tests
    for path in (
        "//*[starts-with(@value,'{}')]",
        "//*[contains(attribute :: value,'{}')]",
        "//*[@*[contains(.,'{}')]]",
    ):
        asked = [path.format(part) for part in (VALUE[:3], "wrong")]
        assert [page.call("get", what="count", target=one)["value"] for one in asked] == [0, 0], asked
    # CSS takes what is not closed for closed.
    for open_end in (f"[value^={VALUE[:2]}", f'[value^="{VALUE[:3]}'):
        assert page.fails("get", what="count", target=f"css={open_end}").code == "INVALID_TARGET"
    for target in (
        "css=[value^=Sign]",
        "css=[value*='n i']",
        "//input[starts-with(@value,'Sign')]",
        f"[value='{VALUE}']",
    ):
        assert page.call("get", what="count", target=target)["value"] == 1, target


def test_what_is_not_secret_is_read_as_ever(page: Page) -> None:
    markup = (
        '<!doctype html><title>Shop</title><input type="password" value="ab1"><input id="n" value="ab1 and 12345">'
        '<input type="hidden" name="csrf_token" value="true"><p id="p">true, 7391 and Zq7</p>'
    )
    show(page, markup)
    assert page.call("get", what="value", target="#n")["value"] == "ab1 and 12345"
    assert page.text("#p") == "true, 7391 and Zq7"
    assert page.call("evaluate", expression="document.querySelector('#p').textContent.length")["result"] == 18


def test_addresses_of_links_are_masked_in_every_format(page: Page) -> None:
    show(
        page,
        '<!doctype html><title>x</title><p><a href="http://ada:pw123@127.0.0.1/?token=abc123#access_token=q9">go</a>',
    )
    for form in ("markdown", "html"):
        text = page.call("getContent", format=form)["text"]
        assert "127.0.0.1" in text
        assert not [part for part in ("pw123", "abc123", "q9") if part in text], text
    for text in (
        page.call("get", what="attr", name="href", target="a")["value"],
        page.call("get", what="html", target="p")["value"],
    ):
        assert not [part for part in ("pw123", "abc123", "q9") if part in text], text


def test_no_text_is_found_by_a_part_of_a_secret(page: Page) -> None:
    """A right part and a wrong one give the same answer, a whole value and what stands around it are found."""
    show(page, written(VALUE, "textarea", "text") + f'<input type="password" value="{html.escape(VALUE)}">')
    for target in ("text={}", "text=/{}/", "css=p:has-text('{}')", "css=textarea:has-text('{}')", "css=p:text('{}')"):
        for part in (VALUE[:3], f"It is {VALUE[:3]}"):
            assert page.call("get", what="count", target=target.format(part))["value"] == 0, target
    for probe in (VALUE[:3], VALUE[1:5], "wrong"):
        assert page.fails("waitFor", text=probe, waitMs=0).code == "TIMEOUT"
        assert page.fails("expect", condition="text", value=probe, waitMs=0).code == "EXPECTATION_FAILED"
        assert (
            page.fails("expect", condition="text", target="#place", value=probe, waitMs=0).code == "EXPECTATION_FAILED"
        )
        assert page.fails("selectText", target="#place", text=probe).code == "ELEMENT_NOT_FOUND"
    for words in (VALUE, f"It is {VALUE}, they say", "they say"):
        assert page.call("get", what="count", target=f"css=p:has-text({json.dumps(words)})")["value"] == 1
        page.call("waitFor", text=words, waitMs=0)
        page.call("expect", condition="text", target="#place", value=words, waitMs=0)
        assert page.call("selectText", target="#place", text=words)["selected"]


def test_a_selection_that_grows_letter_by_letter_shows_no_part_of_a_secret(page: Page) -> None:
    """In an editor and in a field; what stands beside it is read as ever."""
    whole = f"It is {VALUE}, so"
    field = f'<input type="password" value="{html.escape(VALUE)}">'
    editor = f'<p id="place" contenteditable>{html.escape(whole, quote=False)}</p>'
    shown = f'<input id="place" autocomplete="one-time-code" value="{html.escape(whole)}">'
    for beside in (editor, f'<input id="place" value="{html.escape(whole)}">', shown):
        show(page, field + beside)
        page.call("focus", target="#place")
        page.call("pressKey", key="Home")
        for end in range(1, len(whole) + 1):
            page.call("pressKey", key="Shift+ArrowRight")
            told = page.call("get", what="selection")["value"]
            hidden = whole if beside is shown else VALUE
            assert told == whole.replace(hidden, "•" * len(hidden))[:end]
            for source in SELECTED:
                said = said_by(page, "evaluate", {"expression": source})
                assert not parts_in(said, VALUE), (source, said)


def test_what_is_chosen_from_a_list_is_no_password(page: Page) -> None:
    """Libraries say so of their lists, that Firefox fills nothing in: "new-password" in a combobox."""
    how = ' autocomplete="new-password" value="{}"'
    listed = '<input id="city" role="combobox" aria-autocomplete="list"' + how.format("Prague") + ">"
    show(page, listed + "<p>It is Prague</p>" + "<input id=word " + how.format("Zq7vermil") + ">")
    assert page.call("get", what="value", target="#city")["value"] == "Prague"
    assert page.text("p") == "It is Prague"
    assert set(page.call("get", what="value", target="#word")["value"]) == {"•"}
    show(page, listed.replace("<input", '<input type="password"'))
    assert set(page.call("get", what="value", target="#city")["value"]) == {"•"}


def test_a_page_reads_as_ever_once_its_password_is_gone(page: Page) -> None:
    """Passwords that are words, user names or numbers, and years that cards end in, are not hidden in other texts."""
    markup = (
        "<!doctype html><title>Site admin</title><p>admin, test, 1234, 123456 and 2027</p><input type='password'>"
        "<a href='/admin/1234'>admin</a><input autocomplete='cc-exp-year' value='2027'>"
    )
    words = "admin, test, 1234, 123456 and 2027"
    for value in ("admin", "test", "1234", "admin1", "administrator"):
        show(page, markup)
        page.call("fill", target="css=[type=password]", value=value)
        assert "2027" in page.text("p"), value
        page.call("fill", target="css=[type=password]", value="")
        assert page.text("p") == words, value
        page.call("fill", target="css=[type=password]", value=value)
        show(page, markup)
        assert page.text("p") == words, value
        assert page.call("getAccessibilitySnapshot")["title"] == "Site admin"
        assert page.call("get", what="attr", name="href", target="a")["value"] == "/admin/1234"
        assert "•" not in json.dumps(page.client.call("getTabs"), ensure_ascii=False)


def test_a_saved_state_is_as_the_site_has_it(page: Page) -> None:
    """Sites keep in a cookie and in their storage what they hide in their forms."""
    token = "kq3V9sFzPq2mW8dJ"
    page.open("blank.html")
    source = (
        f"document.cookie = 'csrf={token}'; localStorage.csrf = '{token}';"
        f"document.body.innerHTML = '<input type=hidden name=csrf_token value={token}>'; 1"
    )
    page.call("evaluate", expression=source, unsafe=True)
    assert "•" in page.call("get", what="value", target="css=[name=csrf_token]")["value"]
    saved = page.call("saveState")
    assert [one["value"] for one in saved["cookies"] if one["name"] == "csrf"] == [token]
    assert token in json.dumps(saved["origins"])
    page.call("evaluate", expression="document.cookie = 'csrf=; max-age=0'; localStorage.clear(); 1", unsafe=True)
