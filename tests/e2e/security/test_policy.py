"""The person's policy in the real Firefox: no request of an agent's tabs passes it, however the page makes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.agents import agent_named
from tests.support.browsers import Browser
from tests.support.person import Person, watched_firefox
from tests.support.waiting import paced, until

WAYS = {"fetch", "image", "script", "redirected", "frame", "socket"}
Write = Callable[[str], None]


@pytest.fixture
def config(watched: tuple[Browser, Person]) -> Iterator[Write]:
    """Writes the person's config.toml."""
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    yield lambda text: (file.write_text(text), None)[1]
    file.unlink(missing_ok=True)
    with Client("default") as client:
        client.call("ping")


@pytest.fixture
def only_numbers(config: Write) -> None:
    """Only 127.0.0.1 is allowed: localhost, the same server, is not."""
    config('[policy]\nallowed_domains = ["127.0.0.1"]\n')


@pytest.fixture
def elsewhere(site: Site) -> str:
    """The site under another name."""
    return site.origin.replace("127.0.0.1", "elsewhere.localhost")


def refused(client: Client, command: str, **params: object) -> ClzError:
    with pytest.raises(ClzError) as caught:
        client.call(command, params)
    assert (caught.value.code, caught.value.exit_code) == ("DOMAIN_BLOCKED", 5)
    return caught.value


def blocked_times(client: Client, number: int) -> bool:
    return len(client.call("listConfig")["blocked"]) >= number


def cannot_go(client: Client, url: str) -> bool:
    return not client.call("canNavigate", {"url": url})["allowed"]


def finds(person: Person, script: str, value: object) -> bool:
    return bool(person.does(script) == value)


def asked(site: Site, since: int = 0) -> set[str]:
    """The names of the ways by which the site was reached."""
    return {path.rpartition("?")[2] for path in site.seen[since:]} & (WAYS | {"popup", "noopener", "link", "worker"})


def reach(client: Client, site: Site, to: str, **how: bool) -> int:
    """Have a page try every way to an origin; returns from where on to look at what the site saw."""
    client.call("createWindow", {"url": f"{site.url('reach.html')}?to={to}", **how})
    since = len(site.seen)
    client.call("click", {"target": "#go"})
    return since


def a_worker_arrives(client: Client) -> bool:
    """Have a worker reach out, and see whether this one or an earlier one came through."""
    answers = client.call("getContent", {"target": "#log"})["text"].count("worker")
    client.call("click", {"target": "#worker"})
    until(lambda: client.call("getContent", {"target": "#log"})["text"].count("worker") > answers)
    return "worker arrived" in client.call("getContent", {"target": "#log"})["text"]


def has_come(person: Person, tab: int) -> bool:
    """True if a tab of the person's shows its page."""
    return bool(person.in_own_page("return (await browser.tabs.get(args[0])).status === 'complete'", tab))


def test_without_a_policy_nothing_listens_to_requests(at_home: None) -> None:
    """In a Firefox of its own: for a minute after an agent with rules has left, something listens."""
    count = "Services.prefs.setIntPref(name, Services.prefs.getIntPref(name, 0) + step)"
    listeners = "return Services.prefs.getIntPref('clz.test.listeners', 0)"
    with watched_firefox() as (_, person), agent_named("agent") as agent:
        agent.call("getTabs")  # what listens from the start does so by now
        person.does(
            f"""
            const {{ WebRequest }} = ChromeUtils.importESModule("resource://gre/modules/WebRequest.sys.mjs");
            const event = WebRequest.onBeforeRequest;
            const name = "clz.test.listeners";
            for (const [method, step] of [["addListener", 1], ["removeListener", -1]]) {{
              const original = event[method];
              event[method] = function (...words) {{ {count}; return original.apply(this, words); }};
            }}
            """
        )
        file = config_dir() / "config.toml"
        private_dir(file.parent)
        for text, expected in (('[policy]\nallowed_domains = ["127.0.0.1"]\n', 1), ("", 0)):
            file.write_text(text)
            agent.call("ping")
            until(partial(finds, person, listeners, expected))


