"""Pages that do not answer: told as that within seconds, and left without harm to anybody."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from clz_core.contract.errors import ClzError
from clz_native import doctor
from tests.site.server import Site
from tests.support.browsers import Browser, Page, browser_home, page_of
from tests.support.faults import pages_of
from tests.support.waiting import paced, until

SOON_S = 15.0
"""With `waitMs` 0 half a second until the page is asked and four more; on a calm machine that is far less."""


def hangs(page: Page, command: str, **params: Any) -> ClzError:
    """What a command says of a page that hangs. It says so soon."""
    begin = time.monotonic()
    problem = page.fails(command, **params)
    assert (problem.code, problem.exit_code) == ("PAGE_HANGS", 4), problem
    assert time.monotonic() - begin < paced(SOON_S + params.get("waitMs", 5_000) / 1000), problem.details
    return problem


def leave(page: Page, way: str) -> None:
    params: dict[str, Any] = {"url": f"{page.origin}/hangs.html"} if way == "navigate" else {}
    page.call(way, **params)


def works(page: Page) -> None:
    before = int(page.text("#count"))
    page.call("click", target="#count")
    assert page.text("#count") == str(before + 1)


@pytest.mark.parametrize("way", ["loop", "microtasks", "wasm"])
def test_a_script_without_end_is_named_and_ends_when_its_page_is_left(way: str, page: Page) -> None:
    page.open("hangs.html")
    problem = hangs(page, "click", target=f"#{way}", waitMs=0)
    assert problem.details["begun"] is True
    assert way == "microtasks" or str(problem.details["script"]).startswith(f"{page.origin}/hangs.html")
    assert "does not end" in problem.message
    assert "clz reload" in problem.hint
    page.call("reload")
    works(page)


@pytest.mark.parametrize("way", ["reload", "navigate", "back"])
def test_a_page_that_hangs_is_left_in_every_way(way: str, page: Page) -> None:
    page.open("hangs.html")
    page.open("hangs.html?again")
    hangs(page, "click", target="#loop", waitMs=0)
    leave(page, way)
    works(page)


def test_without_the_helper_another_address_ends_it(build: str, page: Page) -> None:
    page.open("hangs.html")
    problem = hangs(page, "click", target="#loop", waitMs=0)
    assert ("clz navigate URL" in problem.hint) is (build == "plain")
    page.open("form.html")
    page.open("hangs.html")
    works(page)


def test_a_page_that_waits_for_a_server_in_its_script_is_read_and_not_pressed(page: Page) -> None:
    page.open("hangs.html")
    assert hangs(page, "click", target="#request", waitMs=0).details["begun"] is True
    assert "Ways to stop" in page.text("body")
    hangs(page, "click", target="#count", waitMs=0)
    page.open("form.html")
    page.open("hangs.html")
    works(page)


def test_a_page_that_hangs_while_it_loads_is_told_by_what_opens_it(page: Page) -> None:
    page.open("form.html")
    problem = page.fails("navigate", 40_000, url=f"{page.origin}/hangs.html?load=loop")
    assert problem.code == "PAGE_HANGS"
    page.call("reload", waitUntil="none")
    page.open("hangs.html")
    works(page)


@pytest.mark.parametrize("way", ["briefly", "layout", "debugger", "print", "regex"])
def test_a_page_that_is_merely_slow_is_waited_for(way: str, build: str, page: Page) -> None:
    page.open("hangs.html")
    assert page.call("click", target=f"#{way}")["tagName"] == "button"
    works(page)


def test_a_frame_of_the_same_site_takes_its_page_along(page: Page) -> None:
    page.open("hangs.html?frame=loop")
    until(lambda: any(tab.get("silentMs") for tab in page.client.call("getTabs")["tabs"]), 10)
    assert "soon=loop" in str(hangs(page, "click", target="#count", waitMs=0).details["script"])
    page.call("navigate", url=f"{page.origin}/hangs.html")
    works(page)


def test_a_frame_of_another_site_hangs_alone(page: Page) -> None:
    page.open("hangs.html?other=loop")
    until(lambda: "does not answer" in page.call("getAccessibilitySnapshot")["snapshot"], 10)
    works(page)
    problem = page.fails("click", target="role=button[name=Nothing]", waitMs=1_500)
    assert (problem.code, problem.details["silentFrames"]) == ("ELEMENT_NOT_FOUND", 1)
    assert hangs(page, "click", target="#count", frame="#held", waitMs=0).message.startswith("A frame in tab")
    assert page.fails("get", what="count", target="button").code == "CONTENT_SCRIPT_UNAVAILABLE"
    assert page.call("get", what="count", target="#count", frame="top")["value"] == 1
    assert page.fails("screenshot", 40_000).code == "PAGE_HANGS"
    page.call("navigate", url=f"{page.origin}/hangs.html".replace("127.0.0.1", "localhost"))
    works(page)


def test_others_in_the_process_are_told_whose_script_it_is_and_it_ends_with_its_tab(page: Page) -> None:
    page.open("hangs.html")
    with page_of("other", page.origin) as other:
        other.open("hangs.html")
        hangs(page, "click", target="#loop", waitMs=0)
        problem = hangs(other, "click", target="#count", waitMs=0)
        assert problem.details["culprit"] == page.tab
        assert "script" not in problem.details, "its address is its agent's business"
        page.call("closeTab")
        begin = time.monotonic()
        works(other)
        page.tab = -1
        page.open("hangs.html")
        works(page)
        assert time.monotonic() - begin < paced(SOON_S)


def test_a_tab_that_is_closed_before_anybody_knows_takes_its_script_along(page: Page) -> None:
    page.open("hangs.html?soon=loop")
    page.call("closeTab")
    page.tab = -1
    page.open("hangs.html")
    works(page)


def test_the_doctor_finds_it_and_mends_it(page: Page) -> None:
    page.open("hangs.html")
    hangs(page, "click", target="#loop", waitMs=0)
    rows = {row["name"]: row for row in doctor.run("default", "tester")["checks"]}
    assert f"tab {page.tab} has not answered for" in rows["page"]["detail"]
    assert (rows["page"]["fix"], rows["page"]["fixable"]) == (f"clz reload --tab {page.tab}", True)
    done = doctor.run("default", "tester", repair=True)
    assert f"page: loaded tab {page.tab} again, which did not answer" in done["fixed"]
    works(page)


@pytest.mark.night
def test_what_was_given_up_is_not_done_once_the_page_answers(build: str, page: Page, site: Site) -> None:
    page.open("hangs.html")
    busy = f"setTimeout(() => {{ fetch('/busy?{build}'); busy(40_000) }}, 100)"
    page.call("evaluate", expression=f"void {busy}", unsafe=True)
    until(lambda: f"/busy?{build}" in site.seen)
    hangs(page, "click", target="#count", waitMs=0)

    def counted() -> Any:
        try:
            return page.call("evaluate", expression="count.textContent", unsafe=True)["result"]
        except ClzError as problem:
            if problem.code != "PAGE_HANGS":
                raise
            return None

    assert until(counted, 90) == "0"


@pytest.mark.night
def test_what_an_expression_takes_is_its_own_time(page: Page) -> None:
    page.open("hangs.html")
    assert page.call("evaluate", expression="busy(12_000), 1", unsafe=True)["result"] == 1


@pytest.fixture
def alone(site: Site) -> Iterator[tuple[Browser, Page]]:
    """A Firefox of its own: the process of a page is ended in it."""
    with browser_home(preferences="") as browser:
        browser.start()
        with page_of("tester", site.origin) as page:
            yield browser, page


def process_of(page: Page, browser: Browser) -> psutil.Process:
    """The process that holds a page: the one that works when that does."""
    before = {process: process.cpu_times().user for process in pages_of(browser.scratch.root)}
    page.call("evaluate", expression="busy(500)", unsafe=True)
    return max(before, key=lambda process: process.cpu_times().user - before[process])


@pytest.mark.night
def test_a_process_that_takes_no_message_is_ended_when_its_page_is_left(alone: tuple[Browser, Page]) -> None:
    browser, page = alone
    for way in ("reload", "navigate", "closeTab"):
        page.open("hangs.html")
        process_of(page, browser).suspend()
        hangs(page, "getContent")
        leave(page, way)
        if way == "closeTab":
            page.tab = -1
            page.open("hangs.html")
        works(page)


@pytest.mark.night
def test_firefox_is_stopped_with_a_page_that_hangs(alone: tuple[Browser, Page]) -> None:
    browser, page = alone
    page.open("hangs.html")
    hangs(page, "click", target="#loop", waitMs=0)
    begin = time.monotonic()
    assert browser.clz("browser", "stop").returncode == 0
    assert time.monotonic() - begin < paced(SOON_S)
    page.tab = -1
