"""Servers whose certificates are not checked, because whoever started Firefox said so, and all the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from clz_core.client import Client
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_mcp_adapter.results.rendering import render
from tests.e2e.network.routing import route, without_routes
from tests.site.proxy import TunnelProxy, proxy
from tests.site.tls_site import TlsSite, self_signed, tls_site
from tests.support.browsers import Browser, Page, browser_home, page_of, without_conditions
from tests.support.hosts import use
from tests.support.person import PREFERENCES, Person, sits_down

pytestmark = pytest.mark.xdist_group("accepted certificates")

TRUST = """
const certificates = Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB);
certificates.addCertFromBase64(args[0].replace(/-----[^-]*-----|\\s/g, ""), "C,,");
"""
PARTS = ["frame", "script", "image", "fetch", "socket"]
ALL_CAME = [f"{part} came" for part in PARTS]
NONE_CAME = [f"{part} did not come" for part in PARTS]


class Accepting(NamedTuple):
    """A Firefox that does not check some certificates, the options that it was started with, and a person at it."""

    browser: Browser
    options: list[str]
    person: Person


@pytest.fixture(scope="module")
def tls() -> Iterator[TlsSite]:
    with tls_site() as site:
        for host in (
            "own.localhost",
            "named.localhost",
            "*.parts.localhost",
            "other.localhost",
            "*.other.localhost",
            "",
        ):
            site.shows(host, self_signed(host or "127.0.0.1"))
        yield site


@pytest.fixture(scope="module")
def started(tls: TlsSite) -> Iterator[Accepting]:
    port = tls.server_port
    hosts = ["own.localhost", f"https://Named.Localhost:{port}/", "*.parts.localhost", f"127.0.0.1:{port}"]
    hosts += ["wrong.localhost", "expired.localhost", "good.localhost", "moved.localhost", "*.hsts.localhost"]
    options = [word for host in hosts for word in ("--accept-certs", host)]
    with browser_home("managed", PREFERENCES) as browser, sits_down(browser, *options) as person:
        person.does(TRUST, tls.authority.cert_pem.bytes().decode())
        yield Accepting(browser, options, person)


@pytest.fixture
def accepting(started: Accepting, monkeypatch: pytest.MonkeyPatch) -> Accepting:
    use(started.browser.scratch, monkeypatch)
    return started


@pytest.fixture
def page(accepting: Accepting, tls: TlsSite) -> Iterator[Page]:
    tls.seen.clear()
    tls.greeted.clear()
    with page_of("tester", tls.url("own.localhost", "")) as page:
        yield page


def parts_of(page: Page, url: str) -> list[str]:
    """What has come of the parts of a page, once it is known of all."""
    page.open(url)
    page.call("waitFor", text="socket")
    return page.log()


def refused(page: Page, url: str) -> ClzError:
    with pytest.raises(ClzError) as caught:
        page.open(url)
    assert caught.value.code == "PAGE_LOAD_FAILED"
    assert "secure connection failed" in caught.value.message
    return caught.value


def test_it_holds_from_the_first_request_on_for_all_that_a_page_loads(page: Page, tls: TlsSite) -> None:
    assert parts_of(page, tls.url("page.parts.localhost", "/parts?parts.localhost")) == ALL_CAME
    paths = ["page/parts", "frame/frame", "script/script.js", "image/image.png", "fetch/answer", "socket/greets"]
    asked = ["GET " + path.replace("/", ".parts.localhost/", 1) for path in paths]
    assert sorted(tls.seen) == sorted(asked), "the server hears of nothing but these"


def test_hosts_that_were_not_named_are_checked_as_ever(page: Page, tls: TlsSite) -> None:
    assert parts_of(page, tls.url("own.localhost", "/parts?other.localhost")) == NONE_CAME
    tls.shows("below.own.localhost", self_signed("below.own.localhost"))
    for host in ("parts.localhost", "below.own.localhost"):
        hint = refused(page, tls.url(host)).hint
        assert f"clz browser start --accept-certs {host}:{tls.server_port}" in hint
    assert tls.seen == ["GET own.localhost/parts"]


def test_a_port_that_is_named_is_the_only_one(page: Page, tls: TlsSite) -> None:
    assert page.open(tls.url("named.localhost"))["certificateError"] == "untrusted"
    assert page.open(tls.url("127.0.0.1"))["certificateError"] == "untrusted"
    with tls_site() as elsewhere:
        refused(page, elsewhere.url("named.localhost"))
        refused(page, elsewhere.url("127.0.0.1"))
        assert page.open(elsewhere.url("own.localhost"))["title"] == "Over TLS"


def test_what_is_wrong_with_a_certificate_is_said(page: Page, tls: TlsSite, accepting: Accepting) -> None:
    tls.shows("good.localhost", tls.trusted("good.localhost"))
    tls.shows("wrong.localhost", tls.trusted("wrong.localhost", name="right.localhost"))
    tls.shows("expired.localhost", tls.trusted("expired.localhost", expired=True))
    said = {
        host: page.open(tls.url(f"{host}.localhost")).get("certificateError")
        for host in ("good", "own", "wrong", "expired")
    }
    assert said == {"good": None, "own": "untrusted", "wrong": "wrong-host", "expired": "expired"}
    assert page.call("back")["certificateError"] == "wrong-host"
    assert page.call("getPageState")["certificateError"] == "wrong-host"
    url = tls.url("expired.localhost")
    shown = accepting.browser.clz("navigate", url, "--agent", "tester").stdout
    assert shown.startswith(f'at {url} "Over TLS" (certificate NOT CHECKED: expired) (tab ')
    for command in ("navigate", "reload"):
        assert "NOT CHECKED (expired)" in render(COMMANDS[command], page.open(url)).head, (
            "a model hears it in our words"
        )


def test_a_new_certificate_passes_at_the_next_load(page: Page, tls: TlsSite) -> None:
    url = tls.url("moved.localhost")
    tls.shows("moved.localhost", tls.trusted("moved.localhost"))
    assert "certificateError" not in page.open(url)
    for _ in range(2):
        tls.shows("moved.localhost", self_signed("moved.localhost"))
        assert page.call("reload")["certificateError"] == "untrusted"
    page.open(tls.url("own.localhost", "/parts?moved.localhost"))
    tls.shows("moved.localhost", self_signed("moved.localhost"))
    fetches = f"fetch('{url}').then(() => 'came', () => 'failed')"
    told = [page.call("evaluate", expression=fetches, unsafe=True)["result"] for _ in range(2)]
    assert told == ["failed", "came"], "a page that stays finds out by the first request that fails"


def test_it_holds_in_containers_and_by_web_proxies(isolated: Client, tls: TlsSite) -> None:
    opened = isolated.call("createWindow", {"url": tls.url("own.localhost"), "isolated": True})
    assert (opened["isIsolated"], opened["certificateError"]) == (True, "untrusted")
    with proxy(TunnelProxy) as server:
        way = {"isolated": True, "proxy": f"http://{server.host}"}
        tls.shows("by.parts.localhost", self_signed("by.parts.localhost"))
        for host in ("by.parts.localhost", "own.localhost"):
            tls.shows(host, self_signed(host))
            opened = isolated.call("createWindow", {"url": tls.url(host), **way})
            assert opened["certificateError"] == "untrusted"
        assert set(server.asked) == {f"{host}:{tls.server_port}" for host in ("by.parts.localhost", "own.localhost")}
    assert set(tls.seen) == {"GET own.localhost/", "GET by.parts.localhost/"}


def test_no_server_is_looked_at_that_no_request_goes_to(page: Page, tls: TlsSite) -> None:
    ruled = config_dir() / "config.toml"
    private_dir(ruled.parent)
    ruled.write_text('[policy]\nallowed_domains = ["page.parts.localhost"]\n')
    try:
        assert parts_of(page, tls.url("page.parts.localhost", "/parts?parts.localhost")) == NONE_CAME
        assert page.fails("navigate", url=tls.url("own.localhost")).code == "DOMAIN_BLOCKED"
    finally:
        ruled.unlink()
    with without_routes(page), without_conditions(page):
        body = "<title>Routed</title><link rel=icon href=data:,>"
        route(page, "**/routed", body=body, headers=["Content-Type: text/html"])
        assert page.open(tls.url("own.localhost", "/routed"))["title"] == "Routed"
        page.client.call("setOffline", {"state": "on"})
        page.fails("navigate", url=tls.url("own.localhost"))
    assert set(tls.greeted) == {"page.parts.localhost"}


def test_hsts_of_the_host_itself_gives_way_and_that_of_a_domain_above_does_not(page: Page, tls: TlsSite) -> None:
    tls.shows("*.hsts.localhost", tls.trusted("*.hsts.localhost"))
    tls.shows("hsts.localhost", tls.trusted("hsts.localhost"))
    tls.headers["Strict-Transport-Security"] = "max-age=1000; includeSubDomains"
    try:
        page.open(tls.url("a.hsts.localhost"))
        tls.shows("*.hsts.localhost", self_signed("*.hsts.localhost"))
        for _ in range(2):
            assert page.open(tls.url("a.hsts.localhost"))["certificateError"] == "untrusted"
        page.open(tls.url("hsts.localhost"))
    finally:
        tls.headers.clear()
    assert "HSTS" in refused(page, tls.url("a.hsts.localhost")).hint


def test_it_is_said_loudly(accepting: Accepting) -> None:
    browser, hosts = accepting.browser, "own.localhost, named.localhost:"
    again = browser.clz("browser", "start")
    assert again.stdout.startswith("Firefox is running already")
    assert again.stderr.startswith(f"warning: certificates of {hosts}")
    assert "NOT CHECKED" in again.stderr
    for command in (["status"], ["browser", "status"], ["doctor"]):
        told = [line for line in browser.clz(*command).stdout.splitlines() if f"NOT CHECKED for {hosts}" in line]
        assert len(told) == 1, command
    for command in (["status"], ["browser", "status"], ["browser", "start"]):
        assert browser.clz_json(*command)["result"]["acceptCerts"][0] == "own.localhost"
    assert "NOT CHECKED" in render(COMMANDS["browserStart"], browser.clz_json("browser", "start")["result"]).tail
    rows = {row["name"]: row for row in browser.clz_json("doctor")["result"]["checks"]}
    assert (rows["certs"]["state"], rows["certs"]["ok"]) == ("unchecked", None)


def test_a_firefox_that_runs_without_it_says_so(accepting: Accepting) -> None:
    browser = accepting.browser
    assert browser.clz("browser", "start", *accepting.options).returncode == 0, "it is as it was asked to be"
    more = browser.clz("browser", "start", "--accept-certs", "*.new.example", "--accept-certs", "own.localhost")
    assert more.returncode == 2
    assert "This Firefox runs already: it checks the certificates of *.new.example." in more.stderr
    assert "clz browser stop; then: clz browser start --accept-certs own.localhost " in more.stderr
    assert more.stderr.strip().endswith("--accept-certs '*.new.example'")


@pytest.mark.night
def test_it_ends_with_firefox(tls: TlsSite) -> None:
    url, next_url = tls.url("own.localhost"), tls.url("next.parts.localhost")
    with browser_home("managed") as browser, proxy(TunnelProxy) as server:
        started = browser.clz("browser", "start", "--accept-certs", "own.localhost")
        assert started.stderr.startswith("warning: certificates of own.localhost are NOT CHECKED")
        tls.headers["Cache-Control"] = "max-age=3600"
        assert "NOT CHECKED" in browser.clz("open", url).stdout
        assert browser.clz("browser", "stop").returncode == 0
        words = ["--accept-certs", "next.parts.localhost", "--proxy", f"http://{server.host}"]
        assert browser.clz("browser", "start", *words, CLZ_ACCEPT_CERTS="own.localhost").returncode == 0
        assert browser.clz_json("status")["result"]["acceptCerts"] == ["next.parts.localhost"]
        failed = browser.clz("open", url)
        assert failed.returncode == 1
        assert "secure connection failed" in failed.stderr
        assert "NOT CHECKED" in browser.clz("open", next_url).stdout
        assert server.asked.count(f"next.parts.localhost:{tls.server_port}") == 2, "to look at it, and for the page"
    tls.headers.clear()


def test_it_needs_the_helper() -> None:
    with browser_home() as browser:
        plain = browser.clz("browser", "start", "--accept-certs", "own.localhost", CLZ_BUILD="plain")
        assert (plain.returncode, browser.processes()) == (1, [])
        assert "[NEEDS_MANAGED]" in plain.stderr
