"""Pages that hang, never end, or go away while a command is under way."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.browsers import Page, page_of
from tests.support.waiting import until

BLOCKED_MS = 8_000
PATIENCE_MS = 1_000
SHORT_MS = 300


def failure(command: str, tab: int, params: dict[str, Any], timeout_ms: int) -> tuple[str, float]:
    """The code of a command that fails in a client of its own, and the seconds it took."""
    begin = time.monotonic()
    with Client("default", "tester") as client, pytest.raises(ClzError) as caught:
        client.call(command, {"tabId": tab, **params}, timeout_ms)
    return caught.value.code, time.monotonic() - begin


def hangs(page: Page) -> bool:
    """True once the page has said that it will, and is silent: a machine that is only slow may be as silent before."""
    (title,) = (tab["title"] for tab in page.client.call("getTabs")["tabs"] if tab["tabId"] == page.tab)
    if title != "About to block":
        return False
    try:
        page.call("get", SHORT_MS, what="count", target="p")
    except ClzError as problem:
        return problem.code == "TIMEOUT"
    return False


def test_reads_of_a_page_that_hangs_end_in_their_time_and_the_tab_works_after(page: Page) -> None:
    page.open(f"busy.html?ms={BLOCKED_MS}")
    # What the commands need is there before the page hangs, as for an agent at work.
    page.call("getAccessibilitySnapshot")
    page.call("getPageState")
    page.call("click", target="#block")
    until(lambda: hangs(page))
    reads = ("getAccessibilitySnapshot", "getContent", "getPageState", "get", "evaluate")
    more = {"get": {"what": "text", "target": "#text"}, "evaluate": {"expression": "1"}}
    with ThreadPoolExecutor(len(reads)) as threads:
        work = [threads.submit(failure, name, page.tab, more.get(name, {}), PATIENCE_MS) for name in reads]
        ended = {name: future.result() for name, future in zip(reads, work, strict=True)}
    assert {code for code, _ in ended.values()} <= {"TIMEOUT", "PAGE_HANGS"}, ended
    assert max(spent for _, spent in ended.values()) < BLOCKED_MS / 1000, ended
    until(lambda: page.text("#text") == "Done")
    assert "Busy" in page.call("getAccessibilitySnapshot")["snapshot"]


def test_an_endless_page_is_scrolled_until_the_text_comes(page: Page) -> None:
    page.open("endless.html")
    result = page.call("scroll", untilText="Item 53")
    assert result["found"] is True
    assert int(page.call("get", what="count", target="li")["value"]) >= 53
    cut = page.call("getAccessibilitySnapshot", maxChars=1_000)
    assert len(cut["snapshot"]) <= 1_000
    assert (cut["truncated"], cut["shown"] < cut["lines"]) == (True, True)


def test_a_tab_whose_first_page_does_not_come_says_so_and_still_answers_those_who_wait(page: Page) -> None:
    page.open("hang", waitUntil="none")
    for command, params in (("get", {"what": "title"}), ("click", {"target": "h1"}), ("getAccessibilitySnapshot", {})):
        problem = page.fails(command, 5_000, **params)
        assert (problem.code, "no page yet" in problem.message) == ("TIMEOUT", True), command
    assert "no page" not in page.fails("waitFor", target="h1", waitMs=0).message
    page.call("navigate", url=f"{page.origin}/form.html")
    assert page.call("get", what="count", target="h1")["value"] == 1


SLOW: list[tuple[str, dict[str, Any]]] = [
    ("waitFor", {"text": "never", "waitMs": 20_000}),
    ("waitFor", {"url": "*/never", "waitMs": 20_000}),
    ("click", {"target": "#never", "waitMs": 20_000}),
    ("type", {"target": "#text", "text": "slowly", "delayMs": 1_000}),
    ("evaluate", {"expression": "await new Promise(() => {})", "unsafe": True}),
    ("scroll", {"untilText": "never"}),
    ("navigate", {"url": "{site}/hang"}),
    ("screenshot", {"maxWait": 20_000}),
    ("download", {"target": "#count"}),
]


@pytest.mark.parametrize(("command", "params"), SLOW, ids=lambda value: value if isinstance(value, str) else "")
def test_a_tab_that_is_closed_ends_the_command_that_acts_in_it(
    page: Page, site: Site, command: str, params: dict[str, Any]
) -> None:
    page.open("endless.html" if command == "scroll" else "form.html")
    if command == "screenshot":
        image = "document.body.prepend(Object.assign(new Image(), { src: '/hang' }))"
        page.call("evaluate", expression=f"{image}, 0", unsafe=True)
    given = {
        name: value.replace("{site}", site.origin) if isinstance(value, str) else value
        for name, value in params.items()
    }
    tab, page.tab = page.tab, -1
    with ThreadPoolExecutor(1) as threads, page_of("tester", site.origin) as other:
        work = threads.submit(failure, command, tab, given, 20_000)
        until(lambda: other.client.call("status")["pending"] > 0)
        other.client.call("closeTab", {"tabId": tab})
        assert work.result()[0] == "TAB_CLOSED"
