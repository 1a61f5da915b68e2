"""State files: a log-in is saved once, and begun with again."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

import clz
from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from tests.running.commands import run_clz
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page

SEEN = "document.cookie + '|' + JSON.stringify(Object.entries(localStorage))"
SET = (
    "document.cookie = 'sid=one; path=/'; localStorage.setItem('theme', 'dark'); localStorage.setItem('__proto__', 'x')"
)


@pytest.fixture
def jar(page: Page) -> Page:
    """A page in a jar of its agent's own."""
    page.open("form.html", isolated=True)
    return page


def seen(page: Page) -> str:
    """What the page's own scripts see."""
    return str(page.call("evaluate", expression=SEEN, unsafe=True)["result"])


def do(page: Page, expression: str) -> None:
    page.call("evaluate", expression=expression, unsafe=True)


def state_of(page: Page, **params: Any) -> dict[str, Any]:
    saved = page.call("saveState", **params)
    return {"cookies": saved["cookies"], "origins": saved["origins"]}


def test_a_state_is_saved_and_another_agent_begins_with_it(jar: Page, other_page: Page) -> None:
    do(jar, SET)
    state = state_of(jar)
    assert [cookie["name"] for cookie in state["cookies"]] == ["sid"]
    (origin,) = state["origins"]
    assert origin["origin"] == jar.origin
    assert {item["name"]: item["value"] for item in origin["localStorage"]} == {"__proto__": "x", "theme": "dark"}
    other_page.open("storage-early.html", isolated=True, storageState=state)
    assert other_page.text("#early") == "sid=one|dark", "it is there before the page's own first script"
    do(other_page, "document.cookie = 'sid=two; path=/'; localStorage.setItem('theme', 'light')")
    assert "sid=one" in seen(jar)
    assert "dark" in seen(jar), "two agents are logged in at one site at once"


def test_what_is_loaded_replaces_what_was_there(jar: Page) -> None:
    do(jar, SET)
    state = state_of(jar)
    do(jar, "document.cookie = 'more=x; path=/'; localStorage.setItem('more', 'x'); localStorage.removeItem('theme')")
    loaded = jar.call("loadState", state=state)
    assert (loaded["cookies"], loaded["origins"], loaded["expired"]) == (1, [jar.origin], [])
    assert seen(jar).startswith("sid=one|")
    assert "more" not in seen(jar)
    assert "dark" in seen(jar)


def test_all_or_nothing_is_loaded(jar: Page) -> None:
    do(jar, SET)
    before = seen(jar)
    state = state_of(jar)
    bad = {"name": "__Host-x", "value": "y", "domain": ".127.0.0.1", "path": "/"}
    assert jar.fails("loadState", state={**state, "cookies": [*state["cookies"], bad]}).code == "COOKIE_REFUSED"
    assert seen(jar) == before
    far = {"origin": "http://other.test", "localStorage": [{"name": "a", "value": "x" * 6_000_000}]}
    near = {"origin": jar.origin, "localStorage": [{"name": "theme", "value": "gone"}]}
    problem = jar.fails("loadState", state={"cookies": [], "origins": [near, far]})
    assert problem.code == "STORAGE_FULL"
    assert seen(jar) == before


@pytest.mark.by_day(4)
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({}, "neither cookies nor origins"),
        ({"cookies": 1}, "must be lists"),
        ({"cookies": [{"name": "a", "value": "b"}]}, "cookies[0] has no domain"),
        ({"cookies": [{"name": "a", "domain": "a.test"}]}, "cookies[0] has no value"),
        ({"origins": [{"origin": "ftp://a.test"}]}, "origins[0] has no origin"),
        ({"origins": [{"origin": "http://a.test", "localStorage": [{"name": "a"}]}]}, "origins[0].localStorage[0]"),
        ({"origins": [{"origin": "http://a:b@a.test"}]}, "origins[0] has no origin"),
        ({"origins": [{"origin": "http://a.test^userContextId=1"}]}, "origins[0] has no origin"),
        ({"origins": [{"origin": "http://a.test:99999"}]}, "origins[0] has no origin"),
        ({"origins": [{"origin": "http://[::1"}]}, "origins[0] has no origin"),
        ({"origins": [{"origin": "HTTP://A.test:80/"}, {"origin": "http://a.test"}]}, "for the second time"),
        ({"origins": [{"origin": "http://a,|.test"}]}, "origin"),
        (
            {"origins": [{"origin": "http://a.test", "localStorage": [{"name": "a", "value": "", "valueUtf16": "A"}]}]},
            "valueUtf16 of origins[0].localStorage[0]",
        ),
    ],
)
def test_a_broken_entry_is_named(jar: Page, state: dict[str, Any], said: str) -> None:
    problem = jar.fails("loadState", state=state)
    assert problem.code == "STATE_INVALID"
    assert said in problem.message


def test_policy_holds_for_states(jar: Page, config: Path) -> None:
    do(jar, SET)
    state = state_of(jar)
    config.write_text('[policy]\nallowed_domains = ["127.0.0.1"]\n')
    far = {"origin": "http://other.test", "localStorage": []}
    cookie = {"name": "a", "value": "b", "domain": "other.test", "path": "/"}
    assert jar.fails("loadState", state={**state, "origins": [far]}).code == "DOMAIN_BLOCKED"
    assert jar.fails("loadState", state={**state, "cookies": [cookie]}).code == "DOMAIN_BLOCKED"
    assert len(state_of(jar)["cookies"]) == 1
    assert state_of(jar, url=["http://nowhere.test/**"]) == {"cookies": [], "origins": []}


