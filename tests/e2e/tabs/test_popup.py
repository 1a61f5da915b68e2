"""The popup and the settings page, in the hands of a person at the real Firefox."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from clz_core.client import Client, session
from clz_core.config.files import user_file
from clz_core.config.paths import SessionPaths, config_dir, private_dir
from clz_core.contract.errors import ClzError
from clz_core.secrets import store
from clz_core.secrets.secret import Secret
from clz_native.firefox.manifest import HOST_NAME
from clz_native.firefox.profile import home_dir
from tests.running.lasting import LASTING
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.panel import own_page, popup
from tests.support.person import TRACKER, Person, watched_firefox
from tests.support.waiting import until


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """A Firefox of its own: panels are held open and closed by whatever else a person has done in a window."""
    return LASTING.get("popup", watched_firefox)


HOSTILE = "<img src=x onerror=\"document.title='run'\">\u202e txt.exe " + "long " * 100
HIDDEN = ("offline", "problem", "waiting", "no-tabs")
# What can be pressed or chosen, in the order of the page.
CONTROLS = (
    "[...document.querySelectorAll('button, select, summary, input, textarea')].filter((e) => e.checkVisibility())"
)
NAMES = f"return {CONTROLS}.map((e) => e.id || e.ariaLabel || e.textContent)"
FOCUSED = "const e = document.activeElement; return e === document.body ? null : e.id || e.ariaLabel || e.textContent"


def code(client: Client, command: str, **params: object) -> str:
    with pytest.raises(ClzError) as caught:
        client.call(command, params)
    return caught.value.code


def opens(client: Client, url: str, title: str = "") -> int:
    tab = int(client.call("createWindow", {"url": url})["tabId"])
    if title:
        client.call("evaluate", {"tabId": tab, "expression": f"document.title = {title!r}", "unsafe": True})
    return tab


@contextmanager
def waits_in(client: Client, other: Client, tab: int) -> Iterator[list[str]]:
    """A command of the agent's that is under way in a tab; its error is there afterwards."""
    outcome: list[str] = []

    def wait() -> None:
        with Client("default", key=client.key) as again:
            outcome.append(code(again, "waitFor", text="never", tabId=tab))

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: other.call("status")["pending"] == 1)
    yield outcome
    thread.join(10)


@pytest.fixture
def own_tab(person: Person, site: Site) -> Iterator[int]:
    """A tab of the person's own, in front."""
    tab = person.opens(site.url("form.html"))
    person.does(f"{TRACKER} const t = tabOf(args[0]); t.documentGlobal.gBrowser.selectedTab = t;", tab)
    url = f"{TRACKER} return tabOf(args[0]).linkedBrowser.currentURI.spec"
    until(lambda: person.does(url, tab) == site.url("form.html"))
    yield tab
    person.closes(tab)


def test_the_popup_shows_the_tabs_of_each_agent_as_they_are(
    agent: Client, other: Client, person: Person, site: Site
) -> None:
    with popup(person) as page:
        assert page.text("#no-tabs").startswith("No agent has a tab open.")
        first = opens(agent, site.url("form.html"), "First")
        opens(agent, site.url("form.html"), "Second")
        opens(other, site.url("form.html"), "Third")
        until(lambda: "Third" in page.text("#agents"))
        assert page.text("#count") == "3 of 12"
        until(lambda: page.text("#agents > :first-child h3") == f"agent {agent.key.agent_id[:12]}")
        assert [page.text(f"#agents > :nth-child({n}) .count") for n in (1, 2)] == ["2 tabs", "1 tab"]
        script = f"{TRACKER} return args.map((id) => tabOf(id).group.color)"
        groups = until(lambda: person.does(script, first))
        shown = "return [...document.querySelectorAll('#agents > :first-child .swatch')].map((e) => e.dataset.color)"
        assert page.does(shown) == [group.replace("gray", "grey") for group in groups]
        agent.call("evaluate", {"tabId": first, "expression": "document.title = 'Another'", "unsafe": True})
        until(lambda: "Another" in page.text("#agents") and "First" not in page.text("#agents"))


def test_titles_of_pages_are_text_and_nothing_else(agent: Client, person: Person, site: Site) -> None:
    opens(agent, site.url("form.html"), HOSTILE)
    with popup(person) as page:
        until(lambda: "onerror" in page.text("#agents"))
        assert page.does("return document.querySelectorAll('#agents img, #agents script').length") == 0
        shown = page.does("return document.querySelector('#agents .tabs bdi').textContent")
        assert HOSTILE.startswith(shown)
        assert len(shown) == 300
        assert page.does("return document.title") == "Claudezilla"
        # However long it is, the button that ends it is in the window.
        assert page.does("return document.querySelector('#agents .icon').getBoundingClientRect().right < innerWidth")


