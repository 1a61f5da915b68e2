"""Pages that somebody else than their site may have made get no secret of it: by a proxy, or by a route."""

from __future__ import annotations

import pytest

from clz_core.client import Client
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from clz_core.secrets import store
from clz_core.secrets.domains import check_domains
from clz_core.secrets.secret import Secret
from tests.e2e.secrets.conftest import Keep
from tests.site.basic_site import PASSWORD, basic_site
from tests.site.proxy import Forger, TunnelProxy, proxy
from tests.site.server import Site
from tests.site.tls_site import self_signed, tls_site
from tests.support.agents import agent_named, opened, refused
from tests.support.browsers import Page, browser_home
from tests.support.hosts import use
from tests.support.waiting import until

VALUE = "pr0xy-hunt3r-77"


def enters(client: Client, command: str = "fill", target: str = "input") -> str | None:
    """The code that entering the secret fails with; None if it was entered."""
    try:
        client.call(command, {"target": target, "text": "{{SECRET}}"})
    except ClzError as problem:
        return problem.code
    return None


def test_no_secret_is_entered_in_a_plain_page_where_a_proxy_is(isolated: Client, site: Site, keep_secret: Keep) -> None:
    keep_secret("SECRET", VALUE, "127.0.0.1", "localhost", "http://plain.test")
    with proxy(Forger) as server:
        address = {"proxy": f"http://{server.host}"}
        for url in (site.url("form.html"), "http://localhost:8123/", "http://plain.test/"):
            assert opened(isolated, url, **address) == "Forged"
            assert enters(isolated, "type") == "SECRET_NOT_FOR_SITE"
            assert enters(isolated) == "SECRET_NOT_FOR_SITE"
            error = refused(isolated, "fillForm", fields={"input": "{{SECRET}}"})
            assert error.code == "SECRET_NOT_FOR_SITE"


def test_a_proxy_is_not_set_where_a_plain_page_has_got_a_secret(
    isolated: Client, site: Site, keep_secret: Keep
) -> None:
    keep_secret("SECRET", VALUE)
    opened(isolated, site.url("form.html"))
    assert isolated.call("fill", {"target": "#text", "text": "{{SECRET}}"})
    with proxy(Forger) as server:
        error = refused(isolated, "createWindow", url=site.url("x"), isolated=True, proxy=f"http://{server.host}")
        assert error.code == "SECRET_NOT_FOR_SITE"
        assert server.asked == []


def test_no_log_in_is_given_through_a_proxy_without_encryption(isolated: Client, keep_secret: Keep) -> None:
    keep_secret("STAGING", PASSWORD)
    with basic_site() as (origin, _), proxy(Forger) as server:
        isolated.call("setAuth", {"origin": origin, "user": "ada", "secret": "STAGING"})
        opened(isolated, f"{origin}/401", proxy=f"http://{server.host}")
        assert server.asked
        assert not server.authorizations
        assert isolated.call("listAuth")["logins"][0]["used"] == 0


def test_a_log_in_that_firefox_remembers_is_not_sent_to_a_proxy(isolated: Client, keep_secret: Keep) -> None:
    keep_secret("STAGING", PASSWORD)
    with basic_site() as (origin, sent), proxy(Forger) as server:
        isolated.call("setAuth", {"origin": origin, "user": "ada", "secret": "STAGING"})
        assert opened(isolated, f"{origin}/page") == "Inside"
        assert sent[-1]
        error = refused(isolated, "createWindow", url=f"{origin}/page", isolated=True, proxy=f"http://{server.host}")
        assert error.code == "SECRET_NOT_FOR_SITE"
        assert not server.authorizations


def test_a_page_that_a_route_made_up_is_nobodys(page: Page, site: Site, keep_secret: Keep) -> None:
    keep_secret("SECRET", VALUE)
    forged = "<!doctype html><title>Made up</title><input>"
    with agent_named("maker") as client:
        client.call("createWindow", {"url": site.url("form.html")})
        client.call("addRoute", {"url": "**/json*", "json": "{}"})
        client.call("evaluate", {"expression": "fetch('/json').then((r) => r.text())", "unsafe": True})
        assert client.call("fill", {"target": "#text", "text": "{{SECRET}}"}), "data makes no page"
        client.call("addRoute", {"url": "**/made-up", "body": forged})
        client.call("navigate", {"url": site.url("made-up")})
        assert enters(client) == "SECRET_NOT_FOR_SITE"
        client.call("removeRoutes", {"all": True})
        client.call("back")
        client.call("forward")
        assert enters(client) == "SECRET_NOT_FOR_SITE", "Firefox may show it again without asking for it"
    with agent_named("scripter") as client:
        client.call("addRoute", {"url": "**/late.js", "body": "globalThis.made = 1"})
        client.call("createWindow", {"url": site.url("form.html")})
        add = """new Promise((onload) => {
          document.head.append(Object.assign(document.createElement("script"), { src: "/late.js", onload }));
        }).then(() => 1)"""
        client.call("evaluate", {"expression": add, "unsafe": True})
        error = refused(client, "fill", target="#text", text="{{SECRET}}")
        assert error.code == "SECRET_NOT_FOR_SITE"