def test_a_log_in_that_has_ended_is_said(jar: Page) -> None:
    state = {
        "cookies": [{"name": "old", "value": "x", "domain": "127.0.0.1", "expires": time.time() - 60}],
        "origins": [],
    }
    url = f"{jar.origin}/form.html"
    problem = jar.fails("loadState", state=state, check=url, text="SEND")
    assert problem.code == "LOGIN_EXPIRED"
    assert "old" in problem.message
    assert " Send. If you are not logged in" in (problem.hint or ""), "the nearest text is named"
    begun = jar.client.call("createWindow", {"url": url, "isolated": True, "storageState": state})
    jar.client.call("closeTab", {"tabId": begun["tabId"]})
    assert begun["expired"] == ["old"]
    checked = jar.call("loadState", state=state, check=url, text="Send")
    assert (checked["checked"], checked["expired"]) == (True, ["old"])


def test_an_agent_without_a_tab_gets_one_if_its_log_in_is_checked(jar: Page) -> None:
    with Client("default", key=new_key("tabless")) as client:
        state: dict[str, Any] = {"cookies": [], "origins": []}
        with pytest.raises(ClzError) as problem:
            client.call("loadState", {"state": state})
        assert problem.value.code == "NO_TABS"
        checked = client.call("loadState", {"state": state, "check": f"{jar.origin}/form.html", "text": "Send"})
        assert (checked["checked"], checked["jar"]) == (True, "shared")
        says_goodbye(client)


def test_without_the_helper_cookies_alone_are_loaded(build: str, page: Page) -> None:
    page.open("form.html", isolated=True)
    do(page, SET)
    saved = page.call("saveState")
    state = {"cookies": saved["cookies"], "origins": saved["origins"]}
    if build == "managed":
        assert saved["skipped"] == []
        return
    assert page.origin in saved["skipped"]
    assert page.call("loadState", state=state)["cookies"] == 1
    origins = [{"origin": page.origin, "localStorage": []}]
    assert page.fails("loadState", state={**state, "origins": origins}).code == "NEEDS_MANAGED"


def test_at_the_command_line_only_its_owner_reads_the_file(page: Page, browser: Browser, tmp_path: Path) -> None:
    def typed(*words: str, agent: str = "saver") -> subprocess.CompletedProcess[str]:
        env = {**browser.scratch.env, "CLZ_JOURNAL": str(tmp_path / "journal"), "CLZ_AGENT": agent}
        return run_clz(*words, env=env)

    file = tmp_path / "login.json"
    assert typed("open", "--isolated", f"{page.origin}/form.html").returncode == 0
    assert (
        typed(
            "eval", "--unsafe", "document.cookie = 'sid=s3cr3t-one; path=/'; localStorage.theme = 's3cr3t-two'"
        ).returncode
        == 0
    )
    saved = typed("state", "save", str(file))
    assert saved.stdout == f"{file}  1 cookie, storage of 1 site\n{page.origin}\n", saved
    assert file.stat().st_mode & 0o777 == 0o600
    written = json.loads(file.read_text())
    assert written["cookies"][0] == {
        "name": "sid",
        "value": "s3cr3t-one",
        "domain": "127.0.0.1",
        "path": "/",
        "expires": -1,
        "httpOnly": False,
        "secure": False,
    }
    shown = typed("state", "show", str(file)).stdout
    assert shown == f"cookie     sid  127.0.0.1  (session)\nlocal      {page.origin}  theme\n"
    opened = typed("open", "--isolated", "--state", str(file), f"{page.origin}/storage-early.html", agent="loader")
    assert opened.returncode == 0, opened.stderr
    assert typed("get", "text", "#early", agent="loader").stdout == "sid=s3cr3t-one|s3cr3t-two\n"
    (cookie,) = json.loads(typed("cookies", "--json", agent="loader").stdout)["result"]["cookies"]
    assert cookie["sameSite"] is None, "a cookie that says nothing is sent with forms of other sites too"
    with clz.open(f"{page.origin}/storage-early.html", isolated=True, state=file) as begun:
        assert begun.get("text", "#early")["value"] == "sid=s3cr3t-one|s3cr3t-two"
    file.chmod(0o644)
    loaded = typed("state", "load", str(file), agent="loader")
    assert loaded.stdout == "loaded 1 cookie, storage of 1 site\n", loaded
    assert "chmod 600" in loaded.stderr
    file.write_text(file.read_text()[:40])
    cut = typed("state", "load", str(file), agent="loader")
    assert (cut.returncode, "cut off" in cut.stderr) == (2, True)
    lines = [json.loads(line) for line in (tmp_path / "journal" / "journal.jsonl").read_text().splitlines()]
    of_files = [line for line in lines if line["command"] in ("saveState", "loadState", "createWindow")]
    assert len(of_files) >= 4
    assert "s3cr3t" not in json.dumps(of_files)
    for agent in ("saver", "loader"):
        typed("window", "close", agent=agent)
