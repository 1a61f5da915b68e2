"""Init scripts: they run in each page of an agent's tabs, before the page's own scripts, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

COUNTS = "window.ran = (window.ran ?? 0) + 1"
OPENS = """<!DOCTYPE html><script>said = []; onmessage = (event) => said.push(event.data)</script>
<button id=empty onclick="said.push(window.open('about:blank').ran ?? 'none')">Empty</button>
<button id=made onclick="window.open('/made')">Made</button>"""
SEES = "<script>window.seen = window.ran</script>"


def add(page: Page, code: str, **params: Any) -> int:
    return int(page.client.call("addInitScript", {"code": code, **params})["id"])


def run(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


def answer(page: Page, url: str, body: str, *headers: str) -> None:
    """Have an address answered with HTML."""
    page.client.call("addRoute", {"url": url, "body": body, "headers": ["Content-Type: text/html", *headers]})


def elsewhere(page: Page) -> str:
    """The same server, as another site."""
    return page.origin.replace("127.0.0.1", "localhost")


def test_it_runs_once_in_each_page_before_its_first_script(scripted: Page) -> None:
    answer(scripted, "**/made*", SEES)
    add(scripted, COUNTS)
    scripted.open("made")
    assert run(scripted, "[seen, ran]") == [1, 1]
    for url in (f"{elsewhere(scripted)}/made", f"{scripted.origin}/made?again"):
        scripted.open(url)
        assert run(scripted, "[seen, ran]") == [1, 1], url
    scripted.call("reload")
    assert run(scripted, "[seen, ran]") == [1, 1]
    scripted.call("back")
    assert run(scripted, "[seen, ran]") == [1, 1]


def test_it_runs_after_a_redirect_to_another_site(scripted: Page) -> None:
    answer(scripted, "**/made*", SEES)
    add(scripted, COUNTS)
    scripted.client.call("addRoute", {"url": "**/goes", "redirect": f"{elsewhere(scripted)}/made"})
    scripted.open("goes")
    assert run(scripted, "[seen, ran, location.hostname]") == [1, 1, "localhost"]


FRAMES = {
    "of the same site": "<iframe src='/inner'></iframe>",
    "of another site": "<iframe src='{elsewhere}/inner'></iframe>",
    "written in place": "<iframe srcdoc='<script>parent.postMessage(window.ran, `*`)</script>'></iframe>",
    "sandboxed": "<iframe sandbox='allow-scripts' src='/inner'></iframe>",
    "of data": "<iframe src='data:text/html,<script>parent.postMessage(window.ran, `*`)</script>'></iframe>",
    "empty": "<iframe></iframe><script>postMessage(frames[0].ran, `*`)</script>",
    "made and read at once": (
        "<script>postMessage(document.documentElement.appendChild(document.createElement('iframe'))"
        ".contentWindow.ran, `*`)</script>"
    ),
}


@pytest.mark.by_day(3)
@pytest.mark.parametrize("kind", FRAMES)
def test_it_runs_in_a_frame(scripted: Page, kind: str) -> None:
    answer(scripted, "**/inner", "<script>parent.postMessage(window.ran, '*')</script>")
    listens = "<!DOCTYPE html><script>said = []; onmessage = (event) => said.push(event.data)</script>"
    answer(scripted, "**/outer", listens + FRAMES[kind].replace("{elsewhere}", elsewhere(scripted)))
    add(scripted, COUNTS)
    scripted.open("outer")
    until(lambda: run(scripted, "said.length"))
    assert run(scripted, "said") == [1]


def test_it_runs_where_a_connection_can_be_listened_to_and_where_there_is_none(scripted: Page) -> None:
    answer(scripted, "http://shop.example/*", SEES)
    add(scripted, COUNTS)
    for url in ("http://shop.example/", f"data:text/html,{SEES}"):
        scripted.open(url)
        assert run(scripted, "[seen, ran, isSecureContext]") == [1, 1, False], url
    scripted.open("about:blank")
    assert run(scripted, "ran") == 1


def test_no_policy_of_the_page_stops_it(scripted: Page) -> None:
    policy = "Content-Security-Policy: default-src 'none'; script-src 'nonce-a'; require-trusted-types-for 'script'"
    answer(scripted, "**/strict", SEES.replace("<script>", "<script nonce=a>"), policy)
    add(scripted, COUNTS)
    scripted.open("strict")
    assert run(scripted, "[seen, ran]") == [1, 1]


def test_they_run_in_their_order_and_change_what_the_page_finds(scripted: Page) -> None:
    answer(scripted, "**/made", "<script>seen = [Math.random(), order.join()]</script>")
    add(scripted, "Math.random = () => 0.5; window.order = [1]")
    add(scripted, "order.push(2)")
    scripted.open("made")
    assert run(scripted, "seen") == [0.5, "1,2"]


def test_what_it_throws_is_in_the_console_with_its_name(scripted: Page) -> None:
    add(scripted, "\n\nthrow new TypeError('out of order')", name="clock.js")
    add(scripted, COUNTS)
    scripted.open("index.html")
    messages = until(lambda: len(found := scripted.call("getConsoleLogs")["logs"]) >= 1 and found)
    said = {entry["url"]: (entry["message"].splitlines()[0], entry["line"]) for entry in messages or ()}
    assert said["clock.js"] == ("Uncaught TypeError: out of order", 3)
    assert run(scripted, "ran") == 1


def test_what_is_no_script_is_refused_with_its_line(scripted: Page) -> None:
    for code, line in (("1;\nthis is no script", 2), ("import a from 'b'", 1), ("\n\nawait 1", 3)):
        with pytest.raises(ClzError) as caught:
            add(scripted, code)
        assert (caught.value.code, f"(line {line})" in caught.value.message) == ("INVALID_PARAMS", True)
    assert scripted.client.call("listInitScripts")["scripts"] == []


def test_a_popup_has_it_from_its_first_empty_document_on(scripted: Page) -> None:
    answer(scripted, "**/opens", OPENS)
    answer(scripted, "**/made", "<script>opener.postMessage(window.ran, '*')</script>")
    add(scripted, COUNTS)
    scripted.open("opens")
    scripted.call("click", target="#empty")
    until(lambda: run(scripted, "said.length"))
    scripted.call("click", target="#made")
    until(lambda: run(scripted, "said.length") == 2)
    assert run(scripted, "said") == [1, 1]


def test_a_tab_that_is_opened_later_has_it_and_another_agents_has_not(scripted: Page, other_page: Page) -> None:
    answer(scripted, "**/made", SEES)
    add(scripted, COUNTS)
    scripted.open("made")
    assert run(scripted, "seen") == 1
    isolated = Page(scripted.client, scripted.origin)
    isolated.open("made", isolated=True)
    assert run(isolated, "seen") == 1
    other_page.open("index.html")
    assert run(other_page, "typeof ran") == "undefined"


def test_it_can_be_kept_to_one_tab(scripted: Page) -> None:
    scripted.open("index.html")
    second = Page(scripted.client, scripted.origin)
    second.open("index.html")
    script = add(scripted, COUNTS, tabId=second.tab, name="mine")
    assert scripted.client.call("listInitScripts")["scripts"] == [
        {"id": script, "name": "mine", "chars": len(COUNTS), "tabId": second.tab, "off": None}
    ]
    answer(scripted, "**/opens", OPENS)
    for tab in (scripted, second):
        tab.open("opens")
    assert [run(tab, "typeof ran") for tab in (scripted, second)] == ["undefined", "number"]
    second.call("click", target="#empty")
    until(lambda: run(second, "said.length"))
    assert run(second, "said") == ["none"]
    second.call("closeTab")
    assert scripted.client.call("listInitScripts") == {"scripts": []}


def test_it_runs_no_more_once_it_is_removed(scripted: Page) -> None:
    first, second = add(scripted, COUNTS), add(scripted, COUNTS)
    scripted.open("index.html")
    assert run(scripted, "ran") == 2
    assert scripted.client.call("removeInitScripts", {"id": first}) == {"removed": [first], "left": 1}
    scripted.call("reload")
    assert run(scripted, "ran") == 1
    assert scripted.client.call("removeInitScripts", {"all": True}) == {"removed": [second], "left": 0}
    scripted.call("reload")
    assert run(scripted, "typeof ran") == "undefined"
    with pytest.raises(ClzError) as caught:
        scripted.client.call("removeInitScripts", {"id": first})
    assert (caught.value.code, "clz init list" in caught.value.hint) == ("INVALID_PARAMS", True)


def test_it_runs_no_more_once_the_right_to_it_is_taken_away(scripted: Page) -> None:
    add(scripted, COUNTS)
    scripted.open("index.html")
    config = config_dir() / "config.toml"
    private_dir(config.parent)
    try:
        config.write_text("[policy.agents.tester]\nevaluate_unsafe = false\n")
        with pytest.raises(ClzError) as caught:
            add(scripted, COUNTS)
        assert caught.value.code == "RIGHT_DENIED"
        scripted.call("reload")
        # In safe mode, which is left.
        assert scripted.call("evaluate", expression="typeof window.ran")["result"] == "undefined"
        assert "evaluate_unsafe" in scripted.client.call("listInitScripts")["scripts"][0]["off"]
        config.write_text("[policy.agents.tester]\nevaluate_unsafe = true\ncookies = false\n")
        scripted.call("reload")
        assert scripted.call("evaluate", expression="typeof window.ran")["result"] == "undefined"
    finally:
        config.unlink(missing_ok=True)
    until(lambda: scripted.client.call("listInitScripts")["scripts"][0]["off"] is None)
    scripted.call("reload")
    assert run(scripted, "ran") == 1


def test_it_goes_with_its_agent_that_is_killed(site: Site, page: Page) -> None:
    with Client("default", key=new_key("short-lived")) as client:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
            client.call("heartbeat", {"pid": process.pid})
            client.call("addInitScript", {"code": COUNTS})
            process.kill()
        until(lambda: "short-lived" not in [each["name"] for each in page.client.call("getAgents")["agents"]], 20)
        client.close()
        assert client.call("listInitScripts") == {"scripts": []}
        client.call("createWindow", {"url": site.url("index.html")})
        assert client.call("evaluate", {"expression": "typeof ran", "unsafe": True})["result"] == "undefined"
        says_goodbye(client)


def test_a_large_one_runs_and_one_that_is_too_large_or_too_many_is_refused(scripted: Page) -> None:
    add(scripted, f"{COUNTS}//{'é' * 1_000_000}")
    scripted.open("index.html")
    assert run(scripted, "ran") == 1
    for code in ("x" * (2**20 + 1), "", "  \n"):
        with pytest.raises(ClzError) as caught:
            add(scripted, code)
        assert caught.value.code == "INVALID_PARAMS"
    for _ in range(19):
        add(scripted, "0")
    with pytest.raises(ClzError) as caught:
        add(scripted, "0")
    assert (caught.value.code, "clz init remove" in caught.value.hint) == ("INVALID_PARAMS", True)


def test_the_command_line_takes_files(browser: Browser, scripted: Page, tmp_path: Path) -> None:
    env = {"CLZ_AGENT": "tester"}
    file = tmp_path / "fixtures.js"
    file.write_text(COUNTS)
    added = browser.clz("init", "add", str(file), **env)
    number = added.stdout.removeprefix("init script ").partition(":")[0]
    assert added.stdout.endswith(": fixtures.js, in each page of your tabs from the next one on\n"), added.stderr
    assert browser.clz("init", "list", **env).stdout == (f"{number}  fixtures.js, {len(COUNTS)} characters, all tabs\n")
    scripted.open("index.html")
    assert run(scripted, "ran") == 1
    assert browser.clz("init", "remove", number, **env).stdout == "1 init script removed, 0 left\n"
    assert browser.clz("init", "list", **env).stdout == "no init scripts\n"
    for words, said in (
        (("init", "add"), "clz init add FILE"),
        (("init", "add", str(tmp_path / "none.js")), "There is not a file"),
        (("init", "add", str(file), "--code", "0"), "not both"),
        (("init", "remove"), "clz init remove ID"),
    ):
        done = browser.clz(*words, **env)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_without_the_helper_it_is_refused_with_what_works(build: str, page: Page) -> None:
    with pytest.raises(ClzError) as caught:
        add(page, COUNTS)
    assert (caught.value.code, "clz browser install" in caught.value.hint) == ("NEEDS_MANAGED", True)