def test_the_popup_shows_no_secret_that_a_page_has_in_its_title(agent: Client, person: Person, site: Site) -> None:
    """Nor a part of one that the title is cut in."""
    value = "Zq7Wm3-Kx9Vt5"
    store.keep(Secret("PASSWORD", value, ("127.0.0.1",)))
    private_dir(config_dir())
    user_file().write_text("[policy]\nsecrets = true\n")
    try:
        first = opens(agent, site.url("form.html"))
        agent.call("fill", {"tabId": first, "target": "#password", "text": "{{PASSWORD}}"})
        agent.call("evaluate", {"tabId": first, "expression": f"document.title = 'of {value}'", "unsafe": True})
        opens(agent, site.url("form.html"), "~" * 295 + value)
        with popup(person) as page:
            until(lambda: "of {{PASSWORD}}" in page.text("#agents") and "~~~" in page.text("#agents"))
            assert not [
                value[at : at + 4] for at in range(len(value) - 3) if value[at : at + 4] in page.text("#agents")
            ]
    finally:
        user_file().unlink()
        store.delete("PASSWORD")


def test_a_tab_that_the_person_closes_is_gone_for_its_agent(
    agent: Client, other: Client, person: Person, site: Site
) -> None:
    first, second, third = (opens(agent, site.url("form.html"), title) for title in ("One", "Two", "Three"))
    theirs = opens(other, site.url("form.html"))
    with popup(person) as page:
        with waits_in(agent, other, second) as outcome:
            page.clicks("button[aria-label='Close Two']")
        assert outcome == ["TAB_CLOSED"]
        until(lambda: page.text("#status") == "Closed Two")
        until(lambda: page.text("#count") == "3 of 12")
        until(lambda: second not in person.tab_ids())
        # All of them: asked first, and taken back by going away.
        page.tabs_to("button[aria-label='Close all: tabs of agent']")
        page.presses("Enter")
        assert page.text(".danger") == "Close 2?"
        page.presses("Tab")
        assert not page.sees(".danger")
        page.presses("Tab", shift=True)
        page.presses("Enter")
        page.presses("Enter")
        until(lambda: page.text("#count") == "1 of 12")
        assert page.does(FOCUSED) == "Close all: tabs of other", "the focus is not lost with the button"
    assert {first, second, third}.isdisjoint(person.tab_ids())
    assert theirs in person.tab_ids()
    assert code(agent, "getContent") == "NO_TABS"


def test_escape_leaves_the_popup_with_nothing_done(agent: Client, person: Person, site: Site) -> None:
    tab = opens(agent, site.url("form.html"))
    with popup(person) as page:
        page.tabs_to("#agents .small")
        page.presses("Enter")
        assert page.text(".danger") == "Close 1?"
        page.is_left_by_escape()
    assert agent.call("getContent")["tabId"] == tab


def test_a_tab_can_be_shown_from_the_popup(agent: Client, person: Person, site: Site, own_tab: int) -> None:
    opens(agent, site.url("form.html"))  # in a window of its own, the first tab is in front at once
    tab = opens(agent, site.url("form.html"), "Look at me")
    selected = f"{TRACKER} return tabOf(args[0]).selected"
    assert not person.does(selected, tab)
    with popup(person) as page:
        page.clicks("#agents li:nth-child(2) .title")
        until(lambda: person.does(selected, tab))


def test_the_tab_in_front_is_lent_and_taken_back(agent: Client, other: Client, person: Person, own_tab: int) -> None:
    agent.call("ping")
    assert code(agent, "click", tabId=own_tab, target="#count") == "TAB_CLOSED"
    with popup(person) as page:
        until(lambda: agent.key.agent_id in page.does("return document.querySelector('#share').innerHTML"))
        page.does("document.querySelector('#share-agent').value = args[0]", agent.key.agent_id)
        page.tabs_to("#share button")
        page.presses("Enter")
        until(lambda: page.text("#here-text").startswith("Lent to agent"))
        until(lambda: page.does(FOCUSED) == "take-back")
        assert agent.call("click", {"tabId": own_tab, "target": "#count"})["clicked"]
        assert code(other, "click", tabId=own_tab, target="#count") == "OWNERSHIP"
        assert page.text("#count") == "0 of 12"
        assert page.text("#agents .note") == "lent"
        with waits_in(agent, other, own_tab) as outcome:
            page.presses("Enter")
        assert outcome == ["OWNERSHIP"]
        until(lambda: page.text("#here-text").startswith("Yours alone"))
    assert code(agent, "getContent", tabId=own_tab) == "TAB_CLOSED"
    assert own_tab in person.tab_ids()


