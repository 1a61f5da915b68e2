"""Routes never widen the policy, touch nobody else's requests, and go with their agent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from tests.e2e.network.routing import fetched, route
from tests.site.server import Site
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.waiting import until


@pytest.fixture
def held(browser: Browser, page: Page, site: Site) -> Iterator[Page]:
    """A page of an agent that is held to 127.0.0.1."""
    with Client("default", key=new_key("held")) as client:
        own = Page(client, site.origin)
        own.open("index.html")
        yield own
        says_goodbye(client)


@pytest.fixture
def elsewhere(site: Site) -> str:
    return site.origin.replace("127.0.0.1", "elsewhere.localhost")


def narrow(page: Page) -> None:
    page.client.call("setConfig", {"allowedDomains": ["127.0.0.1"]})


def code(page: Page, **params: object) -> str:
    with pytest.raises(ClzError) as caught:
        page.client.call("addRoute", params)
    return caught.value.code


def test_a_route_for_or_to_a_denied_address_is_refused(held: Page, elsewhere: str) -> None:
    narrow(held)
    for glob in (f"{elsewhere}/**", "*://example.com/**", "wss://example.com/x", "https://example.com**"):
        assert code(held, url=glob, body="x") == "DOMAIN_BLOCKED"
    assert code(held, url="**/x", redirect=f"{elsewhere}/json") == "DOMAIN_BLOCKED"
    assert held.client.call("listRoutes")["routes"] == []


def test_what_is_denied_stays_denied_whatever_the_routes_say(held: Page, site: Site, elsewhere: str) -> None:
    route(held, "**", body="answered")
    route(held, "**/away", redirect=f"{elsewhere}/json")
    route(held, "**/sent", status=302, headers=[f"Location: {elsewhere}/json"])
    assert fetched(held, f"{elsewhere}/json")["body"] == "answered"
    narrow(held)
    for url in (f"{elsewhere}/json", "/away", "/sent"):
        assert "failed" in fetched(held, url), url
    assert held.fails("navigate", url=f"{elsewhere}/index.html").code == "DOMAIN_BLOCKED"
    assert fetched(held, "/anything")["body"] == "answered"
    assert "/json" not in site.seen


def test_an_answer_brings_no_hints_past_the_policy(held: Page, elsewhere: str) -> None:
    narrow(held)
    route(held, "**/page", body="<title>x</title>", headers=[f"Link: <{elsewhere}>; rel=preconnect", "X-Kept: 1"])
    held.open("page")
    listed = held.call("getNetworkRequests", url="**/page", includeHeaders=True)["requests"][-1]
    names = {header["name"].lower() for header in listed["responseHeaders"]}
    assert ("x-kept" in names, "link" in names) == (True, False)


def test_routes_go_with_their_agent_that_is_killed(held: Page, site: Site, page: Page) -> None:
    page.open("index.html")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        held.client.call("heartbeat", {"pid": process.pid})
        route(held, "**/json", body="still here")
        process.kill()
    until(lambda: "held" not in [agent["name"] for agent in page.client.call("getAgents")["agents"]], 20)
    held.client.close()  # who was taken for gone comes in again
    assert held.client.call("listRoutes")["routes"] == []
    assert fetched(page, "/json")["body"].startswith('{"hello"')


def test_an_agent_without_a_tab_keeps_its_routes_for_the_next_one(browser: Browser, site: Site) -> None:
    with Client("default", key=new_key("early")) as client:
        client.call("addRoute", {"url": "**/index.html", "body": "<title>Mocked before it was opened</title>"})
        assert client.call("createWindow", {"url": site.url("index.html")})["title"] == "Mocked before it was opened"
        says_goodbye(client)
        client.close()
        assert client.call("listRoutes")["routes"] == []
        says_goodbye(client)


def test_an_answer_is_not_given_any_more_once_its_right_is_taken_away(held: Page, config: Path) -> None:
    route(held, "**/index.html", body="<title>Mocked</title>")
    assert held.open("index.html")["title"] == "Mocked"
    config.write_text("[policy.agents.held]\nevaluate_unsafe = false\n")
    assert held.open("index.html")["title"] != "Mocked"
    assert code(held, url="**", body="x") == "RIGHT_DENIED"
    (listed,) = held.client.call("listRoutes")["routes"]
    assert listed["off"].startswith("evaluate_unsafe in [policy.agents.held] of ")
    config.unlink()
    assert held.open("index.html")["title"] == "Mocked"
    assert held.client.call("listRoutes")["routes"][0]["off"] is None


def test_a_route_without_an_answer_needs_no_right_to_run_code(held: Page, config: Path) -> None:
    config.write_text("[policy.agents.held]\nevaluate_unsafe = false\ncookies = false\nupload = false\n")
    route(held, "**/index.html", fail=True)
    assert held.fails("navigate", url=held.origin + "/index.html").code == "PAGE_LOAD_FAILED"
    assert code(held, url="**", removeHeaders=["cookie"]) == "RIGHT_DENIED"
    assert code(held, url="**", har=__file__) == "RIGHT_DENIED"
