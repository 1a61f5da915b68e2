"""What a page can find out about who is at work in it: nothing, in the Firefox of clz's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import Page
from tests.support.waiting import until

READS: list[tuple[str, dict[str, Any]]] = [
    ("getAccessibilitySnapshot", {}),
    ("getPageState", {}),
    ("getContent", {"format": "markdown", "includeHtml": True}),
    ("getContent", {"format": "article"}),
    ("get", {"what": "styles", "target": "h1"}),
    ("getElementInfo", {"target": "#field"}),
    ("screenshot", {}),
    ("screenshot", {"annotate": True, "full": True}),
    ("waitFor", {"target": "h1", "text": "Detector"}),
    ("getConsoleLogs", {}),
    ("getNetworkRequests", {}),
    ("handleConsent", {"scanTimeout": 200}),
]
ACTS: list[tuple[str, dict[str, Any]]] = [
    ("dblclick", {"target": "#press"}),
    ("click", {"target": "#press", "button": "right"}),
    ("hover", {"target": "#link"}),
    ("focus", {"target": "#area"}),
    ("type", {"target": "#field", "text": "ab"}),
    ("type", {"target": "#area", "text": "cd"}),
    ("fill", {"target": "#rich", "text": "new"}),
    ("type", {"target": "#field", "text": "x", "clear": False}),
    ("pressKey", {"key": "Tab"}),
    ("select", {"target": "#list", "values": ["two"]}),
    ("check", {"target": "#box"}),
    ("type", {"target": "#day", "text": "2026-01-31"}),
    ("upload", {"target": "#file", "files": [str(Path(__file__))]}),
    ("drag", {"target": "#card", "to": "#bin"}),
    ("scroll", {"by": "0,50"}),
    ("scroll", {"to": "top"}),
]
NOTHING: dict[str, Any] = {
    "elsewhere": [],
    "sources": [],
    "pointers": ["mouse"],
    "mutations": [],
    "surface": [],
    "globals": True,
    "scroll": True,
    "history": True,
    "webdriver": False,
    "foreign": [],
    "entries": [],
    "sheets": 1,
    "visible": "visible",
    "focus": True,
}
# Without the helper events are of a script's making, and a tab in the background is hidden.
OF_SYNTHETIC = ("sources", "visible")


def told(page: Page) -> dict[str, Any]:
    page.call("click", target="#tell")
    found = json.loads(until(lambda: page.text("#log")))
    assert isinstance(found, dict)
    return found


def after(page: Page, commands: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """What the page can tell after these commands."""
    page.open("detector.html")
    page.call("click", target="#begin")
    for command, params in commands:
        page.call(command, **params)
    return told(page)


def parts(found: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: found[name] for name in names}


def test_a_page_cannot_tell_that_it_is_read(build: str, page: Page, trusted: bool) -> None:
    found = after(page, READS)
    # The mouse goes from one button of the test to the other; nothing else happens.
    assert {kind for kind in found["types"] if not kind.startswith(("mouse", "pointer"))} == set()
    assert found["html"] is True
    assert parts(found, *NOTHING) == {**NOTHING, **({} if trusted else parts(found, *OF_SYNTHETIC))}
    assert found["untrusted"] == [] or not trusted


def test_a_page_cannot_tell_who_acts_in_it(page: Page) -> None:
    found = after(page, ACTS)
    assert parts(found, *NOTHING) == NOTHING
    assert parts(found, "untrusted", "unfocused", "inactive") == {"untrusted": [], "unfocused": [], "inactive": []}
    assert found["matches"] == "tell"
    assert {"focus", "focusin", "blur", "focusout", "change", "keydown", "drop", "selectionchange"} <= set(
        found["types"]
    )


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_without_the_helper_a_page_can_tell_by_its_events_alone(build: str, page: Page) -> None:
    found = after(page, ACTS)
    assert parts(found, *NOTHING) == {**NOTHING, **parts(found, *OF_SYNTHETIC)}
    assert found["untrusted"] != []


def test_what_is_said_to_the_console_is_not_touched(build: str, page: Page) -> None:
    page.open("detector.html")
    page.call("click", target="#talk")
    found = told(page)
    assert found["touched"] == found["touchedFrom"] == "as by Firefox"
    # Firefox itself asks an error that nobody catches for its message.
    assert found["readsOfThrown"] == 2
    assert parts(found, "surface", "foreign") == {"surface": [], "foreign": []}
    assert until(lambda: page.call("getConsoleLogs", level="error")["logs"][-1:])


def test_tabs_in_the_background_have_the_focus_each(page: Page, other_page: Page) -> None:
    page.open("detector.html")
    page.call("type", target="#field", text="one")
    # Another site: a process of its own, and with it a focus of its own.
    other_page.open(f"{other_page.origin.replace('127.0.0.1', 'localhost')}/detector.html")
    other_page.call("type", target="#area", text="two")
    for tab, field in ((page, "field"), (other_page, "area")):
        seen = tab.call("evaluate", expression="[document.hasFocus(), document.querySelector(':focus')?.id]")["result"]
        assert seen == [True, field]