def test_a_loop_is_seen_and_stopped(agent: Client, person: Person) -> None:
    agent.call("startLoop", {"key": "s1", "prompt": "Mend the tests\none by one", "maxIterations": 20})
    with popup(person) as page:
        until(lambda: page.text("#loop-list .preview") == "Mend the tests one by one")
        assert page.text(".facts").startswith("Iteration 0 of 20")
        agent.call("incrementLoopIteration", {"key": "s1"})
        until(lambda: "Iteration 1 of 20" in page.text(".facts"))
        page.tabs_to("button[aria-label='Stop the loop s1']")
        page.presses("Enter")
        until(lambda: not page.sees("#loops"))
        until(lambda: page.text("#status") == "Stopped the loop s1")
    assert agent.call("getLoopState", {"key": "s1"})["active"] is False


def test_watermark_and_glow_are_switched(agent: Client, person: Person, site: Site) -> None:
    tab = opens(agent, site.url("form.html"))

    def overlay() -> bool:
        return person.sees_overlay(tab)[0]

    assert not overlay()
    with popup(person) as page:
        page.tabs_to("#watermark")
        page.presses(" ")
        until(overlay)
        assert [page.does("return document.querySelector(args[0]).checked", at) for at in ("#watermark", "#glow")] == [
            True,
            False,
        ]
        page.presses(" ")
        until(lambda: not overlay())


def test_who_waits_for_a_place_is_named(agent: Client, other: Client, person: Person) -> None:
    tabs = [agent.call("createWindow", {"waitUntil": "none"})["tabId"] for _ in range(12)]
    other.call("requestTabSpace")
    with popup(person) as page:
        until(lambda: page.text("#line").startswith("other since"))
        assert page.text("#count") == "12 of 12"
        page.clicks("#agents .tabs li:nth-child(4) .icon")
        until(lambda: "has a place kept for" in page.text("#line"))
        assert tabs[3] not in person.tab_ids()


def test_the_policy_can_be_read_and_the_persons_own_list_is_set(agent: Client, person: Person, site: Site) -> None:
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text("[policy]\nupload = false\n[policy.agents.agent]\ncookies = false\n")
    try:
        opens(agent, site.url("form.html"))
        with popup(person) as page:
            until(lambda: page.text("#policy-short") == "every site · 1 refused · other rules for 1")
            page.tabs_to("#policy-heading")
            page.presses("Enter")
            assert page.text("#policy-file") == str(file)
            assert "refused uploading files upload in [policy]" in page.text("#policy-list")
            assert "refused reading and writing cookies cookies in [policy.agents.agent]" in page.text("#policy-list")
        with own_page(person, "options/options.html") as page:
            write = "document.querySelector('#domains').value = args[0]"
            page.does(write, "example.com\nhttp://no/domain")
            page.clicks("#sites button")
            until(lambda: "This is not a domain: http://no/domain" in page.text("#problem"))
            page.does(write, "127.0.0.1")
            page.clicks("#sites button")
            until(lambda: page.text("#saved") == "Saved")
            assert not page.sees("#problem")
            until(lambda: "only 127.0.0.1" in page.text("#policy-list"))
            assert code(agent, "navigate", url="http://localhost:1/") == "DOMAIN_BLOCKED"
            page.does(write, "")
            page.clicks("#sites button")
            until(lambda: "only 127.0.0.1" not in page.text("#policy-list"))
    finally:
        file.unlink()


