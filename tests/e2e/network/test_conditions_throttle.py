"""Slow networks: an agent's tabs behind a line of so many kbit/s, and nobody else's."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from tests.e2e.network.routing import run
from tests.site.sent_site import SentSite
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

TOOK = "(async () => {{ const begin = performance.now(); {}; return performance.now() - begin }})()"
SIZE = 200_000
DOWN_KBIT = 400  # with which SIZE takes 4 seconds


def throttle(page: Page, preset: str | None = None, **params: Any) -> dict[str, Any]:
    named = {} if preset is None else {"preset": preset}
    return page.client.call("throttleNetwork", {**named, **params})


def took_ms(page: Page, work: str) -> float:
    return float(run(page, TOOK.format(work)))


def fetches(path: str, options: str = "{}") -> str:
    return f"await (await fetch('{path}', {options})).arrayBuffer()"


def begins(page: Page, work: str) -> None:
    """Have the page do it on its own, and say in `came` how long that took."""
    run(page, f"void {TOOK.format(work)}.then((ms) => {{ window.came = ms }})")


def came(page: Page) -> float | None:
    ms: float | None = run(page, "window.came ?? null")
    return ms


def test_answers_come_as_slowly_as_it_says_and_those_of_other_agents_do_not(
    conditioned: Page, other_conditioned: Page, sent: SentSite
) -> None:
    conditioned.open(f"{sent.origin}/")
    other_conditioned.open(f"{sent.origin}/")
    set_to = throttle(conditioned, down=DOWN_KBIT)
    assert set_to == {"throttle": {"preset": None, "down": DOWN_KBIT, "up": None, "latency": 0}, "tabId": None}
    assert took_ms(conditioned, fetches(f"/bytes?n={SIZE}")) >= 2_000
    throttle(conditioned, down=DOWN_KBIT // 50)  # SIZE takes more than three minutes
    begins(conditioned, fetches(f"/bytes?n={SIZE}"))
    took_ms(other_conditioned, fetches(f"/bytes?n={SIZE}"))
    assert came(conditioned) is None
    throttle(conditioned, "off")
    took_ms(conditioned, fetches(f"/bytes?n={SIZE}"))
    assert conditioned.client.call("getNetworkConditions") == {"conditions": []}


def test_all_that_comes_is_whole(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    throttle(conditioned, down=2_000, up=2_000, latency=50)
    assert run(conditioned, f"fetch('/bytes?n={SIZE}').then((a) => a.text()).then((text) => text.length)") == SIZE
    moved = f"fetch('/to?url={sent.elsewhere}/moved').then((a) => [a.redirected, a.status])"
    assert run(conditioned, moved) == [True, 200]
    opens = "new Promise((done) => { new WebSocket(`ws://${location.host}/socket`).onopen = () => done('open') })"
    assert run(conditioned, opens) == "open"
    listed = conditioned.call("getNetworkRequests", url="**/bytes?**")["requests"][-1]
    assert (listed["state"], listed["durationMs"] >= 50) == ("done", True)


def test_what_is_sent_on_by_servers_goes_through_the_line_once(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    throttle(conditioned, down=DOWN_KBIT)
    path = f"/bytes?n={SIZE // 2}"
    direct = took_ms(conditioned, fetches(path))
    for _ in range(4):
        path = f"/to?url={quote(sent.origin + path, safe='')}"
    assert took_ms(conditioned, fetches(path)) < 3 * direct, "each time would take as long again"


def test_what_is_sent_goes_out_as_slowly_as_it_says(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    posts = fetches("/posted", "{method: 'POST', body: 'x'.repeat(100000)}")
    throttle(conditioned, up=200)
    assert took_ms(conditioned, posts) >= 2_000
    throttle(conditioned, up=4)  # it takes more than three minutes
    begins(conditioned, posts)
    throttle(conditioned, "off")
    until(lambda: came(conditioned))


def test_latency_comes_before_each_body_also_of_workers_frames_and_pages(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    throttle(conditioned, latency=500)
    assert took_ms(conditioned, fetches("/late")) >= 490
    assert took_ms(conditioned, fetches(f"{sent.elsewhere}/late")) >= 490
    works = "await new Promise((done) => { new Worker('/worker.js').onmessage = () => done() })"
    assert took_ms(conditioned, works) >= 980, "its script, and what it fetches"
    for origin in (sent.elsewhere, sent.origin):
        conditioned.open(f"{origin}/page")
        assert run(conditioned, "performance.getEntriesByType('navigation')[0].domInteractive") >= 490, origin


def test_a_tab_that_is_opened_later_is_slow_from_its_first_page_on(sent: SentSite, page: Page) -> None:
    with Client("default", key=new_key("early")) as client:
        client.call("throttleNetwork", {"latency": 500})
        client.call("createWindow", {"url": f"{sent.origin}/page"})
        took = {"expression": "performance.getEntriesByType('navigation')[0].domInteractive", "unsafe": True}
        assert client.call("evaluate", took)["result"] >= 490
        says_goodbye(client)
        client.close()
        assert client.call("getNetworkConditions") == {"conditions": []}
        says_goodbye(client)


def test_one_tab_alone_is_slow_or_is_not(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    other = Page(conditioned.client, sent.origin)
    other.open("")
    throttle(conditioned, latency=100_000, tabId=other.tab)
    begins(other, fetches("/late"))
    took_ms(conditioned, fetches("/late"))
    assert came(other) is None
    throttle(conditioned, "dsl")
    until(lambda: came(other))
    throttle(conditioned, "off", tabId=other.tab)
    listed = conditioned.client.call("getNetworkConditions")["conditions"]
    assert [(entry["tabId"], entry["throttle"]["preset"]) for entry in listed] == [
        (None, "dsl"),
        (other.tab, "off"),
    ]
    other.call("closeTab")
    with pytest.raises(ClzError) as caught:
        throttle(conditioned, "dsl", tabId=other.tab)
    assert caught.value.code == "TAB_CLOSED"


def test_what_is_under_way_comes_at_once_when_it_is_off(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    throttle(conditioned, down=8)  # SIZE takes more than three minutes
    begins = (
        f"void fetch('/bytes?n={SIZE}').then((a) => a.arrayBuffer()).then((all) => {{ window.came = all.byteLength }})"
    )
    run(conditioned, begins)
    until(lambda: "/bytes" in sent.paths())
    throttle(conditioned, "off")
    assert until(lambda: run(conditioned, "window.came || 0")) == SIZE


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_in_a_persons_firefox_it_says_what_works_instead(build: str, conditioned: Page) -> None:
    conditioned.open("index.html")
    problem = conditioned.fails("throttleNetwork", preset="slow-3g")
    assert (problem.code, "clz route '**' --delay MS" in problem.hint) == ("NEEDS_MANAGED", True)


def test_what_is_no_network_is_refused(browser: Browser, conditioned: Page) -> None:
    done = browser.clz("network", "throttle", "slow3g", CLZ_AGENT="tester")
    assert (done.returncode, "Did you mean: slow-3g" in done.stderr) == (2, True), done.stderr
    assert conditioned.client.call("getNetworkConditions") == {"conditions": []}


def test_the_command_line_says_how_slow_it_is(browser: Browser, conditioned: Page) -> None:
    env = {"CLZ_AGENT": "tester"}
    said = "all tabs: slow-3g: 400 kbit/s down, 400 kbit/s up, 2000 ms latency\n"
    assert browser.clz("network", "throttle", "3g", **env).stdout == said
    assert browser.clz("network", "conditions", **env).stdout == said
    assert f"network {said}" in browser.clz("status", **env).stdout
    own = browser.clz("network", "throttle", "--down", "400", "--latency", "100", **env).stdout
    assert own == "all tabs: throttled to 400 kbit/s down, 100 ms latency\n"
    assert browser.clz("network", "throttle", "off", **env).stdout == "all tabs: not throttled\n"
