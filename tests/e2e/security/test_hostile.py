"""Pages made to break what reads them: every answer is right, or says what is wrong with the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page

PATIENCE_MS = 1_500
# A picture that names what is in it has no other way to say that a page does not answer than that its time is over.
PICTURE_MS = 20_000
SAFE = "#safe"

WAYS: dict[str, str] = {
    "form": "#trap",
    "document": SAFE,
    "getters": SAFE,
    "globals": SAFE,
    "elements": "#dot",
    "bodyless": "#head",
    "headless": SAFE,
    "rootless": SAFE,
    "textroot": SAFE,
    "svgroot": SAFE,
    "svgbody": SAFE,
    "frameset": SAFE,
    "twobodies": SAFE,
    "opened": "#written",
    "closed": SAFE,
    "empty": SAFE,
    "deep": SAFE,
    "moving": SAFE,
    "quirks": SAFE,
    "contents": SAFE,
    "lonely": "body",
}
FILES = {"odd.svg": SAFE, "odd.xml": SAFE, "odd.txt": "pre", "json": "body", "page.css": "pre", "image.png": "img"}


def commands(target: str) -> list[tuple[str, dict[str, Any]]]:
    aimed: dict[str, Any] = {"target": target, "waitMs": 0}
    return [
        ("getAccessibilitySnapshot", {"tree": True}),
        ("getPageState", {}),
        *[("getContent", {"format": form, "includeHtml": True}) for form in ("text", "markdown", "article")],
        *[
            ("get", {"what": what, "target": target, "name": "class"})
            for what in ("text", "html", "value", "attr", "box")
        ],
        ("get", {"what": "count", "target": "//*"}),
        ("getElementInfo", {"target": target}),
        ("screenshot", {"maxWait": 100, "annotate": True, "full": True}),
        ("waitFor", {"target": target, "waitMs": 0}),
        ("evaluate", {"expression": "1 + 1"}),
        ("hover", aimed),
        ("focus", aimed),
        ("type", {**aimed, "text": "a"}),
        ("fill", {**aimed, "text": "b"}),
        ("select", {**aimed, "values": ["x"]}),
        ("check", aimed),
        ("upload", {**aimed, "files": [str(Path(__file__))]}),
        ("drag", {**aimed, "by": "5,5"}),
        ("drag", {**aimed, "to": "#head"}),
        ("pressKey", {"key": "Tab"}),
        ("scroll", {"by": "0,20"}),
        ("scroll", aimed),
        ("click", {"target": "role=button", "waitMs": 0}),
        ("click", {**aimed, "force": True}),
        ("pressKey", {"key": "Enter"}),
    ]


def failures(page: Page, target: str) -> list[str]:
    """The commands that fail by a fault of clz's own, or that the page keeps from answering."""
    found = []
    for command, params in commands(target):
        try:
            page.call(command, PICTURE_MS if command == "screenshot" else PATIENCE_MS, **params)
        except ClzError as problem:
            if problem.code in ("INTERNAL", "CONTENT_SCRIPT_UNAVAILABLE"):
                found.append(f"{command} {params}: {problem.code} {problem}")
    return found


@pytest.mark.by_day(7)
@pytest.mark.parametrize("way", WAYS)
def test_a_hostile_page_breaks_no_command(page: Page, way: str) -> None:
    page.open(f"hostile.html?way={way}", waitUntil="domcontentloaded" if way == "opened" else "load")
    assert failures(page, WAYS[way]) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("file", FILES)
def test_a_page_that_is_no_html_breaks_no_command(page: Page, file: str) -> None:
    page.open(file)
    assert failures(page, FILES[file]) == []
