"""Proxies: of an isolated agent's own, and of a whole Firefox."""

from __future__ import annotations

import base64
import json
from urllib.parse import urlsplit

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.secrets import store
from tests.e2e.secrets.conftest import Keep
from tests.site.proxy import HttpProxy, LoginProxy, SocksProxy, proxy
from tests.site.server import Site
from tests.support.agents import opened
from tests.support.browsers import Page, browser_home
from tests.support.waiting import until

ELSEWHERE = "http://nowhere.test/page"  # a name that no resolver knows


def test_an_isolated_agents_tabs_go_through_its_proxy_and_nobody_elses(
    isolated: Client, page: Page, site: Site
) -> None:
    with proxy(HttpProxy) as server:
        assert opened(isolated, ELSEWHERE, proxy=f"http://{server.host}") == "By proxy"
        assert server.asked == [ELSEWHERE]
        assert opened(isolated, site.url("index.html")) == "By proxy", "also for this machine, and later tabs"
        page.open("form.html")
        assert page.text("h1") == "Form"
        assert len(server.asked) == 2


def test_a_socks_proxy_looks_names_up_itself(isolated: Client) -> None:
    with proxy(SocksProxy) as server:
        assert opened(isolated, ELSEWHERE, proxy=f"socks5://{server.host}") == "By proxy"
        assert server.asked == ["nowhere.test:80"]


@pytest.mark.parametrize("kind", ["http", "socks5"])
def test_the_log_in_of_a_proxy_is_a_secret(isolated: Client, keep_secret: Keep, kind: str) -> None:
    keep_secret("PROXY", "pr@xy:pässword")
    with proxy(LoginProxy if kind == "http" else SocksProxy) as server:
        params = {"url": ELSEWHERE, "isolated": True, "proxy": f"{kind}://ada:{{{{PROXY}}}}@{server.host}"}
        result = isolated.call("createWindow", params)
        assert result["title"] == "By proxy"
        (login,) = set(server.logins)  # Firefox may connect more than once
        plain = base64.b64decode(login.removeprefix("Basic ")).decode() if kind == "http" else login
        assert plain == "ada:pr@xy:pässword"
        assert "pässword" not in json.dumps(result, ensure_ascii=False)


def test_the_log_in_of_a_proxy_is_for_the_domains_of_its_secret(isolated: Client, keep_secret: Keep) -> None:
    keep_secret("PROXY", "pr0xy-w0rd-9qz", "example.com")
    with proxy(HttpProxy) as server, pytest.raises(ClzError) as problem:
        opened(isolated, ELSEWHERE, proxy=f"http://ada:{{{{PROXY}}}}@{server.host}")
    assert problem.value.code == "SECRET_NOT_FOR_SITE"
    assert server.asked == []


def test_nothing_goes_past_a_proxy_that_is_not_there(isolated: Client, site: Site) -> None:
    with proxy(HttpProxy) as server:
        gone = server.host
    with pytest.raises(ClzError) as problem:
        opened(isolated, site.url("past-a-proxy"), proxy=f"http://{gone}")
    assert problem.value.code == "PAGE_LOAD_FAILED"
    assert "proxy" in problem.value.message.lower()
    assert "/past-a-proxy" not in site.seen


@pytest.mark.parametrize("address", ["ftp://127.0.0.1:1", "127.0.0.1:1", "http://", "http://a/path", "x"])
def test_what_is_no_proxy_is_refused(isolated: Client, address: str) -> None:
    with pytest.raises(ClzError) as problem:
        opened(isolated, ELSEWHERE, proxy=address)
    assert problem.value.code == "INVALID_PARAMS"


def test_a_proxy_of_ones_own_needs_tabs_of_ones_own_and_the_managed_build(page: Page, build: str) -> None:
    with pytest.raises(ClzError) as problem:
        page.client.call("createWindow", {"url": ELSEWHERE, "proxy": "http://127.0.0.1:1"})
    assert problem.value.code == "INVALID_PARAMS"
    if build == "plain":
        with pytest.raises(ClzError) as problem:
            opened(page.client, ELSEWHERE, proxy="http://127.0.0.1:1")
        assert problem.value.code == "NEEDS_MANAGED"


def test_a_proxy_whose_log_in_is_deleted_lets_nothing_through(isolated: Client, keep_secret: Keep) -> None:
    keep_secret("PROXY", "pr0xy-w0rd-9qz")
    with proxy(LoginProxy) as server:
        assert opened(isolated, ELSEWHERE, proxy=f"http://ada:{{{{PROXY}}}}@{server.host}") == "By proxy"
        assert len(server.logins) == 1
        store.delete("PROXY")

        def refused() -> bool:
            try:
                return str(isolated.call("navigate", {"url": ELSEWHERE})["title"]) != "By proxy"
            except ClzError as problem:
                return problem.code == "PAGE_LOAD_FAILED"

        until(refused)
        before = len(server.logins)
        assert refused()
        assert len(server.logins) == before


@pytest.mark.night  # watches for as long as Firefox takes until it asks its own servers
def test_a_firefox_started_with_a_proxy_sends_nothing_but_the_pages_and_has_no_secrets_of_the_command(
    site: Site,
) -> None:
    with browser_home(used="managed") as browser:
        for kind, handler in (("http", HttpProxy), ("socks5", SocksProxy)):
            with proxy(handler) as server:
                given = {"CLZ_SECRET_CI_KEY": "in-the-environment", "CLZ_SECRET_CI_KEY_FOR": "example.com"}
                done = browser.clz("browser", "start", "--proxy", f"{kind}://{server.host}", **given)
                assert done.returncode == 0, done.stderr
                environments = [process.environ() for process in browser.processes()]
                assert environments
                assert not [name for each in environments for name in each if name.startswith("CLZ_SECRET_")]
                with Client("default", "starter") as client:
                    for url in (ELSEWHERE, site.url("index.html")):
                        assert client.call("createWindow", {"url": url})["title"] == "By proxy"
                assert browser.clz("browser", "start", "--proxy", "http://127.0.0.1:1").returncode == 2
                assert browser.clz("browser", "stop").returncode == 0
                asked = {urlsplit(each if "//" in each else f"//{each}").hostname for each in server.asked}
                assert asked == {"nowhere.test", urlsplit(site.url("")).hostname}
        assert browser.clz("browser", "start", "--proxy", "http://ada:word@127.0.0.1:1").returncode == 2
        assert '"By proxy"' not in browser.clz("open", site.url("index.html")).stdout, "only until it is stopped"
