"""Extra headers: sent with every request of an agent's tabs, and with nobody else's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from tests.e2e.network.routing import fetched, run
from tests.site.sent_site import SentSite
from tests.site.server import Site
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

both = pytest.mark.parametrize("build", ["managed", "plain"], indirect=True)


def send(page: Page, *headers: str, **params: Any) -> dict[str, Any]:
    return page.client.call("setExtraHeaders", {"headers": list(headers), **params})


def got(site: SentSite, path: str, name: str) -> str | None:
    """What the last request for a path said."""
    headers = until(lambda: site.headers(path))
    return headers[-1].get(name)


def seen(page: Page) -> dict[str, str]:
    """The headers of a request that the page makes, their names in small letters."""
    return {name.lower(): value for name, value in json.loads(fetched(page, "/headers")["body"]).items()}


@both
def test_every_kind_of_request_bears_the_headers(build: str, conditioned: Page, sent: SentSite) -> None:
    send(conditioned, "X-Extra: all")
    conditioned.open(f"{sent.origin}/")
    run(conditioned, f"fetch('{sent.elsewhere}/crossed').then(() => 0)")
    run(conditioned, "void new WebSocket(`ws://${location.host}/socket`)")
    run(conditioned, "new Promise((done) => { new Worker('/worker.js').onmessage = () => done(0) })")
    run(conditioned, "navigator.sendBeacon('/beacon', 'x')")
    run(conditioned, f"fetch('/to?url={sent.elsewhere}/redirected').then(() => 0)")
    for path in ("/", "/script.js", "/picture.png", "/framed", "/crossed", "/socket", "/worker.js", "/by-worker"):
        assert got(sent, path, "x-extra") == "all", path
    for path in ("/beacon", "/to", "/redirected"):
        assert got(sent, path, "x-extra") == "all", path


@both
def test_they_replace_the_headers_of_the_page_and_of_firefox(build: str, conditioned: Page) -> None:
    conditioned.open("index.html")
    set_to = {
        "x-page": "mine",
        "user-agent": "Odd/1.0",
        "accept-language": "tlh",
        "referer": "http://made-up.example/",
        "origin": "http://made-up.example",
        "cookie": "made=up",
        "authorization": "Basic bWFkZTp1cA==",
        "sec-fetch-site": "none",
        "accept-encoding": "identity",
        "dnt": "1",
    }
    send(conditioned, *(f"{name}: {value}" for name, value in set_to.items()))
    own = "{headers: {'X-Page': 'own', 'X-Own': 'own'}}"
    read = run(conditioned, f"fetch('/headers', {own}).then((answer) => answer.json())")
    found = {name.lower(): value for name, value in read.items()}
    assert {name: found.get(name) for name in set_to} == set_to
    assert found["x-own"] == "own"


def test_two_agents_send_opposite_headers_to_one_site_and_the_person_none(
    conditioned: Page, other_conditioned: Page
) -> None:
    conditioned.open("index.html")
    other_conditioned.open("index.html")
    send(conditioned, "X-Whose: one")
    assert "x-whose" not in seen(other_conditioned)
    send(other_conditioned, "X-Whose: other")
    assert (seen(conditioned)["x-whose"], seen(other_conditioned)["x-whose"]) == ("one", "other")
    other_conditioned.client.call("clearExtraHeaders")
    assert (seen(conditioned)["x-whose"], "x-whose" in seen(other_conditioned)) == ("one", False)


def test_a_tab_has_its_own_and_the_last_word_is_that_for_all(conditioned: Page, site: Site) -> None:
    conditioned.open("index.html")
    second = conditioned.client.call("createWindow", {"url": site.url("index.html")})["tabId"]
    other = Page(conditioned.client, site.origin)
    other.tab = second
    send(conditioned, "X-For: all", "X-All: 1")
    assert send(conditioned, "X-For: second", tabId=second)["headers"] == [
        {"name": "X-For", "value": "second"},
        {"name": "X-All", "value": "1"},
    ]
    assert (seen(conditioned)["x-for"], seen(other)["x-for"], seen(other)["x-all"]) == ("all", "second", "1")
    listed = conditioned.client.call("getNetworkConditions")["conditions"]
    assert [entry["tabId"] for entry in listed] == [None, second]
    send(conditioned, "X-For: everywhere")
    assert seen(other)["x-for"] == "everywhere"
    send(conditioned, "X-For: second", tabId=second)
    other.call("closeTab")
    assert [entry["tabId"] for entry in conditioned.client.call("getNetworkConditions")["conditions"]] == [None]
    with pytest.raises(ClzError) as caught:
        send(conditioned, "X-For: gone", tabId=second)
    assert caught.value.code == "TAB_CLOSED"


def test_the_first_request_of_a_tab_that_is_opened_later_bears_them(sent: SentSite, browser: Browser) -> None:
    with Client("default", key=new_key("early")) as client:
        client.call("setExtraHeaders", {"headers": ["X-Early: yes"]})
        client.call("createWindow", {"url": f"{sent.origin}/first"})
        assert got(sent, "/first", "x-early") == "yes"
        opens = f"void window.open('{sent.elsewhere}/popup')"
        client.call("evaluate", {"expression": opens, "unsafe": True})
        client.call("createWindow", {"url": f"{sent.origin}/isolated", "isolated": True})
        assert got(sent, "/isolated", "x-early") == "yes"
        says_goodbye(client)


def test_they_are_not_sent_any_more_once_the_right_to_them_is_taken_away(conditioned: Page, config: Path) -> None:
    conditioned.open("index.html")
    send(conditioned, "X-Test: 1", "Cookie: a=b")
    assert {"x-test", "cookie"} <= seen(conditioned).keys()
    config.write_text("[policy.agents.tester]\nroutes = false\n")
    until(lambda: "x-test" not in seen(conditioned))
    config.write_text("[policy.agents.tester]\nroutes = true\nupload = false\n")
    until(lambda: {"x-test", "cookie"} <= seen(conditioned).keys())


def test_they_go_with_their_agent_that_is_killed(sent: SentSite, page: Page) -> None:
    with Client("default", key=new_key("short-lived")) as client:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
            client.call("heartbeat", {"pid": process.pid})
            client.call("setExtraHeaders", {"headers": ["X-Short: 1"]})
            process.kill()
        until(lambda: "short-lived" not in [each["name"] for each in page.client.call("getAgents")["agents"]], 20)
        client.close()
        assert client.call("getNetworkConditions") == {"conditions": []}
        client.call("createWindow", {"url": f"{sent.origin}/after"})
        assert got(sent, "/after", "x-short") is None
        says_goodbye(client)


def test_secrets_in_them_are_masked_wherever_they_are_shown(
    browser: Browser, conditioned: Page, tmp_path: Path
) -> None:
    words = ("network", "headers", "set", "X-Api-Key: hunter22", "Authorization: Bearer hunter33", "X-Plain: seen")
    env = {"CLZ_JOURNAL": str(tmp_path), "CLZ_AGENT": "tester"}
    shown = browser.clz(*words, **env)
    assert shown.stdout == "all tabs: sends X-Api-Key: ***, Authorization: ***, X-Plain: seen\n", shown.stderr
    assert browser.clz("network", "conditions", **env).stdout == shown.stdout
    assert browser.clz("route", "**/x", "--set-header", "X-Api-Key: hunter44", **env).returncode == 0
    kept = "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert "X-Plain: seen" in kept
    assert "hunter" not in kept
    assert browser.clz("unroute", "--all", **env).returncode == 0
    cleared = browser.clz("network", "headers", "clear", "x-plain", **env).stdout
    assert cleared == "all tabs: removed X-Plain; sends X-Api-Key: ***, Authorization: ***\n"
    assert "X-Api-Key: ***" in browser.clz("status", **env).stdout
    assert browser.clz("network", "conditions", "--reset", **env).stdout == "no network conditions\n"


def test_what_is_no_header_is_refused(browser: Browser, conditioned: Page) -> None:
    done = browser.clz("network", "headers", "set", "X-A: 1", "X-B", CLZ_AGENT="tester")
    assert (done.returncode, "has no colon" in done.stderr) == (2, True), done.stderr
    assert conditioned.client.call("getNetworkConditions") == {"conditions": []}
