"""Reads of a page that is still coming in: they wait for its end, and say so where it does not come."""

from __future__ import annotations

from typing import Any

import pytest

import clz
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

FOLLOW = "document.body.innerHTML = '<a href=\"ADDRESS\">Go</a><p>old</p>'"

READS: list[tuple[str, dict[str, Any], str]] = [
    ("get", {"what": "count", "target": "li"}, "3"),
    ("get", {"what": "text", "target": "#total"}, "42"),
    ("getContent", {"target": "#total"}, "42"),
    ("getContent", {}, "ready"),
    ("getElementInfo", {"target": "#total"}, "42"),
    ("getAccessibilitySnapshot", {}, "ready"),
    ("getPageState", {}, "Last"),
    ("evaluate", {"expression": "document.querySelectorAll('li').length"}, "3"),
    ("evaluate", {"expression": "document.body.innerText", "unsafe": True}, "ready"),
    ("screenshot", {"target": "#total", "skipReadiness": True}, "image"),
    ("expect", {"condition": "count", "target": "li", "count": "3", "waitMs": 4_000}, "3"),
    ("waitFor", {"target": "#old", "gone": True}, "found"),
]
"""Of a page of two parts, each with what only the whole page gives."""


def follow(page: Page, address: str) -> None:
    page.call("evaluate", expression=FOLLOW.replace("ADDRESS", f"{page.origin}/{address}"), unsafe=True)
    page.call("click", target="text=Go")


def test_a_read_right_after_an_action_is_of_the_whole_page_that_it_led_to(build: str, page: Page) -> None:
    page.open("blank.html")
    for command, params, whole in READS:
        if build == "plain" and params.get("unsafe"):
            continue
        page.open("blank.html")
        follow(page, "parts?ms=300")
        result = page.call(command, **params)
        assert whole in str(result), (command, params)
        assert "unfinished" not in result, command


def outcome(page: Page, command: str, params: dict[str, Any]) -> str:
    try:
        return "unfinished" if page.call(command, **params).get("unfinished") else "done"
    except ClzError as problem:
        return problem.code


def test_what_has_not_come_yet_is_neither_gone_nor_hidden(page: Page) -> None:
    page.open("blank.html")
    absent: list[tuple[str, dict[str, Any]]] = [
        ("expect", {"condition": "gone", "target": "#total", "waitMs": 1_500}),
        ("expect", {"condition": "visible", "target": "#total", "negated": True, "waitMs": 1_500}),
        ("waitFor", {"target": "#total", "hidden": True, "waitMs": 1_500}),
    ]
    for command, params in absent:
        page.open("blank.html")
        follow(page, "parts?ms=300")
        # On a busy machine the page may not have ended by then: what it does not have is said to be so far.
        assert outcome(page, command, params) in ("EXPECTATION_FAILED", "TIMEOUT", "unfinished")


def test_a_page_that_its_style_sheet_holds_back_is_read_once_it_is_drawn(page: Page) -> None:
    page.open("blank.html")
    asked: list[tuple[str, dict[str, Any]]] = [
        ("getContent", {"target": "#total"}),
        ("get", {"what": "text", "target": "#total"}),
    ]
    for command, params in asked:
        page.open("blank.html")
        follow(page, "parts?ms=0&css=500")
        assert "42" in str(page.call(command, **params)), command


def test_a_page_that_never_ends_is_read_after_a_limit_and_called_unfinished(page: Page, browser: Browser) -> None:
    page.open("blank.html")
    follow(page, "parts")
    first = page.call("get", what="count", target="li")
    assert (first["value"], first["unfinished"]) == (2, True)
    said = "The page is unfinished: it was still arriving after 5 s."
    for words in (("get", "count", "li"), ("content",), ("eval", "1 + 1"), ("snapshot",)):
        done = browser.clz(*words, "--agent", "tester")  # it was waited for once
        assert (done.returncode, said in done.stderr) == (0, True), done
    assert browser.clz_json("content", "--agent", "tester")["result"]["unfinished"] is True
    with clz.Browser() as program, pytest.warns(UserWarning, match="unfinished") as told:
        assert program.open(f"{page.origin}/parts", wait_until="none").get_count("li") == 2
    assert told[0].filename == __file__


