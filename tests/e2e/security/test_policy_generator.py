"""Made-up walks through proxies, redirects and names: no request gets to a host or a proxy that is not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from hypothesis import Phase, given, settings
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


class Arrival(NamedTuple):
    """A request that came to a site, or to a proxy for a site; -1 for a step that nobody can tell."""

    way: tuple[str, ...]
    step: int


def query(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


class World(NamedTuple):
    """Three names of one server, and two proxies; `hosts` are theirs, with the port.

    Addresses name the site and the step that asks for it, and so do the requests that arrive.
    """

    site: Site
    proxies: dict[str, Proxy]
    hosts: dict[str, str]
    config: Path

    def url(self, site: str, step: int, path: str = "form.html", more: str = "") -> str:
        return f"http://{self.hosts[site]}/{path}?at={site}&step={step}{more}"

    def arrived(self) -> list[Arrival]:
        """Each request since the last time: where it came to, and of which step it says that it is."""
        found = [Arrival((asked["at"],), int(asked["step"])) for asked in map(query, self.site.seen) if asked]
        by_host = {host: name for name, host in self.hosts.items()}
        for name, server in self.proxies.items():
            for address in server.asked:  # SOCKS knows nothing but the host
                goal = by_host[urlsplit(f"//{address.split('//')[-1]}").netloc]
                found.append(Arrival((name, goal), int(query(address).get("step", -1))))
        self.site.seen.clear()
        for server in self.proxies.values():
            server.asked.clear()
        return found


@pytest.fixture
def world(page: Page, site: Site, config: Path) -> Iterator[World]:
    port = site.origin.rpartition(":")[2]
    with proxy(HttpProxy) as web, proxy(SocksProxy) as socks:
        proxies = {"web": web, "socks": socks}
        # None is below another: a rule holds for the hosts below its own too.
        names = {"numbers": "127.0.0.1", "near": "near.localhost", "far": "far.localhost"}
        named = {name: f"{host}:{port}" for name, host in names.items()}
        yield World(site, proxies, named | {name: server.host for name, server in proxies.items()}, config)


def walk(world: World, name: str, steps: list[tuple[Any, ...]]) -> None:
    world.config.unlink(missing_ok=True)
    allowed = own = set(world.hosts)
    proxied = False
    with Client("default", key=new_key(name)) as client, closing(client):
        client.call("createWindow", {"url": "about:blank", "isolated": True})
        world.arrived()
        for step, (kind, *what) in enumerate(steps):
            try:
                if kind == "policy":
                    (allowed,) = what
                    domains = ", ".join(f'"{world.hosts[each]}"' for each in sorted(allowed))
                    world.config.write_text(f"[policy]\nallowed_domains = [{domains}]\n{WIDE}")
                elif kind == "narrow":
                    client.call("setConfig", {"allowedDomains": [world.hosts[each] for each in sorted(what[0])]})
                    own = what[0]
                elif kind == "go":
                    client.call("navigate", {"url": world.url(what[0], step)})
                elif kind == "redirect":
                    to = quote(world.url(what[1], step), safe="")
                    client.call("navigate", {"url": world.url(what[0], step, "redirect", f"&to={to}")})
                elif kind == "fetch":
                    ask = f"fetch({world.url(what[0], step)!r}, {{mode: 'no-cors'}}).then(() => 1, () => 0)"
                    client.call("evaluate", {"expression": ask, "unsafe": True})
                else:
                    address = f"{'http' if what[1] == 'web' else 'socks5'}://{world.hosts[what[1]]}"
                    client.call("createWindow", {"url": world.url(what[0], step), "isolated": True, "proxy": address})
                    proxied = True
            except ClzError as problem:
                assert problem.code in REFUSED, problem  # noqa: PT017 - most steps may go either way
            for way, of in world.arrived():
                assert of in (step, -1), f"{way}: a request of step {of} came in step {step}, {kind} {what}"
                assert set(way) <= allowed & own, (way, allowed, own, kind, what)
                assert not proxied or len(way) == 2, "nothing goes past a proxy"


@contextmanager
def closing(client: Client) -> Iterator[None]:
    try:
        yield
    finally:
        says_goodbye(client)


NAMES = st.sampled_from(["walker", "cli2", "claude-shop-ab12"])


@settings(max_examples=6, derandomize=True, phases=[Phase.generate])
@given(name=NAMES, steps=walks)
def test_no_walk_passes_the_policy(world: World, name: str, steps: list[tuple[Any, ...]]) -> None:
    walk(world, name, steps)


@pytest.mark.night
@pytest.mark.timeout(1_800)
@settings(max_examples=400, phases=[Phase.generate])
@given(name=NAMES, steps=walks)
def test_of_hundreds_of_walks_none_passes_the_policy(world: World, name: str, steps: list[tuple[Any, ...]]) -> None:
    walk(world, name, steps)
