"""Navigations beside a machine that is busy: none that succeeds is said to have failed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from tests.running.night import busy
from tests.support.agents import agent_named
from tests.support.browsers import Page

NAVIGATIONS, LANES, LOOPS, REDIRECTS = 1_000, 4, 4, 5
MINUTE_MS = 60_000


def chain(origin: str, goal: str) -> str:
    """An address that comes to `goal` by way of several redirects."""
    for _ in range(REDIRECTS):
        goal = f"{origin}/redirect?to={quote(goal, safe='')}"
    return goal


def lane(name: str, origin: str, times: int) -> int:
    """Go from a blank page to another and back; each fifth time by redirects, and each tenth in a new tab."""
    with agent_named(name) as client:
        tab = client.call("createWindow", {"url": "about:blank"}, MINUTE_MS)["tabId"]
        for at in range(times):
            goal = f"{origin}/blank.html?{at}"
            if at % 10 == 9:
                client.call("closeTab", {"tabId": tab}, MINUTE_MS)
                tab = client.call("createWindow", {"url": "about:blank"}, MINUTE_MS)["tabId"]
            else:
                client.call("navigate", {"url": "about:blank", "tabId": tab}, MINUTE_MS)
            url = chain(origin, goal) if at % 5 == 0 else goal
            assert client.call("navigate", {"url": url, "tabId": tab}, MINUTE_MS)["url"] == goal
    return times


@pytest.mark.night
@pytest.mark.timeout(3_000)
def test_of_a_thousand_navigations_from_blank_pages_none_is_said_to_have_failed(page: Page) -> None:
    with busy(LOOPS), ThreadPoolExecutor(LANES) as threads:
        lanes = [threads.submit(lane, f"lane-{at}", page.origin, NAVIGATIONS // LANES) for at in range(LANES)]
        assert sum(one.result() for one in lanes) == NAVIGATIONS