def test_a_page_is_unfinished_as_long_as_one_of_its_frames_is(page: Page) -> None:
    page.open("blank.html")
    frames = "document.body.innerHTML = '<iframe src=/parts></iframe><iframe src=/form.html></iframe>'"
    page.call("evaluate", expression=frames, unsafe=True)
    until(lambda: "Save all" in page.call("getAccessibilitySnapshot")["snapshot"])
    asked: list[tuple[str, dict[str, Any]]] = [
        ("getAccessibilitySnapshot", {}),
        ("getContent", {}),
        ("get", {"what": "count", "target": "li"}),
    ]
    for command, params in asked:
        assert page.call(command, **params)["unfinished"] is True, command


LATE = """document.body.innerHTML = "<p>here</p><iframe id=f></iframe>"; f.src = "ADDRESS"; 0"""

FRAME_READS: list[tuple[str, dict[str, Any], str]] = [
    ("get", {"what": "count", "target": "h1"}, "'value': 1"),
    ("get", {"what": "count", "target": "#f >> li"}, "'value': 9"),
    ("getContent", {}, "Small pages"),
    ("getAccessibilitySnapshot", {}, 'heading "Test site"'),
]
"""Of a frame whose document comes late, each with what only that gives."""

FRAME_ABSENT: list[tuple[str, dict[str, Any]]] = [
    ("expect", {"condition": "gone", "target": "h1"}),
    ("expect", {"condition": "visible", "target": "h1", "negated": True}),
    ("expect", {"condition": "count", "target": "h1", "count": "0"}),
    ("expect", {"condition": "text", "value": "Small pages", "negated": True}),
    ("waitFor", {"target": "h1", "hidden": True}),
]


def put_frame(page: Page, site: Site, path: str, origin: str = "") -> None:
    """A frame whose document is on its way: the server has been asked."""
    site.seen.clear()
    page.call("evaluate", expression=LATE.replace("ADDRESS", origin + path), unsafe=True)
    until(lambda: path in site.seen)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_document_that_a_frame_waits_for_is_read(host: str, page: Page, site: Site) -> None:
    page.open("blank.html")
    origin = page.origin.replace("127.0.0.1", host)
    for command, params, whole in FRAME_READS:
        put_frame(page, site, "/slow?ms=2000", origin)
        result = page.call(command, **params)
        assert whole in str(result), (command, params)


def test_what_a_frame_is_still_to_bring_is_neither_gone_nor_hidden(page: Page, site: Site) -> None:
    page.open("blank.html")
    for command, params in FRAME_ABSENT:
        put_frame(page, site, "/slow?ms=2000")
        assert outcome(page, command, {**params, "waitMs": 10_000}) in ("EXPECTATION_FAILED", "TIMEOUT")
    put_frame(page, site, "/hang")
    for command, params in FRAME_ABSENT:
        assert outcome(page, command, {**params, "waitMs": 100}) == "unfinished"
    for command, params, _ in FRAME_READS[:3]:
        assert outcome(page, command, params) == "unfinished"


COMING = """for (const src of ["/slow?ms=700", "/hang", "/download"])
  document.body.append(Object.assign(document.createElement("iframe"), { src }))"""


def test_a_frame_that_has_just_begun_to_load_is_waited_for_and_later_said_to_load(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=COMING, unsafe=True)
    seen = page.call("getAccessibilitySnapshot")["snapshot"].split("- iframe")
    assert ["heading" in frame for frame in seen] == [False, True, False, False]
    until(lambda: page.call("getAccessibilitySnapshot")["snapshot"].count("[loading]") == 1)
    assert len(page.call("getContent")["framesLeftOut"]) == 1
    assert page.call("expect", condition="gone", target="#nothing", waitMs=0)["holds"]
    hang, redrawn = "iframe[src='/hang']", "#redrawn"
    always = "<iframe id=redrawn></iframe>`); setInterval(() => (redrawn.srcdoc = `<p>${Math.random()}`), 20)"
    page.call("evaluate", expression=f"document.body.insertAdjacentHTML('beforeend', `{always}; 0", unsafe=True)
    for frame in (hang, redrawn):
        assert page.fails("click", target=f"{frame} >> text=Inner").code == "ELEMENT_NOT_FOUND"
    page.call("getAccessibilitySnapshot", frame=hang)
