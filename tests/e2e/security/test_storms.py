"""Pages that do one thing much too often: they get no further than their own tab, and hold no other agent up."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from clz_core.contract.limits import POPUPS_OPEN
from tests.support.browsers import Page, keep_nothing
from tests.support.waiting import paced, until

# Far more than it takes; before there were limits it took many times as long, or for ever.
PROMPT_S = 5.0


def took(work: Callable[[], Any]) -> float:
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def storm(page: Page, kind: str, **how: int) -> None:
    """Open a page that does so, of another site than those of other agents: it has a process of its own."""
    query = "&".join(f"{name}={value}" for name, value in {"kind": kind, **how}.items())
    page.open(f"{page.origin.replace('127.0.0.1', 'localhost')}/storm.html?{query}")


def own_tabs(page: Page) -> list[dict[str, Any]]:
    return [tab for tab in page.client.call("getTabs")["tabs"] if tab["mine"]]


def strangers(page: Page) -> int:
    """Tabs of windows that are no agent's: there are none, unless one that was refused stays open."""
    windows = page.client.call("getWindows")["windows"]
    return sum(window["person"] for window in windows)


def test_a_page_that_opens_tabs_without_end_gets_a_few(build: str, page: Page, other_page: Page) -> None:
    other_page.open("form.html")
    storm(page, "popups", times=60, every=20)
    page.call("click", target="#begin")
    assert took(lambda: other_page.call("click", target="#count")) < paced(PROMPT_S)
    page.call("waitFor", text="over")

    def counted() -> bool:
        tabs = own_tabs(page)
        refused = next(int(tab.get("popupsRefused", 0)) for tab in tabs if tab["tabId"] == page.tab)
        return len(tabs) - 1 + refused == 60

    until(counted)
    assert 1 <= len(own_tabs(page)) - 1 <= POPUPS_OPEN
    until(lambda: strangers(page) == 0)
    assert other_page.client.call("createWindow")["closedOldestTab"] is None, "others have their places"
    assert took(lambda: page.call("closeTab")) < paced(PROMPT_S)


def test_a_click_says_how_many_tabs_it_did_not_get(page: Page) -> None:
    storm(page, "popups", times=5)
    clicked = page.call("click", target="#at-once")
    assert (clicked["popupsRefused"], len(own_tabs(page))) == (4, 2)


@pytest.mark.parametrize("kind", ["windows", "open-close"])
def test_windows_and_tabs_that_close_themselves_count_too(build: str, page: Page, kind: str) -> None:
    storm(page, kind, times=15, every=10)
    page.call("click", target="#begin")
    page.call("waitFor", text="over")
    until(lambda: strangers(page) == 0)
    assert len(own_tabs(page)) - 1 <= POPUPS_OPEN
    assert took(lambda: page.client.call("goodbye")) < paced(PROMPT_S)
    page.tab = -1


def test_a_page_that_fetches_without_end_holds_nobody_up(page: Page, other_page: Page) -> None:
    other_page.open("form.html")
    storm(page, "fetches", times=9000, every=20, each=30)
    page.call("click", target="#begin")
    for _ in range(5):
        assert took(lambda: other_page.call("click", target="#count")) < paced(PROMPT_S)

    def held_back() -> bool:
        told = page.call("getNetworkRequests")
        return bool(told["dropped"] + told["pausedMs"])

    until(held_back)
    assert took(lambda: page.call("closeTab")) < paced(PROMPT_S)
    assert other_page.text("#total") == "5"


def test_a_script_sets_only_so_many_addresses_at_once(page: Page) -> None:
    page.open("blank.html")
    # Firefox 153 throws at the next one; 159 leaves the address as it is, and counts that the page was opened, too.
    set_all = "for (let n = 0; n < 500; n += 1) try { history.pushState(null, '', '?' + n) } catch {}; location.search"
    assert page.call("evaluate", expression=set_all, unsafe=True)["result"] in ("?48", "?49")


@pytest.mark.by_day(4)
@pytest.mark.parametrize(
    "how",
    [
        {"kind": "console", "times": 50_000, "every": 10, "each": 100},
        {"kind": "frames", "times": 300, "every": 10, "each": 2},
        {"kind": "alerts", "times": 500, "every": 5},
        {"kind": "downloads", "times": 60, "every": 5, "each": 5},
        {"kind": "history", "times": 4000, "every": 10, "each": 20},
        {"kind": "hash", "times": 4000, "every": 10, "each": 20},
        {"kind": "messages", "times": 50_000, "every": 10, "each": 200},
        {"kind": "block", "times": 1, "ms": 20_000},
        {"kind": "leave", "times": 1},
        {"kind": "print", "times": 50, "every": 20},
        {"kind": "notify", "times": 200, "every": 20, "each": 5},
    ],
    ids=lambda how: how["kind"],
)
def test_no_storm_of_a_page_holds_other_agents_or_its_own_end_up(
    page: Page, other_page: Page, how: dict[str, Any]
) -> None:
    other_page.open("form.html")
    storm(page, **how)
    page.call("click", target="#begin")
    for number in (1, 2, 3):
        assert took(lambda: other_page.call("click", target="#count")) < paced(PROMPT_S)
        assert other_page.text("#total") == str(number)
    assert took(lambda: page.call("closeTab")) < paced(PROMPT_S)
    assert own_tabs(page) == []
    page.tab = -1


def test_a_page_that_closes_the_last_tab_does_not_end_firefox(build: str, page: Page) -> None:
    keep_nothing()
    storm(page, "closing", times=1)
    page.call("click", target="#begin")
    until(lambda: own_tabs(page) == [])
    page.tab = -1
    page.open("form.html")
    assert page.call("click", target="#count")["clicked"]
