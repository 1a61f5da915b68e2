"""An agent's own proxy is held to the policy, when it is set and at each request that goes through it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from tests.site.proxy import HttpProxy, proxy
from tests.site.server import Site
from tests.support.agents import opened, refused, says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.scratch import cpu_seconds
from tests.support.waiting import until

WORKER = b"""const ask = (name) => fetch(`/json?at=${name}`, { mode: "no-cors" }).catch(() => 0);
if (self.clients) self.onmessage = (event) => event.waitUntil((async () => { while (true) await ask("service"); })());
else setInterval(ask, 2, "shared");
"""
RESTLESS = b"""<!doctype html><title>Restless</title><link rel=icon href=data:,><script>
new SharedWorker("/worker.js");
navigator.serviceWorker.register("/worker.js").then(({ active, waiting, installing }) => {
  (active ?? waiting ?? installing).postMessage("go");
});
addEventListener("pagehide", () => {
  navigator.sendBeacon("/json?at=beacon");
  fetch("/json?at=keepalive", { keepalive: true });
});
</script>"""
RIGHTS = ("evaluate_unsafe", "cookies", "storage", "routes", "proxy")


def narrow(client: Client, *domains: str) -> None:
    client.call("setConfig", {"allowedDomains": list(domains)})


def host_of(site: Site) -> str:
    return site.origin.removeprefix("http://")


def test_a_proxy_must_be_one_of_the_allowed_hosts(isolated: Client, site: Site) -> None:
    with proxy(HttpProxy) as server:
        narrow(isolated, host_of(site))
        error = refused(isolated, "createWindow", url=site.url("x"), isolated=True, proxy=f"http://{server.host}")
        assert (error.code, error.exit_code) == ("DOMAIN_BLOCKED", 5)
        assert server.host in error.message
        assert opened(isolated, site.url("form.html")) != "By proxy", "one that was refused is not set"
        assert server.asked == []


def test_a_proxy_that_was_allowed_lets_nothing_through_once_the_policy_is_narrower(
    isolated: Client, site: Site
) -> None:
    with proxy(HttpProxy) as server:
        assert opened(isolated, site.url("form.html"), proxy=f"http://{server.host}") == "By proxy"
        before = len(server.asked)
        narrow(isolated, host_of(site))
        for command, params in (
            ("navigate", {"url": site.url("index.html")}),
            ("reload", {}),
            ("createWindow", {"url": site.url("index.html"), "isolated": True}),
        ):
            error = refused(isolated, command, **params)
            assert error.code == "DOMAIN_BLOCKED"
            assert server.host in error.message
        assert len(server.asked) == before
        blocked = isolated.call("listConfig")["blocked"]
        assert blocked[-1]["url"] == f"http://{server.host}"


@pytest.mark.parametrize("right", RIGHTS)
def test_a_proxy_needs_what_an_answering_route_needs_at_each_request(
    isolated: Client, site: Site, config: Path, right: str
) -> None:
    with proxy(HttpProxy) as server:
        assert opened(isolated, site.url("form.html"), proxy=f"http://{server.host}") == "By proxy"
        config.write_text(f"[policy]\n{right} = false\n")
        before = len(server.asked)
        error = refused(isolated, "createWindow", url=site.url("x"), isolated=True, proxy=f"http://{server.host}")
        assert (error.code, error.details["right"]) == ("RIGHT_DENIED", right)
        for command, params in (
            ("navigate", {"url": site.url("index.html")}),
            ("createWindow", {"url": site.url("index.html"), "isolated": True}),
        ):
            assert refused(isolated, command, **params).code == "RIGHT_DENIED"
        assert len(server.asked) == before
        site.seen.clear()
        config.unlink()
        until(lambda: opened(isolated, site.url("index.html")) == "By proxy")
        assert site.seen == [], "and nothing went past it meanwhile"


class Restless(HttpProxy):
    """One that answers with a page whose workers, and whose last moments, ask for more and more."""

    def answer(self, line: str, headers: dict[str, str]) -> bytes:
        is_worker = "/worker.js" in line
        kind, body = (b"text/javascript", WORKER) if is_worker else (b"text/html", RESTLESS)
        return b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s" % (kind, len(body), body)


def test_nothing_goes_past_a_proxy_whose_agent_leaves(page: Page, site: Site) -> None:
    with proxy(Restless) as server:
        for number in range(3):
            with Client("default", key=new_key(f"leaves{number}")) as client:
                assert opened(client, site.url("index.html"), proxy=f"http://{server.host}") == "Restless"
                until(lambda: sum("at=shared" in each for each in server.asked) > 3)
                until(lambda: any("at=service" in each for each in server.asked))
                site.seen.clear()
                says_goodbye(client)
            server.asked.clear()
        page.open("form.html")  # by then whatever was left has been asked for
        assert not [path for path in site.seen if "at=" in path]


def test_a_service_worker_that_never_rests_ends_with_its_agent(browser: Browser, site: Site) -> None:
    begun = [0.0, float("inf")]

    def rests() -> bool:
        """True if Firefox has hardly worked for a second."""
        past = time.monotonic() - begun[0]
        if past < 1:
            return False
        spent = cpu_seconds(browser.processes())
        share = (spent - begun[1]) / past
        begun[:] = [time.monotonic(), spent]
        return 0 <= share < 0.1

    with proxy(Restless) as server, Client("default", key=new_key("leaves")) as client:
        try:
            opened(client, site.url("index.html"), proxy=f"http://{server.host}")
            until(lambda: any("at=service" in each for each in server.asked), 30)
        finally:
            says_goodbye(client)
        until(rests, 30)


def test_no_front_sets_a_proxy_past_the_policy(
    page: Page, browser: Browser, site: Site, config: Path, tmp_path: Path
) -> None:
    with proxy(HttpProxy) as server:
        config.write_text(f'[policy]\nallowed_domains = ["{host_of(site)}"]\nproxy = false\n')
        words = ("open", site.url("x"), "--isolated", "--proxy", f"http://{server.host}")
        script = tmp_path / "a.clz"
        script.write_text(" ".join(words) + "\n")
        for done in (
            browser.clz(*words, "--agent", "fronts"),
            browser.clz(*words, "--agent", "fronts", "--state", str(_state(tmp_path))),
            browser.clz("batch", str(script), "--agent", "fronts"),
            browser.clz("run", str(script)),
            browser.clz("browser", "start", "--proxy", f"http://{server.host}"),
        ):
            assert done.returncode != 0
            assert "proxy" in (done.stdout + done.stderr).lower()
        assert server.asked == []
        browser.clz("agents", "forget", "fronts")


def _state(folder: Path) -> Path:
    file = folder / "state.json"
    file.write_text(json.dumps({"cookies": [], "origins": []}))
    file.chmod(0o600)
    return file
