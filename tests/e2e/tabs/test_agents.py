"""Several agents in one real Firefox: whose tabs are whose, how they share them, and what is left of those that go."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_TABS
from tests.site.server import Site
from tests.support.agents import agent_process, live_through, says_goodbye, traces
from tests.support.browsers import Browser, Page, keep, keep_nothing
from tests.support.waiting import until


@pytest.fixture(autouse=True)
def _empty_pool(at_home: None, browser: Browser) -> None:
    keep_nothing()
    with Client("default", "tester") as client:  # others are closed when their agents are gone
        until(lambda: client.call("getSlotRequests")["tabCount"] == 0, 60)


@pytest.fixture
def agents(browser: Browser) -> Iterator[list[Client]]:
    """Agents that are gone afterwards, tabs and all."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Client("default", key=new_key(f"agent-{n}"))) for n in range(4)]
        yield clients
        for client in clients:
            says_goodbye(client)


def code(client: Client, command: str, **params: object) -> str:
    with pytest.raises(ClzError) as caught:
        client.call(command, params)
    return caught.value.code


def pool_is_empty(client: Client) -> bool:
    status = client.call("getSlotRequests")
    return (status["tabCount"], status["requests"], status["reservations"]) == (0, [], [])


def fill(*owners: Client) -> None:
    """Give out all places in turn."""
    for n in range(MAX_TABS):
        owners[n % len(owners)].call("createWindow", {"waitUntil": "none"})


def test_a_place_that_is_granted_is_kept_for_who_waited(agents: list[Client]) -> None:
    rich, other, poor, late = agents
    fill(rich, other)
    assert code(poor, "createWindow") == "POOL_FULL"
    asked = poor.call("requestTabSpace")
    assert asked["yours"] == {"position": 1, "reservedMs": None}
    assert {holder["tabs"] for holder in asked["holders"]} == {6}
    assert rich.call("getTabs")["waiting"] == 1
    oldest = min(tab["tabId"] for tab in rich.call("getTabs")["tabs"] if tab["mine"])
    granted = rich.call("grantTabSpace")
    assert (granted["closedTabId"], granted["grantedTo"]) == (oldest, poor.key.agent_id[:12])
    assert code(other, "grantTabSpace") == "NO_REQUESTS"
    assert code(late, "createWindow") == "POOL_FULL", "a kept place is nobody else's"
    assert 0 < poor.call("getSlotRequests")["yours"]["reservedMs"] <= 30_000
    opened = poor.call("createWindow")
    assert (opened["tabCount"], opened["closedOldestTab"]) == (MAX_TABS, None)


@pytest.mark.parametrize("way", ["close", "goodbye"])
def test_every_way_of_freeing_a_place_serves_the_queue(agents: list[Client], way: str) -> None:
    rich, other, poor, _ = agents
    fill(rich, other)
    poor.call("requestTabSpace")
    if way == "close":
        rich.call("closeTab")
    else:
        rich.call("goodbye")
    assert poor.call("getSlotRequests")["yours"]["reservedMs"] is not None
    poor.call("createWindow")


def test_an_open_that_fails_costs_no_tab(agents: list[Client], site: Site) -> None:
    rich, other, *_ = agents
    fill(rich, other)
    before = [tab["tabId"] for tab in rich.call("getTabs")["tabs"]]
    for url, refusal in (
        ("http://127.0.0.1:9/", "PAGE_LOAD_FAILED"),
        (site.url("redirect?to=http://127.0.0.1:9/"), "PAGE_LOAD_FAILED"),
        ("about:config", "RESTRICTED_PAGE"),
        ("http://", "INVALID_PARAMS"),
    ):
        assert code(rich, "createWindow", url=url) == refusal
        assert [tab["tabId"] for tab in rich.call("getTabs")["tabs"]] == before
    until(lambda: rich.call("getTabs")["tabCount"] == MAX_TABS)
    kept = rich.call("createWindow", {"url": site.url("index.html")})
    assert (kept["closedOldestTab"], kept["tabCount"]) == (min(before), MAX_TABS)


