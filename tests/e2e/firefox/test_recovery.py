"""What becomes of clz when the processes around it break, each fault alone. `bench.chaos` has them all at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import SessionPaths, state_dir
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.faults import EXTENSION, firefox_of, killed, pages_of, stopped
from tests.support.pictures import PLAYER
from tests.support.waiting import paced, until

pytestmark = pytest.mark.xdist_group("broken")


@pytest.fixture
def agent(own: Browser) -> Iterator[Client]:
    with Client("default", key=new_key("agent")) as client:
        yield client


def answers(client: Client) -> bool:
    try:
        return bool(client.call("status", timeout_ms=5_000))
    except ClzError:
        return False


def failure(client: Client, command: str, **params: object) -> tuple[str, str]:
    """The code of the error and its hint."""
    try:
        client.call(command, params, 5_000)
    except ClzError as problem:
        return problem.code, problem.hint
    return "ok", ""


def code_of(client: Client, command: str, **params: object) -> str:
    return failure(client, command, **params)[0]


def strangers_tabs(client: Client) -> int:
    """Tabs that no agent has, in the windows of clz."""
    return sum(window["person"] for window in client.call("getWindows")["windows"])


def begin_again(own: Browser, agent: Client, how: str) -> None:
    """Have the extension end and begin again, and wait until it answers."""
    if how == "it is loaded anew":
        agent.call("reloadExtension")
    else:
        [extension] = pages_of(own.scratch.root, EXTENSION)
        with killed(extension):
            pass
    until(lambda: code_of(agent, "ping") != "ok", 5)
    until(lambda: answers(agent), 30)


@pytest.mark.parametrize("how", ["its process is killed", "it is loaded anew"])
def test_tabs_are_not_left_to_nobody_when_the_extension_begins_again(
    own: Browser, agent: Client, site: Site, how: str
) -> None:
    for isolated in (False, True, False):
        agent.call("createWindow", {"url": site.url("form.html"), "isolated": isolated})
    begin_again(own, agent, how)
    assert agent.call("getTabs")["tabs"] == []
    assert code_of(agent, "click", target="#count") == "NO_TABS"
    agent.call("createWindow", {"url": site.url("form.html")})
    assert agent.call("click", {"target": "#count"})["clicked"]
    assert strangers_tabs(agent) == 0
    agent.call("goodbye")


@pytest.mark.parametrize("how", ["its process is killed", "it is loaded anew"])
def test_nothing_that_was_done_to_requests_outlives_the_extension(
    own: Browser, agent: Client, site: Site, how: str
) -> None:
    agent.call("createWindow", {"url": site.url("index.html")})
    agent.call("recordBodies", {"state": "on"})
    agent.call("addRoute", {"url": "**/headers", "body": "mocked"})
    agent.call("setExtraHeaders", {"headers": ["X-Test: 1"]})
    agent.call("throttleNetwork", {"preset": "3g"})
    agent.call("setOffline", {"state": "on"})
    begin_again(own, agent, how)
    assert (agent.call("listRoutes")["routes"], agent.call("getNetworkConditions")["conditions"]) == ([], [])
    agent.call("createWindow", {"url": site.url("index.html")})
    asked = "fetch('/headers').then((answer) => answer.text())"
    text = agent.call("evaluate", {"expression": asked, "unsafe": True})["result"]
    assert ("mocked" in text, "X-Test" in text, "User-Agent" in text) == (False, False, True)
    assert agent.call("evaluate", {"expression": "navigator.onLine"})["result"] is True
    agent.call("goodbye")


def test_a_page_whose_process_is_killed_says_so_and_loads_again(own: Browser, agent: Client, site: Site) -> None:
    agent.call("createWindow", {"url": site.url("form.html")})
    for page in pages_of(own.scratch.root):
        with killed(page):
            page.wait(5)
    gone = ("TAB_UNAVAILABLE", "Load it again: clz reload")
    until(lambda: failure(agent, "getContent") == gone)  # the tab is blank until Firefox says that its page crashed
    assert failure(agent, "click", target="#count") == gone
    agent.call("reload")
    assert agent.call("click", {"target": "#count"})["clicked"]
    agent.call("goodbye")


def test_a_firefox_that_stands_still_times_out_and_goes_on(own: Browser, agent: Client, site: Site) -> None:
    agent.call("createWindow", {"url": site.url("form.html")})
    parent = firefox_of(own.scratch.root)
    assert parent is not None
    with stopped(parent):
        begin = time.monotonic()
        assert [code_of(agent, "click", target="#count"), code_of(agent, "getTabs")] == ["TIMEOUT", "TIMEOUT"]
        assert time.monotonic() - begin < paced(14)
    assert agent.call("click", {"target": "#count"}, 20_000)["clicked"]
    agent.call("goodbye")


@pytest.mark.night
def test_a_firefox_whose_starter_was_killed_before_it_wrote_it_down_is_found(own: Browser, agent: Client) -> None:
    paths = SessionPaths("default")
    before = own.clz_json("browser", "status")["result"]
    paths.browser.unlink()
    now = own.clz_json("browser", "status")["result"]
    assert (now["managed"], now["pid"], now["headless"]) == (True, before["pid"], before["headless"])
    parent = psutil.Process(before["pid"])
    with stopped(parent):  # and one that does not answer is ended before another one takes its profile
        done = own.clz("browser", "stop")
        assert (done.returncode, done.stderr) == (0, "")
    assert parent not in own.processes()
    assert code_of(agent, "ping") == "NOT_CONNECTED"


# A film that was cut off does not say how long it is: it ends where there is no more of it.
PLAYED_TO_ITS_END = """(async () => {
  const video = document.querySelector("video");
  const over = new Promise((resolve) => {
    video.onended = () => resolve(video.videoWidth > 0);
    video.onerror = () => resolve(video.error.message);
  });
  await video.play();
  return over;
})()"""


@pytest.mark.night
def test_what_a_killed_firefox_has_filmed_is_kept(own: Browser, tmp_path: Path) -> None:
    file = tmp_path / "film.webm"
    assert own.clz("open", "about:blank", CLZ_AGENT="filmed").returncode == 0
    assert own.clz("film", "start", str(file), CLZ_AGENT="filmed").returncode == 0
    folder = state_dir() / "films"
    until(lambda: any(one.stat().st_size > 1_000 for one in folder.glob("*.film")))
    running = firefox_of(own.scratch.root)
    assert running is not None
    with killed(running):
        until(lambda: not SessionPaths("default").file.exists())
    told = own.clz("film", "stop", CLZ_AGENT="filmed")
    assert told.stdout.splitlines()[1:] == ["it ends early: Firefox ended before the film was stopped"]
    assert file.read_bytes().startswith(b"\x1aE\xdf\xa3")
    assert not list(folder.iterdir())
    assert own.clz("open", "about:blank", CLZ_AGENT="filmed").returncode == 0
    assert own.clz("eval", "--unsafe", PLAYER, CLZ_AGENT="filmed").returncode == 0
    assert own.clz("upload", "#film", str(file), CLZ_AGENT="filmed").returncode == 0
    assert own.clz("eval", "--unsafe", PLAYED_TO_ITS_END, CLZ_AGENT="filmed").stdout == "true\n"