def test_without_a_policy_every_way_is_open(agent: Client, site: Site, elsewhere: str) -> None:
    """What the next test says is worth something only because of this one."""
    since = reach(agent, site, elsewhere)
    until(lambda: asked(site, since) == WAYS)


def test_no_way_of_a_page_passes_the_policy(agent: Client, site: Site, elsewhere: str, only_numbers: None) -> None:
    since = reach(agent, site, elsewhere)
    for way in ("fetch", "image", "script", "redirected", "socket"):
        agent.call("waitFor", {"text": f"{way} failed"})
    until(lambda: {entry["type"] for entry in agent.call("listConfig")["blocked"]} >= {"sub_frame", "websocket"})
    assert asked(site, since) == set()
    rules = {entry["rule"] for entry in agent.call("listConfig")["blocked"]}
    assert len(rules) == 1
    assert "[policy]" in rules.pop()


def test_what_is_allowed_arrives_under_the_policy_too(agent: Client, site: Site, only_numbers: None) -> None:
    since = reach(agent, site, site.origin)
    until(lambda: asked(site, since) == WAYS)


def test_an_address_that_is_not_allowed_is_refused_at_once(
    agent: Client, site: Site, elsewhere: str, only_numbers: None
) -> None:
    since = len(site.seen)
    problem = refused(agent, "createWindow", url=f"{elsewhere}/index.html")
    assert "allowed_domains in [policy]" in problem.details["rule"]
    assert agent.call("getTabs")["tabCount"] == 0
    agent.call("createWindow", {"url": site.url("form.html")})
    refused(agent, "navigate", url=f"{elsewhere}/index.html")
    assert agent.call("canNavigate", {"url": elsewhere})["rule"] == problem.details["rule"]
    assert agent.call("canNavigate", {"url": site.origin}) == {
        "allowed": True,
        "url": f"{site.origin}/",
        "rule": None,
        "read": None,
        "asks": False,
    }
    assert agent.call("getContent")["url"].endswith("form.html")
    assert "/index.html" not in site.seen[since:]


def test_an_address_that_holds_its_page_is_from_no_host_that_is_allowed(
    agent: Client, site: Site, config: Write
) -> None:
    made = "data:text/html,<p>Hello"
    assert agent.call("createWindow", {"url": made})["url"] == made
    config('[policy]\nallowed_domains = ["127.0.0.1"]\n')
    until(lambda: cannot_go(agent, "https://example.com"))
    for command in ("createWindow", "navigate"):
        assert "comes from no host" in refused(agent, command, url=made).message
    refused(agent, "getContent")
    agent.call("navigate", {"url": site.url("form.html")})
    config("[policy]\nevaluate_unsafe = false\n")
    until(lambda: not cannot_go(agent, "https://example.com"))
    with pytest.raises(ClzError) as caught:
        agent.call("navigate", {"url": made})
    assert caught.value.code == "RIGHT_DENIED"


def test_a_redirect_out_of_the_policy_answers_the_command_at_once(
    agent: Client, site: Site, elsewhere: str, only_numbers: None
) -> None:
    away = f"{site.url('redirect')}?to={elsewhere}/index.html"
    begin = time.monotonic()
    refused(agent, "createWindow", url=away)
    assert agent.call("getTabs")["tabCount"] == 0
    agent.call("createWindow", {"url": site.url("form.html")})
    assert refused(agent, "navigate", url=away).details["url"] == f"{elsewhere}/index.html"
    assert time.monotonic() - begin < paced(5)
    assert agent.call("getContent")["url"].endswith("form.html")
    assert "/index.html" not in site.seen[-3:]


def test_links_and_popups_do_not_pass_the_policy(agent: Client, site: Site, elsewhere: str, only_numbers: None) -> None:
    tab = agent.call("createWindow", {"url": f"{site.url('reach.html')}?to={elsewhere}"})["tabId"]
    since = len(site.seen)
    for number, link in enumerate(("#link", "#popup", "#noopener"), 1):
        clicked = agent.call("click", {"target": link, "tabId": tab})
        told = clicked["navigationRefused"].startswith(elsewhere), "allowed_domains" in clicked["refusedBy"]
        assert (link, *told) == (link, True, True)
        until(partial(blocked_times, agent, number))
    assert {entry["type"] for entry in agent.call("listConfig")["blocked"]} == {"main_frame"}
    assert asked(site, since) == set()
    assert agent.call("getContent", {"tabId": tab})["title"] == "Reach"