def test_every_control_is_reached_by_the_keyboard_in_its_order(
    agent: Client, person: Person, site: Site, own_tab: int
) -> None:
    opens(agent, site.url("form.html"), "One")
    agent.call("startLoop", {"key": "s2", "prompt": "p"})
    for open_one in (popup(person), own_page(person, "options/options.html")):
        with open_one as page:
            until(lambda: page.sees("#loops") or page.sees("#domains"))
            wanted = page.does(NAMES)
            assert len(wanted) > 3
            reached: list[str] = []
            for _ in range(len(wanted) + 2):
                page.presses("Tab")
                if (name := page.does(FOCUSED)) and name not in reached:
                    reached.append(name)
            assert reached == wanted
    agent.call("stopLoop", {"key": "s2"})


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.night)])
def test_axe_finds_no_fault(
    agent: Client, other: Client, person: Person, site: Site, own_tab: int, scheme: str
) -> None:
    opens(agent, site.url("form.html"), "One")
    opens(other, site.url("form.html"), HOSTILE)
    other.call("startLoop", {"key": "s3", "prompt": "p"})
    with popup(person) as page:
        until(lambda: page.sees("#loops") and "One" in page.text("#agents"))
        page.in_colours(scheme)
        page.does("document.querySelector('#policy').open = true")
        page.clicks("#agents .small")
        assert page.violations() == []
        page.clicks("#share button")
        until(lambda: page.sees("#take-back"))
        # What is only there without a host looks the same whatever is above it.
        page.does("for (const id of args) document.getElementById(id).hidden = false", *HIDDEN)
        page.does("document.querySelector('#problem').textContent = 'p'")
        assert page.violations() == []
    other.call("stopLoop", {"key": "s3"})
    with own_page(person, "options/options.html") as page:
        page.in_colours(scheme)
        assert page.violations() == []


def test_pages_of_the_web_cannot_do_what_the_person_can(agent: Client, person: Person, site: Site) -> None:
    tab = opens(agent, site.url("form.html"))
    agent.call("startLoop", {"key": "s4", "prompt": "p"})
    own = person.opens(site.url("form.html"))
    actions = [
        {"clz": "stopLoop", "key": "s4"},
        {"clz": "closeTab", "tabId": tab},
        {"clz": "closeAgent", "agent": agent.key.agent_id},
        {"clz": "share", "tabId": own, "agent": agent.key.agent_id},
        {"clz": "domains", "domains": ["example.com"]},
        {"clz": "visuals", "watermark": True},
        {"clz": "showTab", "tabId": tab},
        {"clz": "revoke", "tabId": tab},
        {"clz": "retry"},
    ]
    # As a content script of clz's own, which is more than a page has.
    script = """
        const said = (actions) => Promise.all(actions.map((action) => browser.runtime.sendMessage(action)));
        const told = () => new Promise((done) => {
          const port = browser.runtime.connect({ name: "panel" });
          port.onMessage.addListener(() => done("told"));
          port.onDisconnect.addListener(() => done("refused"));
        });
        const plain = ([answers, panel]) => ({ answers: answers.map((answer) => answer ?? null), panel });
        Promise.all([said(ACTIONS), told()]).then(plain);
    """
    in_page = (
        "return browser.tabs.executeScript(args[0], { code: args[1].replace('ACTIONS', JSON.stringify(args[2])) })"
    )
    (answer,) = person.in_own_page(in_page, tab, script, actions)
    assert answer == {"answers": [None] * len(actions), "panel": "refused"}
    assert agent.call("stopLoop", {"key": "s4"})["stopped"]
    assert [entry["tabId"] for entry in agent.call("getTabs")["tabs"]] == [tab]
    assert agent.call("listConfig")["allowedDomains"] == []
    person.closes(own)


@pytest.mark.night
def test_another_try_connects_a_firefox_whose_host_was_lost(person: Person, agent: Client, site: Site) -> None:
    badge = "return browser.browserAction.getBadgeText({})"
    manifest = home_dir() / f".mozilla/native-messaging-hosts/{HOST_NAME}.json"
    away = manifest.with_suffix(".away")
    opens(agent, site.url("form.html"), "One")
    with popup(person) as page:
        assert page.text("#connection") == "Connected"
        manifest.rename(away)
        try:
            psutil.Process(session.read(SessionPaths("default")).pid).kill()
            until(lambda: page.sees("#offline"))
            assert page.text("#connection") == "Not connected"
            assert "One" in page.text("#agents")
            answer = page.does("return browser.runtime.sendMessage({ clz: 'stopLoop', key: 'k' })")
            assert answer["fault"]["code"] == "HOST_GONE"
            assert page.does(badge) == "!"
            until(lambda: page.text("#next") in ("Trying again in 8 s.", "Trying again in 7 s."), 20)
        finally:
            away.rename(manifest)
        page.tabs_to("#retry")
        page.presses("Enter")
        until(lambda: page.text("#connection") == "Connected", 6)  # its own next try would come later
        assert not page.sees("#offline")
        assert page.does(FOCUSED) == "title"
        until(lambda: page.does(badge) == "")
    assert agent.call("ping")["pong"]