def test_no_service_worker_that_a_route_made_stays_for_another_agent(page: Page, site: Site, keep_secret: Keep) -> None:
    """In the jar that all share no route answers for one; in a jar of the agent's own it ends with the agent."""
    keep_secret("SECRET", VALUE)
    forges = """addEventListener("fetch", (event) => event.respondWith(new Response(
      "<!doctype html><title>Forged</title><input>", { headers: { "content-type": "text/html" } })))"""
    registers = """navigator.serviceWorker.register("/made-worker.js").then(() => navigator.serviceWorker.ready)
      .then(() => "registered", () => "refused")"""
    with agent_named("maker") as client:
        answer = {"body": forges, "headers": ["Content-Type: text/javascript"]}
        client.call("addRoute", {"url": "**/made-worker.js", **answer})
        for own, outcome, title in (({}, "refused", "Form"), ({"isolated": True}, "registered", "Forged")):
            client.call("createWindow", {"url": site.url("form.html"), **own})
            assert client.call("evaluate", {"expression": registers, "unsafe": True})["result"] == outcome
            assert client.call("navigate", {"url": site.url("form.html")})["title"] == title
        assert enters(client) == "SECRET_NOT_FOR_SITE"
        with agent_named("beside") as other:
            for own in ({}, {"isolated": True}):
                assert other.call("createWindow", {"url": site.url("form.html"), **own})["title"] == "Form"
                assert enters(other, target="#text") is None


def test_a_page_of_the_same_name_behind_a_proxy_reads_nothing_that_the_real_one_copied(
    isolated: Client, page: Page, site: Site
) -> None:
    """The agent's clipboard is one, in all of its cookie jars."""
    for own in ({}, {"isolated": True}):
        isolated.call("createWindow", {"url": site.url("clipboard.html"), **own})
        if not own:
            isolated.call("click", {"target": "#write-text"})
            until(lambda: isolated.call("readClipboard")["text"])
        else:
            isolated.call("click", {"target": "#read"})
            isolated.call("expect", {"condition": "text", "value": "read by writeText"})
    with agent_named("copies") as client, proxy(Forger) as server:
        client.call("createWindow", {"url": site.url("clipboard.html")})
        client.call("click", {"target": "#write-text"})
        until(lambda: client.call("readClipboard")["text"])
        assert opened(client, site.url("clipboard.html"), proxy=f"http://{server.host}") == "Forged"
        client.call("click", {"target": "button"})
        client.call("expect", {"condition": "text", "value": "refused"})


def test_a_firefox_behind_a_proxy_enters_secrets_over_https_alone_and_holds_the_proxy_to_the_lists(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser_home("managed") as browser, tls_site() as tls:
        use(browser.scratch, monkeypatch)
        store.keep(Secret("SECRET", VALUE, check_domains(["127.0.0.1", "own.localhost", "http://plain.test"]), False))
        config = config_dir() / "config.toml"
        private_dir(config.parent)
        with proxy(Forger) as server:
            config.write_text("[policy]\nproxy = false\n")
            denied = browser.clz("browser", "start", "--proxy", f"http://{server.host}")
            assert (denied.returncode, "proxy in [policy]" in denied.stderr) == (5, True)
            config.unlink()
            assert browser.clz("browser", "start", "--proxy", f"http://{server.host}").returncode == 0
            with Client("default", "starter") as client:
                for url in (site.url("form.html"), "http://plain.test/"):
                    assert client.call("createWindow", {"url": url})["title"] == "Forged"
                    assert enters(client) == "SECRET_NOT_FOR_SITE"
                before = len(server.asked)
                config.write_text(f'[policy]\nallowed_domains = ["{site.origin.removeprefix("http://")}"]\n')
                error = refused(client, "createWindow", url=site.url("x"))
                assert (error.code, server.host in error.message) == ("DOMAIN_BLOCKED", True)
                assert len(server.asked) == before
                config.unlink()
            assert browser.clz("browser", "stop").returncode == 0
        with proxy(TunnelProxy) as server:
            tls.shows("own.localhost", self_signed("own.localhost"))
            assert browser.clz("browser", "start", "--accept-certs", "own.localhost").returncode == 0
            with Client("default", "starter") as client:
                way = {"isolated": True, "proxy": f"http://{server.host}"}
                client.call("createWindow", {"url": tls.url("own.localhost"), **way})
                add = "document.body.append(document.createElement('input')), 1"
                client.call("evaluate", {"expression": add, "unsafe": True})
                assert enters(client) == "SECRET_NOT_FOR_SITE", "its proxy could show any certificate"
                client.call("createWindow", {"url": tls.url("own.localhost")})
                client.call("evaluate", {"expression": add, "unsafe": True})
                assert enters(client) is None, "whoever started Firefox has said so"
