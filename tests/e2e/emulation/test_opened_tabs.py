"""What a page opens is shown what the page is shown itself, has its network, and is logged in as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from tests.site.basic_site import PASSWORD, basic_site
from tests.site.world_site import world_site
from tests.support.browsers import Page, without_conditions
from tests.support.waiting import until

SHOWN: dict[str, Any] = {"locale": "de-DE", "timezone": "Asia/Tokyo", "userAgent": "Clz/1", "colorScheme": "dark"}
SEES = """({ language: navigator.language, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  agent: navigator.userAgent, dark: matchMedia('(prefers-color-scheme: dark)').matches })"""
SEEN = {"language": "de-DE", "timezone": "Asia/Tokyo", "agent": "Clz/1", "dark": True}
SIZE = "[innerWidth, innerHeight]"
LINK = "<a target=_blank rel={rel} href='{url}' id=link>Opens</a>"
OPENS = {
    "by a script": "void window.open('/two')",
    "by a script of another site": "void window.open(location.href.replace('127.0.0.1', 'localhost'))",
    "by a link": LINK.format(rel="opener", url="/two"),
    "by a link without opener": LINK.format(rel="noopener", url="/two"),
    "by a click with Ctrl": "<a href='/two' id=link>Opens</a>",
}


@pytest.fixture(scope="module")
def world() -> Iterator[str]:
    with world_site() as origin:
        yield origin


@pytest.fixture
def opener(page: Page, world: str) -> Iterator[Page]:
    page.open(f"{world}/")
    with without_conditions(page):
        yield page
    for tab in opened(page):
        page.client.call("closeTab", {"tabId": tab})
    with suppress(ClzError):
        page.call("emulate", reset=True)
        page.call("setViewport", reset=True)


def opened(page: Page) -> list[int]:
    return [tab["tabId"] for tab in page.client.call("getTabs")["tabs"] if tab["mine"] and tab["tabId"] != page.tab]


def run(page: Page, expression: str, tab: int | None = None) -> Any:
    given = {"tabId": tab or page.tab, "expression": expression, "unsafe": True, "gesture": True}
    return page.client.call("evaluate", given)["result"]


def opens(page: Page, way: str) -> int:
    """Have the page open a tab, which is there with its document."""
    if way.startswith("<"):
        run(page, f"void document.body.insertAdjacentHTML('beforeend', {way!r})")
        page.call("click", target="#link", modifier=[] if "target" in way else ["ctrl"])
    else:
        run(page, way)
    (tab,) = until(lambda: opened(page))
    page.client.call("waitFor", {"tabId": tab, "load": "load"})
    return tab


@pytest.mark.parametrize("way", OPENS)
def test_an_opened_tab_sees_the_same_world_from_its_first_script_and_request_on(opener: Page, way: str) -> None:
    opener.call("emulate", **SHOWN)
    opener.call("setViewport", width=400, height=500)
    tab = opens(opener, OPENS[way])
    assert {name: run(opener, f"first.{name}", tab) for name in SEEN} == SEEN
    assert run(opener, "headers", tab) == {"Accept-Language": "de-DE", "User-Agent": "Clz/1"}
    assert run(opener, SIZE, tab) == [400, 500]


def test_a_page_that_looks_into_what_it_opens_finds_the_same_world_at_once(opener: Page) -> None:
    opener.call("emulate", **SHOWN)
    opener.call("setViewport", width=400, height=500)
    opener.client.call("setOffline", {"tabId": opener.tab, "state": "on"})
    inside = f"window.open('about:blank').eval({f'[{SEES}, {SIZE}, navigator.onLine]'!r})"
    assert run(opener, inside) == [SEEN, [400, 500], False]


def test_what_is_set_for_an_opened_tab_is_its_own(opener: Page) -> None:
    opener.call("emulate", **SHOWN)
    tab = opens(opener, OPENS["by a script"])
    opener.client.call("emulate", {"tabId": tab, "userAgent": "Clz/2"})
    opener.client.call("navigate", {"tabId": tab, "url": run(opener, "location.href")})
    opener.call("reload")
    assert run(opener, "headers['User-Agent']", tab) == "Clz/2"
    assert run(opener, "headers['User-Agent']") == "Clz/1"


@pytest.mark.parametrize("build", ["managed", "plain"], indirect=True)
def test_an_opened_tab_sends_the_same_headers_and_is_logged_in(build: str, opener: Page) -> None:
    """Without the helper too."""
    with basic_site() as (origin, _):
        opener.client.call("setAuth", {"tabId": opener.tab, "origin": origin, "user": "ada", "password": PASSWORD})
        opener.client.call("setExtraHeaders", {"tabId": opener.tab, "headers": ["User-Agent: Odd/1"]})
        tab = opens(opener, OPENS["by a link without opener"])
        assert run(opener, "headers['User-Agent']", tab) == "Odd/1"
        opener.client.call("navigate", {"tabId": tab, "url": origin})
        assert run(opener, "document.title", tab) == "Inside"
        opener.client.call("clearAuth")