def test_opening_at_once_never_makes_a_thirteenth_tab(agents: list[Client], browser: Browser) -> None:
    most = [0]
    refused: list[str] = []
    done = threading.Event()

    def count() -> None:
        with Client("default", "counter") as client:
            while not done.is_set():
                most[0] = max(most[0], client.call("getSlotRequests")["tabCount"])

    def open_many(client: Client) -> None:
        for _ in range(6):
            try:
                client.call("createWindow", {"waitUntil": "none"})
            except ClzError as problem:
                refused.append(problem.code)

    counter = threading.Thread(target=count)
    counter.start()
    threads = [threading.Thread(target=open_many, args=(client,)) for client in agents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    done.set()
    counter.join(10)
    assert most[0] == MAX_TABS
    assert set(refused) <= {"POOL_FULL"}
    assert len(agents[0].call("getTabs")["tabs"]) == MAX_TABS


def test_an_agent_that_is_killed_leaves_nothing_within_five_seconds(browser: Browser, site: Site) -> None:
    with Client("default") as client, agent_process(site.url("form.html"), site.url("index.html")) as (agent, tabs):
        listed = {tab["tabId"] for tab in client.call("getTabs")["tabs"]}
        assert listed >= set(tabs)
        agent.send_signal(signal.SIGKILL)
        until(lambda: pool_is_empty(client), 5)


@pytest.mark.night
def test_twenty_cycles_of_coming_and_going_leave_nothing_behind(browser: Browser, site: Site) -> None:
    url = site.url("form.html")
    keep(url)
    for _ in live_through(4, url, lifetime=1):  # what is made once is there from now on
        pass
    before = traces()
    for _ in live_through(20, url, lifetime=2):
        pass
    until(lambda: traces().left_since(before) == {})  # connections end a moment after those who had them


def test_goodbye_ends_what_is_under_way_and_gives_everything_back(agents: list[Client], page: Page) -> None:
    leaving = agents[0]
    leaving.call("createWindow", {"url": page.origin})
    leaving.call("setPrivateMode", {"enabled": True})
    outcome: list[str] = []

    def wait() -> None:
        with Client("default", key=leaving.key) as client:
            outcome.append(code(client, "waitFor", text="never"))

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: agents[1].call("status")["pending"] == 1)
    assert len(leaving.call("goodbye")["closed"]) == 1
    thread.join(10)
    assert outcome[0] in ("CANCELLED", "TAB_CLOSED")
    leaving.close()
    assert code(leaving, "getContent") == "NO_TABS"
    assert leaving.call("getWindowMode")["mode"] == "normal"


def test_a_tab_that_is_being_opened_while_its_agent_leaves_is_closed(agents: list[Client], site: Site) -> None:
    leaving, watching, *_ = agents
    outcome: list[str] = []

    def open_slowly() -> None:
        with Client("default", key=leaving.key) as client:
            outcome.append(code(client, "createWindow", url=site.url("hang")))

    thread = threading.Thread(target=open_slowly)
    thread.start()
    until(lambda: "/hang" in site.seen)
    leaving.call("goodbye")
    thread.join(10)
    assert outcome[0] in ("CANCELLED", "TAB_CLOSED")
    until(lambda: pool_is_empty(watching))


@pytest.mark.parametrize("tab", [0, 999_999, 2**31, 2**53])
def test_a_forged_tab_id_reaches_nothing(page: Page, tab: int) -> None:
    page.open("form.html")
    for command, params in (("click", {"target": "button"}), ("getContent", {}), ("closeTab", {}), ("screenshot", {})):
        assert code(page.client, command, tabId=tab, **params) == "TAB_CLOSED"


def test_a_page_that_asks_before_it_is_left_is_closed_all_the_same(page: Page) -> None:
    page.open("reach.html")
    page.call("click", target="#ask")
    assert page.call("closeTab")["closed"] == page.tab


def test_twelve_agents_at_once_click_in_their_own_tabs(browser: Browser, site: Site) -> None:
    clicks = 30
    with ExitStack() as stack:
        clients = [stack.enter_context(Client("default", key=new_key(f"clicker-{n}"))) for n in range(MAX_TABS)]
        for client in clients:
            stack.callback(says_goodbye, client)
            client.call("createWindow", {"url": site.url("form.html")})

        def click(client: Client, times: int) -> None:
            for _ in range(times):
                client.call("click", {"target": "#count"})

        threads = [threading.Thread(target=click, args=(client, clicks + n)) for n, client in enumerate(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(100)
        totals = [client.call("getContent", {"target": "#total"})["text"] for client in clients]
    assert totals == [str(clicks + n) for n in range(MAX_TABS)]


def test_the_command_line_shows_agents_and_the_pool(browser: Browser, page: Page) -> None:
    keep_nothing()
    page.open("form.html")
    listed = browser.clz("agents").stdout
    assert f"{page.client.key.agent_id} (tester): 1 tab," in listed
    assert browser.clz("pool", "status").stdout == "1 of 12 tabs\n"
    asked = browser.clz("pool", "request")
    assert asked.stdout.splitlines()[1].startswith("a slot is kept for you for 30 s")
    granted = browser.clz("pool", "grant")
    assert (granted.returncode, "NO_TABS" in granted.stderr) == (1, True)
    browser.clz("open", page.origin)
    assert browser.clz("tab", "close").returncode == 0
