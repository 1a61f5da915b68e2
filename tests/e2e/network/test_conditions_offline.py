"""Offline: an agent's tabs without a network, as pages and servers see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from tests.e2e.network.routing import fetched, route, run
from tests.site.sent_site import SentSite
from tests.site.server import Site
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

REACH = """(async () => {
  const tried = {};
  const reaches = (name, work) => work.then(() => (tried[name] = true), () => (tried[name] = false));
  const socket = new Promise((done, fail) => {
    const it = new WebSocket(`ws://${location.host}/socket`);
    it.onopen = done;
    it.onerror = fail;
  });
  const script = new Promise((done, fail) => {
    const late = document.createElement("script");
    document.head.append(Object.assign(late, { onload: done, onerror: fail, src: "/late.js" }));
  });
  const worker = new Promise((done, fail) => {
    const code = `fetch("${location.origin}/from-worker").then(() => postMessage(true), () => postMessage(false))`;
    new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => (data ? done() : fail());
  });
  await Promise.all([
    reaches("fetch", fetch("/reached")),
    reaches("keepalive", fetch("/kept-alive", { keepalive: true })),
    reaches("socket", socket),
    reaches("script", script),
    reaches("worker", worker),
  ]);
  navigator.sendBeacon("/beacon", "x");
  return tried;
})()"""


def offline(page: Page, state: str = "on", **params: Any) -> dict[str, Any]:
    return page.client.call("setOffline", {"state": state, **params})


def reached(page: Page) -> dict[str, bool]:
    """Which kinds of requests came back."""
    return dict(page.call("evaluate", timeout_ms=20_000, expression=REACH, unsafe=True)["result"])


def is_online(page: Page) -> bool:
    return bool(run(page, "navigator.onLine"))


def test_a_page_is_told_and_none_of_its_requests_goes_out(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    run(conditioned, "void (window.told = [], ononline = onoffline = (event) => told.push(event.type))")
    before = sent.paths()
    assert offline(conditioned) == {"offline": True, "tabId": None}
    assert is_online(conditioned) is False
    assert set(reached(conditioned).values()) == {False}
    problem = conditioned.fails("navigate", url=f"{sent.elsewhere}/")
    assert (problem.code, "clz network offline off" in problem.hint) == ("PAGE_LOAD_FAILED", True)
    assert sent.paths() == before
    offline(conditioned, "off")
    conditioned.open(f"{sent.origin}/")
    assert is_online(conditioned)
    assert set(reached(conditioned).values()) == {True}


def test_events_say_when_the_network_goes_and_comes_also_in_frames(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/")
    watches = "window.told = []; ononline = onoffline = (event) => told.push(event.type)"
    run(conditioned, f"void ({watches.replace(';', ',')})")
    frame = f"{watches}; onmessage = (event) => event.source.postMessage(told.join() + navigator.onLine, '*')"
    code = (
        "new Promise((done) => { const f = document.createElement('iframe'); f.onload = () => done(0);"
        f" f.id = 'watching'; f.srcdoc = `<script>{frame}</script>`; document.body.append(f) }})"
    )
    run(conditioned, code)
    offline(conditioned)
    asks = (
        "new Promise((done) => { onmessage = (event) => done(event.data);"
        " document.querySelector('#watching').contentWindow.postMessage('', '*') })"
    )
    assert run(conditioned, asks) == "offlinefalse"
    offline(conditioned, "off")
    until(lambda: run(conditioned, "told.join()") == "offline,online")
    assert run(conditioned, asks) == "offline,onlinetrue"


def test_it_stays_from_page_to_page_also_in_another_process(
    conditioned: Page, site: Site, tmp_path: Path, browser: Browser
) -> None:
    (tmp_path / "page.html").write_text("<script>document.title = navigator.onLine ? 'online' : 'offline'</script>")
    conditioned.open("index.html")
    offline(conditioned)
    assert conditioned.open((tmp_path / "page.html").as_uri())["title"] == "offline"
    assert conditioned.fails("navigate", url=site.url("index.html")).code == "PAGE_LOAD_FAILED"
    assert conditioned.open((tmp_path / "page.html").as_uri())["title"] == "offline"
    offline(conditioned, "off")
    conditioned.open((tmp_path / "page.html").as_uri())
    assert is_online(conditioned)
    conditioned.open("index.html")
    assert (is_online(conditioned), fetched(conditioned, "/json")["status"]) == (True, 200)


def test_it_is_the_agents_own_affair(conditioned: Page, other_conditioned: Page) -> None:
    conditioned.open("index.html")
    other_conditioned.open("index.html")
    offline(conditioned)
    assert (is_online(conditioned), is_online(other_conditioned)) == (False, True)
    assert fetched(other_conditioned, "/json")["status"] == 200
    assert "failed" in fetched(conditioned, "/json")
    offline(conditioned, "off")
    offline(other_conditioned)
    assert (is_online(conditioned), is_online(other_conditioned)) == (True, False)


def test_one_tab_alone_is_offline_or_is_not(conditioned: Page, site: Site) -> None:
    conditioned.open("index.html")
    other = Page(conditioned.client, site.origin)
    other.open("index.html")
    assert offline(conditioned, tabId=other.tab)["tabId"] == other.tab
    assert (is_online(conditioned), is_online(other)) == (True, False)
    offline(conditioned)
    offline(conditioned, "off", tabId=other.tab)
    assert (is_online(conditioned), is_online(other)) == (False, True)
    listed = conditioned.client.call("getNetworkConditions")["conditions"]
    assert [(entry["tabId"], entry["offline"]) for entry in listed] == [(None, True), (other.tab, False)]
    assert conditioned.client.call("getNetworkConditions", {"reset": True}) == {"conditions": []}
    assert (is_online(conditioned), is_online(other)) == (True, True)
    other.call("closeTab")
    with pytest.raises(ClzError) as caught:
        offline(conditioned, tabId=other.tab)
    assert caught.value.code == "TAB_CLOSED"


def test_tabs_that_are_opened_later_are_offline_from_their_first_request_on(sent: SentSite, page: Page) -> None:
    with Client("default", key=new_key("early")) as client:
        client.call("setOffline", {"state": "on"})
        with pytest.raises(ClzError) as caught:
            client.call("createWindow", {"url": f"{sent.origin}/never-asked"})
        assert (caught.value.code, "clz network offline off" in caught.value.hint) == ("PAGE_LOAD_FAILED", True)
        client.call("createWindow", {"url": "about:blank"})
        seen = client.call("evaluate", {"expression": "navigator.onLine", "unsafe": True})
        assert seen["result"] is False
        assert "/never-asked" not in sent.paths()
        says_goodbye(client)
        client.close()
        assert client.call("getNetworkConditions") == {"conditions": []}
        client.call("createWindow", {"url": f"{sent.origin}/asked"})
        assert "/asked" in sent.paths()
        says_goodbye(client)


def test_an_app_that_a_service_worker_holds_works_offline(conditioned: Page, sent: SentSite) -> None:
    conditioned.open(f"{sent.origin}/app")
    ready = (
        "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)"
    )
    run(conditioned, ready)
    until(lambda: run(conditioned, "navigator.serviceWorker.controller !== null"))
    offline(conditioned)
    assert conditioned.open(f"{sent.origin}/app")["title"] == "Held"
    assert fetched(conditioned, "/held-too")["body"] == "<title>Held</title>"
    assert is_online(conditioned) is False
    run(conditioned, "navigator.serviceWorker.getRegistration().then((held) => held.unregister())")


def test_no_route_answers_where_there_is_no_network(conditioned: Page, routed: Page) -> None:
    conditioned.open("index.html")
    route(routed, "**/api", body="mocked")
    assert fetched(conditioned, "/api")["body"] == "mocked"
    offline(conditioned)
    assert "failed" in fetched(conditioned, "/api")


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_in_a_persons_firefox_it_says_what_works_instead(build: str, conditioned: Page, site: Site) -> None:
    conditioned.open("index.html")
    problem = conditioned.fails("setOffline", state="on")
    assert (problem.code, "clz route '**' --fail" in problem.hint) == ("NEEDS_MANAGED", True)
    assert conditioned.client.call("getNetworkConditions") == {"conditions": []}


def test_the_command_line_says_what_holds(browser: Browser, conditioned: Page) -> None:
    conditioned.open("index.html")
    env = {"CLZ_AGENT": "tester"}
    assert browser.clz("network", "offline", "on", **env).stdout == "all tabs: offline\n"
    assert browser.clz("network", "conditions", **env).stdout == "all tabs: offline\n"
    assert "network all tabs: offline\n" in browser.clz("status", **env).stdout
    assert browser.clz("network", "offline", "off", **env).stdout == "all tabs: online\n"
    assert browser.clz("network", "offline", "maybe", **env).returncode == 2