def test_a_service_worker_of_an_isolated_agent_does_not_pass_the_policy(
    agent: Client, site: Site, elsewhere: str, only_numbers: None
) -> None:
    agent.call("createWindow", {"url": f"{site.url('reach.html')}?to={elsewhere}", "isolated": True})
    since = len(site.seen)
    agent.call("click", {"target": "#worker"})
    agent.call("waitFor", {"text": "worker failed"})
    assert asked(site, since) == set()


def test_a_service_worker_does_not_pass_the_policy_whoever_else_has_its_site_open(
    agent: Client, person: Person, site: Site, elsewhere: str, only_numbers: None
) -> None:
    agent.call("createWindow", {"url": f"{site.url('reach.html')}?to={elsewhere}"})
    since = len(site.seen)
    assert not a_worker_arrives(agent)
    # Firefox does not tell the person's worker of a site from the agent's.
    tab = person.opens(site.url("index.html"))
    until(partial(has_come, person, tab))
    assert not a_worker_arrives(agent)
    assert asked(site, since) == set()
    person.closes(tab)


def test_a_service_worker_does_not_pass_the_policy_once_its_tab_is_closed_and_its_agent_gone(
    agent: Client, other: Client, person: Person, site: Site, elsewhere: str, config: Write
) -> None:
    config('[policy.agents.agent]\nallowed_domains = ["127.0.0.1"]\n')
    tab = person.opens(site.url("index.html"))
    until(partial(has_come, person, tab))
    agent.call("createWindow", {"url": f"{site.url('reach.html')}?to={elsewhere}&late"})
    since = len(site.seen)
    agent.call("click", {"target": "#worker"})
    until(lambda: "/slow?ms=1500&worker" in site.seen[since:])
    agent.call("goodbye")
    until(lambda: "/json?told" in site.seen[since:])  # the worker says that it has tried
    assert "/json?worker" not in site.seen[since:]
    other.call("createWindow", {"url": site.origin})  # Firefox ends with its last tab
    person.closes(tab)


def test_the_persons_own_tabs_are_none_of_the_policys(
    agent: Client, person: Person, site: Site, elsewhere: str, only_numbers: None
) -> None:
    agent.call("createWindow", {"url": site.url("form.html")})
    since = len(site.seen)
    tab = person.opens(f"{elsewhere}/index.html?link")
    until(lambda: asked(site, since) == {"link"})
    address = "return (await browser.tabs.get(args[0])).url;"
    until(lambda: person.in_own_page(address, tab).startswith(elsewhere))  # it is asked for before it is there
    message = {"clz": "share", "tabId": tab, "agent": agent.key.agent_id}
    answer = person.in_own_page("return browser.runtime.sendMessage(args[0])", message)
    assert answer["fault"]["code"] == "DOMAIN_BLOCKED", "and cannot be lent past it"
    person.closes(tab)


def test_a_page_that_is_not_allowed_any_more_can_only_be_left(
    agent: Client, site: Site, elsewhere: str, config: Write
) -> None:
    agent.call("createWindow", {"url": f"{elsewhere}/form.html"})
    agent.call("click", {"target": "#count"})
    config('[policy]\nallowed_domains = ["127.0.0.1"]\n')
    for command, params in (("click", {"target": "#count"}), ("getContent", {}), ("screenshot", {})):
        refused(agent, command, **params)
    agent.call("navigate", {"url": site.url("index.html")})
    refused(agent, "back")
    assert agent.call("getContent")["url"].endswith("index.html")
    agent.call("closeTab")


