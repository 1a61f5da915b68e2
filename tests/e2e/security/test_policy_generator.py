"""Made-up walks through proxies, redirects and names: no request gets to a host or a proxy that is not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from tests.site.proxy import HttpProxy, Proxy, SocksProxy, proxy
from tests.site.server import Site
from tests.support.agents import says_goodbye
from tests.support.browsers import Page

SITES, PROXIES = ("numbers", "near", "far"), ("web", "socks")
REFUSED = {"DOMAIN_BLOCKED", "PAGE_LOAD_FAILED"}
WIDE = "".join(
    f'[policy.agents."{name}"]\nallowed_domains = ["*"]\nproxy = true\n' for name in ("*", "cli", "walker", "claude-*")
)

sites, hosts = st.sampled_from(SITES), st.sets(st.sampled_from(SITES + PROXIES), min_size=1)
walks = st.lists(
    st.one_of(
        st.tuples(st.just("go"), sites),
        st.tuples(st.just("redirect"), sites, sites),
        st.tuples(st.just("fetch"), sites),
        st.tuples(st.just("proxy"), sites, st.sampled_from(PROXIES)),
        st.tuples(st.just("narrow"), hosts),
        st.tuples(st.just("policy"), hosts),
    ),
    min_size=2,
    max_size=8,
)


class World(NamedTuple):
    """Three names of one server, and two proxies; `hosts` are theirs, with the port."""

    site: Site
    proxies: dict[str, Proxy]
    hosts: dict[str, str]
    config: Path

    def url(self, site: str, path: str = "form.html", more: str = "") -> str:
        return f"http://{self.hosts[site]}/{path}?at={site}{more}"

    def arrived(self) -> list[tuple[str, ...]]:
        """What each request since the last time came to: a site, or a proxy and the site that it was for."""
        direct = [(parse_qs(urlsplit(path).query)["at"][0],) for path in self.site.seen if "at=" in path]
        through = [(name, each) for name, server in self.proxies.items() for each in server.asked]
        by_host = {host: name for name, host in self.hosts.items()}
        found = [*direct, *((name, by_host[urlsplit(f"//{a.split('//')[-1]}").netloc]) for name, a in through)]
        self.site.seen.clear()
        for server in self.proxies.values():
            server.asked.clear()
        return found


@pytest.fixture
def world(page: Page, site: Site, config: Path) -> Iterator[World]:
    port = site.origin.rpartition(":")[2]
    with proxy(HttpProxy) as web, proxy(SocksProxy) as socks:
        proxies = {"web": web, "socks": socks}
        names = {"numbers": "127.0.0.1", "near": "localhost", "far": "far.localhost"}
        named = {name: f"{host}:{port}" for name, host in names.items()}
        yield World(site, proxies, named | {name: server.host for name, server in proxies.items()}, config)


def walk(world: World, name: str, steps: list[tuple[object, ...]]) -> None:
    world.config.unlink(missing_ok=True)
    allowed = own = set(world.hosts)
    proxied = False
    with Client("default", key=new_key(name)) as client, closing(client):
        client.call("createWindow", {"url": "about:blank", "isolated": True})
        world.arrived()
        for kind, *what in steps:
            try:
                if kind == "policy":
                    (allowed,) = what
                    domains = ", ".join(f'"{world.hosts[each]}"' for each in sorted(allowed))
                    world.config.write_text(f"[policy]\nallowed_domains = [{domains}]\n{WIDE}")
                elif kind == "narrow":
                    client.call("setConfig", {"allowedDomains": [world.hosts[each] for each in sorted(what[0])]})
                    own = what[0]
                elif kind == "go":
                    client.call("navigate", {"url": world.url(what[0])})
                elif kind == "redirect":
                    to = quote(world.url(what[1]), safe="")
                    client.call("navigate", {"url": world.url(what[0], "redirect", f"&to={to}")})
                elif kind == "fetch":
                    ask = f"fetch({world.url(what[0])!r}, {{mode: 'no-cors'}}).then(() => 1, () => 0)"
                    client.call("evaluate", {"expression": ask, "unsafe": True})
                else:
                    address = f"{'http' if what[1] == 'web' else 'socks5'}://{world.hosts[what[1]]}"
                    client.call("createWindow", {"url": world.url(what[0]), "isolated": True, "proxy": address})
                    proxied = True
            except ClzError as problem:
                assert problem.code in REFUSED, problem  # noqa: PT017 - most steps may go either way
            for arrival in world.arrived():
                assert set(arrival) <= allowed & own, (arrival, allowed, own, kind, what)
                assert not proxied or len(arrival) == 2, "nothing goes past a proxy"


@contextmanager
def closing(client: Client) -> Iterator[None]:
    try:
        yield
    finally:
        says_goodbye(client)


NAMES = st.sampled_from(["walker", "cli2", "claude-shop-ab12"])
HELD = {
    "deadline": None,
    "database": None,
    "phases": [Phase.generate],
    "suppress_health_check": [HealthCheck.function_scoped_fixture],
}


@settings(max_examples=8, derandomize=True, **HELD)
@given(name=NAMES, steps=walks)
def test_no_walk_passes_the_policy(world: World, name: str, steps: list[tuple[object, ...]]) -> None:
    walk(world, name, steps)


@pytest.mark.night
@pytest.mark.timeout(1_800)
@settings(max_examples=400, **HELD)
@given(name=NAMES, steps=walks)
def test_of_hundreds_of_walks_none_passes_the_policy(world: World, name: str, steps: list[tuple[object, ...]]) -> None:
    walk(world, name, steps)
