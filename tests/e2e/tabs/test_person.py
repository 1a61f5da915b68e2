"""A person and agents in one Firefox: what each does never gets in the other's way."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import psutil
import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_TABS
from clz_native.firefox.profile import profile_dir
from tests.site.passkey_site import passkey_site
from tests.site.server import Site
from tests.support import there
from tests.support.person import CONTAINERS, TRACKER, Person, sits_down, watched_firefox
from tests.support.waiting import until


def code(client: Client, command: str, **params: object) -> str:
    with pytest.raises(ClzError) as caught:
        client.call(command, params)
    return caught.value.code


def tabs_of(client: Client) -> list[int]:
    return [tab["tabId"] for tab in client.call("getTabs")["tabs"] if tab["mine"]]


def has_tabs(client: Client, count: int) -> bool:
    return len(tabs_of(client)) == count


def lends(person: Person, tab: int, agent: str) -> dict[str, Any]:
    message = {"clz": "share", "tabId": tab, "agent": agent}
    return dict(person.in_own_page("return browser.runtime.sendMessage(args[0])", message))


def takes_back(person: Person, tab: int) -> None:
    person.in_own_page("return browser.runtime.sendMessage(args[0])", {"clz": "revoke", "tabId": tab})


def test_the_persons_clicks_never_change_an_agents_tab(agent: Client, person: Person, site: Site) -> None:
    first = agent.call("createWindow", {"url": site.url("form.html")})["tabId"]
    second = agent.call("createWindow", {"url": site.url("index.html")})["tabId"]
    person.does(f"{TRACKER} const t = tabOf(args[0]); t.documentGlobal.gBrowser.selectedTab = t;", first)
    assert agent.call("getContent")["tabId"] == second
    agent.call("selectTab", {"tabId": first})
    assert agent.call("getContent")["tabId"] == first


def test_a_persons_request_for_a_passkey_is_not_answered_for_an_agent(agent: Client, person: Person) -> None:
    agent.call("addCredentials", {"credentials": [{"rpId": "localhost"}]})
    gets = "navigator.credentials.get({publicKey: {challenge: new Uint8Array(16)}, signal})"
    asks = f"""(async (all, signal) => {{
        for (let n = 0; n < 10; n += 1) all.push(await {gets}.then(({{type}}) => type, ({{name}}) => name));
        return [...new Set(all)].join();
    }})([], %s)"""
    with passkey_site() as rp:
        agent.call("createWindow", {"url": f"{rp.origin}/"})
        own = person.opens(f"{rp.origin}/plain")
        until(lambda: person.does(f"{TRACKER} return tabOf(args[0]).linkedBrowser.contentTitle", own) == "Plain")
        begin = f"(said.textContent = 'logged out', void tell({asks % 'undefined'}))"
        agent.call("evaluate", {"expression": begin, "unsafe": True})
        hands = person.sits_at(f"{rp.origin}/plain")
        assert "public-key" not in hands.runs(f"return {asks % 'AbortSignal.timeout(500)'}")
        person.stands_up()
        assert agent.call("expect", {"condition": "text", "target": "#said", "value": "public-key"})["holds"]
    person.closes(own)


def test_agents_never_take_the_front(agent: Client, person: Person, site: Site) -> None:
    agent.call("createWindow")
    own = person.opens("about:blank")
    look = f"""{TRACKER}
        const win = Services.wm.getMostRecentWindow("navigator:browser");
        return [tabTracker.getId(win.gBrowser.selectedTab), Services.focus.activeWindow === win];
    """
    person.does(f"{TRACKER} const t = tabOf(args[0]); t.documentGlobal.gBrowser.selectedTab = t;", own)
    before = person.does(look)
    opened = agent.call("createWindow", {"url": site.url("form.html")})["tabId"]
    agent.call("click", {"target": "#count"})
    agent.call("screenshot")
    agent.call("selectTab", {"tabId": opened})
    assert person.does(look) == before
    shown = agent.call("createWindow", {"url": site.url("index.html"), "foreground": True})["tabId"]
    selected = f"{TRACKER} return tabOf(args[0]).selected"
    assert person.does(selected, shown)
    agent.call("selectTab", {"tabId": opened, "foreground": True})
    assert person.does(selected, opened)
    person.closes(own)


def test_the_persons_tabs_are_out_of_reach(agent: Client, person: Person, site: Site) -> None:
    tab = person.opens(site.url("form.html"))
    for command, params in (
        ("click", {"target": "#count"}),
        ("getContent", {}),
        ("screenshot", {}),
        ("navigate", {"url": site.origin}),
        ("selectTab", {}),
        ("closeTab", {}),
    ):
        assert code(agent, command, tabId=tab, **params) == "TAB_CLOSED"
    assert tab not in {entry["tabId"] for entry in agent.call("getTabs")["tabs"]}
    person.closes(tab)


def test_a_tab_is_lent_to_one_agent_and_taken_back(agent: Client, other: Client, person: Person, site: Site) -> None:
    tab = person.opens(site.url("form.html"))
    assert lends(person, tab, agent.key.agent_id) == {"ok": True, "shared": True}
    assert agent.call("getContent", {"tabId": tab})["title"]
    (entry,) = (entry for entry in agent.call("getTabs")["tabs"] if entry["tabId"] == tab)
    assert (entry["mine"], entry["shared"]) == (True, True)
    assert agent.call("getTabs")["tabCount"] == 0
    assert code(other, "getContent", tabId=tab) == "OWNERSHIP"
    assert code(agent, "closeTab", tabId=tab) == "OWNERSHIP"
    outcome: list[str] = []

    def wait() -> None:
        with Client("default", key=agent.key) as client:
            outcome.append(code(client, "waitFor", text="never", tabId=tab))

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: other.call("status")["pending"] == 1)
    takes_back(person, tab)
    thread.join(10)
    assert outcome == ["OWNERSHIP"]
    assert code(agent, "getContent", tabId=tab) == "TAB_CLOSED"
    assert tab in person.tab_ids(), "it is still the person's"
    person.closes(tab)


def test_what_is_lent_stays_open_when_its_agent_leaves(agent: Client, person: Person, site: Site) -> None:
    tab = person.opens(site.url("form.html"))
    lends(person, tab, agent.key.agent_id)
    assert agent.call("goodbye") == {"closed": []}
    agent.close()
    assert code(agent, "getContent", tabId=tab) == "TAB_CLOSED"
    assert tab in person.tab_ids()
    person.closes(tab)


def test_only_the_persons_own_tabs_can_be_lent(agent: Client, other: Client, person: Person, site: Site) -> None:
    tab = agent.call("createWindow", {"url": site.origin})["tabId"]
    answer = lends(person, tab, other.key.agent_id)
    assert answer["fault"]["code"] == "OWNERSHIP"
    answer = lends(person, 999_999, other.key.agent_id)
    assert answer["fault"]["code"] == "TAB_CLOSED"


def test_a_person_who_closes_a_tab_frees_its_place(agent: Client, other: Client, person: Person) -> None:
    for _ in range(MAX_TABS):
        agent.call("createWindow", {"waitUntil": "none"})
    other.call("requestTabSpace")
    person.closes(tabs_of(agent)[3])
    until(lambda: other.call("getSlotRequests")["yours"]["reservedMs"] is not None)
    other.call("createWindow")
    assert len(tabs_of(agent)) == MAX_TABS - 1


def test_a_person_who_closes_the_window_ends_what_is_under_way(agent: Client, person: Person, site: Site) -> None:
    tab = agent.call("createWindow", {"url": site.origin})["tabId"]
    person.opens_window()
    outcome: list[str] = []

    def wait() -> None:
        with Client("default", key=agent.key) as client:
            outcome.append(code(client, "waitFor", text="never"))

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: agent.call("status")["pending"] == 1)
    person.does(f"{TRACKER} tabOf(args[0]).documentGlobal.close()", tab)
    thread.join(10)
    assert outcome == ["TAB_CLOSED"]
    assert code(agent, "getContent") == "NO_TABS"
    opened = agent.call("createWindow", {"url": site.url("form.html")})
    assert (opened["isNewWindow"], opened["tabCount"]) == (True, 1)


def test_a_tab_that_is_moved_to_another_window_stays_its_agents(agent: Client, person: Person, site: Site) -> None:
    agent.call("createWindow", {"url": site.url("index.html")})
    tab = agent.call("createWindow", {"url": site.url("form.html")})["tabId"]
    person.does(
        f"""{TRACKER}
        const tab = tabOf(args[0]);
        const win = tab.documentGlobal.gBrowser.replaceTabWithWindow(tab);
        await new Promise((done) => win.addEventListener("load", done, {{ once: true }}));
        """,
        tab,
    )
    until(lambda: len({entry["windowId"] for entry in agent.call("getTabs")["tabs"]}) == 2)
    assert agent.call("click", {"tabId": tab, "target": "#count"})["clicked"]
    assert agent.call("closeTab", {"tabId": tab})["tabCount"] == 1
    assert agent.call("createWindow")["tabCount"] == 2


def test_a_tab_that_a_page_opens_is_its_agents_and_closed_where_there_is_no_place(
    agent: Client, other: Client, person: Person, site: Site
) -> None:
    first = agent.call("createWindow", {"url": site.url("reach.html")})["tabId"]
    for count, link in enumerate(("#popup", "#noopener"), 2):
        agent.call("click", {"target": link, "tabId": first})
        until(partial(has_tabs, agent, count))
    assert agent.call("getContent")["tabId"] == first, "the current tab stays"
    for _ in range(MAX_TABS - 3):
        other.call("createWindow", {"waitUntil": "none"})
    before = set(person.tab_ids())
    person.does(
        """
        const seen = () => Services.prefs.setBoolPref("clz.test.opened", true);
        for (const win of Services.wm.getEnumerator("navigator:browser"))
          win.gBrowser.tabContainer.addEventListener("TabOpen", seen, { once: true });
        """
    )
    agent.call("click", {"target": "#popup", "tabId": first})
    until(lambda: person.does("return Services.prefs.getBoolPref('clz.test.opened', false)"))
    until(lambda: set(person.tab_ids()) == before)


def test_each_agents_tabs_stand_in_a_group_of_their_own(agent: Client, other: Client, person: Person) -> None:
    mine = [agent.call("createWindow", {"waitUntil": "none"})["tabId"] for _ in range(3)]
    (theirs,) = [other.call("createWindow", {"waitUntil": "none"})["tabId"]]
    script = f"{TRACKER} return args.map((id) => tabOf(id).group && [tabOf(id).group.label, tabOf(id).group.id])"

    def named() -> list[tuple[str, int]] | None:
        """A group has its name a moment after it is made."""
        found = person.does(script, *mine, theirs)
        return found if all(pair and pair[0] for pair in found) else None

    groups = until(named)
    assert [label for label, _ in there(groups)] == ["agent", "agent", "agent", "other"]
    assert len({group for _, group in there(groups)}) == 2


@pytest.mark.night
def test_tabs_that_firefox_restores_belong_to_nobody(site: Site) -> None:
    with watched_firefox() as (browser, person):
        with Client("default") as client:
            client.call("createWindow", {"url": site.url("form.html")})
        person.does(
            """
            Services.prefs.setBoolPref("browser.sessionstore.resume_session_once", true);
            const load = (folder) => ChromeUtils.importESModule(`${folder}/sessionstore/TabStateFlusher.sys.mjs`);
            let module;
            try {
              module = load("moz-src:///browser/components");
            } catch {
              module = load("resource:///modules"); // before Firefox 159
            }
            const { TabStateFlusher } = module;
            for (const win of Services.wm.getEnumerator("navigator:browser")) await TabStateFlusher.flushWindow(win);
            """
        )
        assert browser.clz("browser", "stop").returncode == 0
        with sits_down(browser) as again, Client("default") as client:
            script = f"{TRACKER} return allTabs().map((tab) => tab.linkedBrowser.currentURI.spec)"
            until(lambda: site.url("form.html") in again.does(script))
            assert client.call("getTabs")["tabs"] == []
            restored = again.tab_ids()
            assert {code(client, "getContent", tabId=tab) for tab in restored} == {"TAB_CLOSED"}
            opened = client.call("createWindow", {"url": site.url("index.html")})
            assert (opened["tabCount"], opened["tabId"] in restored) == (1, False)


@pytest.mark.night
def test_containers_that_a_crash_left_are_removed_at_the_next_start(site: Site) -> None:
    with watched_firefox() as (browser, person):
        with Client("default") as client:
            client.call("createWindow", {"url": site.url("index.html"), "isolated": True})
        assert len(person.does(CONTAINERS)) == 1
        saved = profile_dir("default") / "containers.json"
        until(lambda: saved.exists() and '"clz agent_' in saved.read_text())
        psutil.Process(browser.clz_json("browser", "status")["result"]["pid"]).kill()
        with sits_down(browser) as again:
            assert again.does(CONTAINERS) == []


def test_a_dialog_of_firefox_itself_holds_nobody_up_where_nobody_can_see_it(
    person: Person, agent: Client, site: Site
) -> None:
    """Such as the one about a download that failed before it began."""
    person.does("Services.tm.dispatchToMainThread(() => Services.prompt.alert(window, 'Download', 'It failed.'));")
    tab = agent.call("createWindow", {"url": f"{site.origin}/form.html"}, 20_000)["tabId"]
    assert agent.call("click", {"target": "#count", "tabId": tab}, 20_000)["trusted"]
    assert person.does("return 'nothing is open: this would be refused';")
    assert person.does("return gBrowser.selectedTab.linkedBrowser !== null;")


ALL_WINDOWS = "[...Services.wm.getEnumerator('navigator:browser')]"


def test_a_window_that_is_minimised_is_acted_in_and_pictured(person: Person, agent: Client, site: Site) -> None:
    tab = agent.call("createWindow", {"url": site.url("form.html")})["tabId"]
    person.does(f"for (const win of {ALL_WINDOWS}) win.minimize();")
    until(lambda: person.does(f"return {ALL_WINDOWS}.every((win) => win.windowState === win.STATE_MINIMIZED);"))
    try:
        assert agent.call("click", {"target": "#count", "tabId": tab})["trusted"]
        assert agent.call("type", {"target": "#empty", "text": "typed", "tabId": tab})["currentValue"] == "typed"
        assert agent.call("getContent", {"target": "#total", "tabId": tab})["text"] == "1"
        assert agent.call("screenshot", {"tabId": tab})["width"] > 0
    finally:
        person.does(f"for (const win of {ALL_WINDOWS}) win.restore();")
        until(lambda: person.does(f"return {ALL_WINDOWS}.every((win) => win.windowState === win.STATE_NORMAL);"))


POPUP = "open('form.html', '', 'width=300,height=200')"
WINDOWS = "return [...Services.wm.getEnumerator('navigator:browser')].map((win) => win.gBrowser.tabs.length);"


@pytest.mark.parametrize("ending", ["closeTab", "its page", "its opener"])
def test_a_popup_that_is_closed_leaves_no_window_and_no_tab(
    agent: Client, person: Person, site: Site, ending: str
) -> None:
    def run(tab: int, expression: str) -> None:
        agent.call("evaluate", {"tabId": tab, "expression": f"{expression}, 0", "unsafe": True})

    tab = agent.call("createWindow", {"url": site.url("index.html")})["tabId"]
    before = person.does(WINDOWS)
    run(tab, f"document.body.onclick = () => (window.popup = {POPUP})")
    agent.call("click", {"tabId": tab, "target": "h1"})
    until(lambda: len(person.does(WINDOWS)) == len(before) + 1)
    [popup] = until(lambda: [one for one in tabs_of(agent) if one != tab])
    if ending == "closeTab":
        agent.call("closeTab", {"tabId": popup})
    elif ending == "its page":
        run(popup, "setTimeout(() => close())")
    else:
        run(tab, "popup.close()")
    until(lambda: person.does(WINDOWS) == before)
    assert tabs_of(agent) == [tab]