def test_an_agent_narrows_its_own_policy_and_never_widens_it(
    agent: Client, other: Client, site: Site, elsewhere: str, config: Write
) -> None:
    agent.call("setConfig", {"allowedDomains": ["127.0.0.1", "localhost"]})
    agent.call("createWindow", {"url": f"{elsewhere}/index.html"})
    agent.call("setConfig", {"allowedDomains": ["127.0.0.1"]})
    assert "config set" in refused(agent, "createWindow", url=elsewhere).details["rule"]
    for wider in (["127.0.0.1", "localhost"], ["*"], ["example.com"]):
        assert "narrowed" in refused(agent, "setConfig", allowedDomains=wider).message
    refused(agent, "createWindow", url=elsewhere)
    other.call("createWindow", {"url": f"{elsewhere}/index.html"})
    config('[policy]\nallowed_domains = ["127.0.0.1"]\n')
    refused(other, "createWindow", url=elsewhere)
    refused(other, "setConfig", allowedDomains=["*.localhost"])
    with pytest.raises(ClzError) as caught:
        agent.call("setConfig", {"allowedDomains": ["http://127.0.0.1/"]})
    assert caught.value.code == "INVALID_PARAMS"


def test_what_an_agent_may_not_reach_another_may(agent: Client, other: Client, elsewhere: str, config: Write) -> None:
    config('[policy.agents.agent]\nallowed_domains = ["127.0.0.1"]\n')
    refused(agent, "createWindow", url=elsewhere)
    other.call("createWindow", {"url": f"{elsewhere}/index.html"})


def test_a_policy_that_cannot_be_read_lets_nothing_through(agent: Client, site: Site, config: Write) -> None:
    config("[policy]\nallowed_domains = 127.0.0.1\n")
    assert "cannot be read" in refused(agent, "createWindow", url=site.origin).message
    config("# nothing\n")
    agent.call("createWindow", {"url": site.origin})


def test_what_the_settings_page_allows_holds_for_every_agent(
    agent: Client, other: Client, person: Person, site: Site, elsewhere: str
) -> None:
    try:
        person.in_own_page("await browser.storage.local.set({ allowedDomains: ['127.0.0.1'] })")
        for client in (agent, other):
            until(partial(cannot_go, client, elsewhere))
            assert "settings" in refused(client, "createWindow", url=elsewhere).details["rule"]
            refused(client, "setConfig", allowedDomains=["localhost"])
    finally:
        person.in_own_page("await browser.storage.local.clear()")
    until(lambda: agent.call("canNavigate", {"url": elsewhere})["allowed"])


def test_the_command_line_shows_and_narrows_the_policy(
    watched: tuple[Browser, Person], site: Site, elsewhere: str, only_numbers: None
) -> None:
    browser, _ = watched
    shown = browser.clz("config", "list").stdout
    assert "allowedDomains  127.0.0.1  (allowed_domains in [policy] of " in shown
    assert "upload  on  (the default)" in shown
    assert browser.clz("config", "get", "allowedDomains").stdout.count("\n") == 1
    assert browser.clz("can-navigate", elsewhere).stdout.startswith(f"{elsewhere}/ is not allowed by allowed_domains")
    port = site.origin.rpartition(":")[2]
    assert browser.clz("config", "set", "allowedDomains", f"127.0.0.1:{port}", "--agent", "narrow").returncode == 0
    denied = browser.clz("config", "set", "allowedDomains", "example.com", "--agent", "narrow")
    assert (denied.returncode, "DOMAIN_BLOCKED" in denied.stderr) == (5, True)
    opened = browser.clz("open", elsewhere)
    assert (opened.returncode, "hint: Ask the person" in opened.stderr) == (5, True)
    with Client("default", "narrow") as client:
        client.call("goodbye")


def test_a_key_cannot_be_borrowed_for_its_rights(agent: Client, elsewhere: str, config: Write) -> None:
    config(f'[policy]\nallowed_domains = []\n[policy.agents.{agent.key.agent_id}]\nallowed_domains = ["localhost"]\n')
    agent.call("createWindow", {"url": f"{elsewhere}/index.html"})
    with Client("default", key=new_key(agent.key.name)) as thief:
        refused(thief, "createWindow", url=elsewhere)
