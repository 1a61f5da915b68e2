"""`network = "public"`: nothing of this machine and its networks is reached, whatever it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.hosts import use
from tests.support.person import Person
from tests.support.waiting import until

PUBLIC = "93.184.216.34"
LEADS = """
    const override = Cc["@mozilla.org/network/native-dns-override;1"].getService(Ci.nsINativeDNSResolverOverride);
    override.clearOverrides();
    for (const [name, address] of Object.entries(args[0])) override.addIPOverride(name, address);
"""
FORGETS = "Services.dns.clearCache(true);"
LOOKS_UP_AS_A_TAB = """
    const [name, userContextId] = args;
    return new Promise((resolve) => Services.dns.asyncResolve(
      name, Ci.nsIDNSService.RESOLVE_TYPE_DEFAULT, 0, null,
      { onLookupComplete: (_request, record) =>
          resolve(record?.QueryInterface(Ci.nsIDNSAddrRecord).getNextAddrAsString() ?? null) },
      Services.tm.mainThread, { userContextId }));
"""
LOOKS_UP = "return (await browser.dns.resolve(args[0])).addresses"
PAGE = """<!doctype html><title>Reaching</title><link rel="preconnect" href="TO"><pre id="log"></pre><script>
const log = (line) => { document.querySelector("#log").textContent += `${line}\\n`; };
const ends = (name) => [() => log(`${name} arrived`), () => log(`${name} failed`)];
const made = (tag, how) => document.body.append(Object.assign(document.createElement(tag), how));
addEventListener("load", () => {
  fetch("TO/json?fetch", { mode: "no-cors" }).then(...ends("fetch"));
  fetch("TO/json?post", { mode: "no-cors", method: "POST", body: "x", keepalive: true }).catch(() => 0);
  navigator.sendBeacon("TO/json?beacon");
  made("img", { src: "TO/image.png?image" });
  made("iframe", { src: "TO/index.html?frame" });
  made("script", { src: "TO/page.js?script" });
  made("link", { rel: "stylesheet", href: "TO/page.css?style" });
  new WebSocket("TO/index.html?socket".replace("http", "ws")).onerror = () => log("socket failed");
  new EventSource("TO/json?events").onerror = ({ target }) => { target.close(); log("events failed"); };
  new Worker(URL.createObjectURL(new Blob([`fetch("TO/json?worker", { mode: "no-cors" })`])));
  log(typeof RTCPeerConnection);
});
</script>"""
WAYS = 10


@pytest.fixture
def public_only(watched: tuple[Browser, Person]) -> Iterator[None]:
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text('[policy]\nnetwork = "public"\n')
    yield
    file.unlink(missing_ok=True)
    watched[1].does(LEADS + FORGETS, {})
    with Client("default") as client:
        client.call("ping")


def refused(client: Client, url: str, **params: object) -> ClzError:
    with pytest.raises(ClzError) as caught:
        client.call("createWindow", {"url": url, **params})
    problem = caught.value
    assert (problem.code, problem.exit_code, "network" in problem.hint) == ("DOMAIN_BLOCKED", 5, True), url
    return problem


def opened(client: Client, url: str, page: str, **params: object) -> int:
    """A tab with a page that a route answers: no server at a public address is needed."""
    client.call("addRoute", {"url": url, "body": page, "headers": ["Content-Type: text/html"]})
    return int(client.call("createWindow", {"url": url, **params})["tabId"])


def has_all(content: Callable[[], dict[str, str]], lines: set[str]) -> bool:
    return lines <= set(content()["text"].splitlines())


def title_of(client: Client, tab: int) -> str:
    return next(str(one["title"]) for one in client.call("getTabs")["tabs"] if one["tabId"] == tab)


def port_of(site: Site) -> str:
    return site.origin.rpartition(":")[2]


def test_no_spelling_of_an_inner_address_is_reached(agent: Client, site: Site, public_only: None) -> None:
    since = len(site.seen)
    hosts = (
        "127.0.0.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "localhost.",
    )
    for host in (*hosts, "a.LOCALHOST", "0.0.0.0", "[::]"):
        refused(agent, f"http://{host}:{port_of(site)}/index.html")
    for url in ("http://169.254.169.254/latest/", "http://192.168.0.1/", "http://[fd00::1]/", "file:///etc/hostname"):
        refused(agent, url)
    assert site.seen[since:] == []
    assert agent.call("canNavigate", {"url": site.origin})["allowed"] is False


def test_a_name_that_leads_inside_is_refused_before_anything_is_sent(
    agent: Client, site: Site, person: Person, public_only: None
) -> None:
    person.does(LEADS + FORGETS, {"inner.test": "127.0.0.1", "cloud.test": "169.254.169.254", "six.test": "fd00::1"})
    since = len(site.seen)
    for name, address in (("inner.test", "127.0.0.1"), ("cloud.test", "169.254.169.254"), ("six.test", "fd00::1")):
        problem = refused(agent, f"http://{name}:{port_of(site)}/index.html")
        assert (problem.details["address"], address in problem.message) == (address, True)
    assert agent.call("canNavigate", {"url": f"http://inner.test:{port_of(site)}/"})["allowed"] is False
    assert site.seen[since:] == []


def test_a_public_page_reaches_nothing_inside(agent: Client, site: Site, person: Person, public_only: None) -> None:
    person.does(LEADS + FORGETS, {"public.test": PUBLIC, "inner.test": "127.0.0.1"})
    since = len(site.seen)
    for to in (site.origin, f"http://inner.test:{port_of(site)}"):
        tab = opened(agent, "http://public.test/", PAGE.replace("TO", to))
        text = partial(agent.call, "getContent", {"tabId": tab, "target": "#log"})
        until(partial(has_all, text, {"fetch failed", "socket failed", "events failed", "undefined"}))
    until(lambda: len(agent.call("listConfig")["blocked"]) >= 2 * WAYS)
    assert site.seen[since:] == []
    agent.call("removeRoutes", {"all": True})


def test_a_name_leads_where_it_was_judged_to_lead_whatever_is_said_of_it_later(
    agent: Client, site: Site, person: Person, public_only: None
) -> None:
    since = len(site.seen)
    person.does(LEADS + FORGETS, {"rebind.test": PUBLIC})
    assert person.in_own_page(LOOKS_UP, "rebind.test") == [PUBLIC]
    person.does(LEADS, {"rebind.test": "127.0.0.1"})
    assert person.does(LOOKS_UP_AS_A_TAB, "rebind.test", 7) == "127.0.0.1"
    url = f"http://rebind.test:{port_of(site)}"
    assert agent.call("canNavigate", {"url": url})["allowed"]
    assert person.does(LOOKS_UP_AS_A_TAB, "rebind.test", 7) == PUBLIC
    agent.call("createWindow", {"url": f"{url}/index.html", "isolated": True, "waitUntil": "none"})
    assert person.does(LOOKS_UP_AS_A_TAB, "rebind.test", 8) == PUBLIC
    assert site.seen[since:] == []


def test_a_name_that_leads_elsewhere_once_it_was_looked_up_shows_nothing_in_the_plain_build(
    plain_watched: tuple[Browser, Person], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, person = plain_watched
    use(browser.scratch, monkeypatch)
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text('[policy]\nnetwork = "public"\n')
    try:
        with Client("default", key=new_key("agent")) as agent:
            person.does(LEADS + FORGETS, {"rebind.test": PUBLIC})
            assert person.in_own_page(LOOKS_UP, "rebind.test") == [PUBLIC]
            person.does(LEADS, {"rebind.test": "127.0.0.1"})
            problem = refused(agent, f"http://rebind.test:{port_of(site)}/index.html", isolated=True)
            assert problem.details["address"] == "127.0.0.1"
    finally:
        file.unlink()
        person.does(LEADS + FORGETS, {})


def test_a_proxy_is_gone_through_nowhere_as_it_connects_unseen(agent: Client, public_only: None) -> None:
    for proxy in ("http://127.0.0.1:9", f"http://{PUBLIC}:8080"):
        refused(agent, "http://example.com/", isolated=True, proxy=proxy)
