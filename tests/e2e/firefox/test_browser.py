"""Starting, stopping and breaking the managed Firefox."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from clz_core.client import Client, session
from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import ClzError
from clz_native.firefox.manager import Manager
from clz_native.firefox.manifest import ADDON_ID, managed_launcher
from clz_native.firefox.profile import home_dir, profile_dir
from tests.site.server import Site
from tests.support.browsers import Browser, browser_home
from tests.support.hosts import use
from tests.support.scratch import CLZ, words_of
from tests.support.waiting import paced, until

pytestmark = pytest.mark.xdist_group("broken")


@pytest.fixture
def none() -> Iterator[Browser]:
    """A home where no Firefox runs yet."""
    with browser_home(warm=True) as home:
        yield home


@pytest.fixture
def rested() -> Iterator[Browser]:
    """A home where one ran before, which starts sooner."""
    with browser_home(used="managed") as home:
        yield home


def test_a_firefox_that_nobody_sees_ends_by_itself_without_an_agent(
    rested: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(rested.scratch, monkeypatch)
    told = Manager._environment
    monkeypatch.setattr(Manager, "_environment", lambda self, headed: {**told(self, headed), "CLZ_IDLE_S": "1"})
    assert Manager("default").start()["started"]
    until(lambda: rested.processes() == [], 30)
    assert "no agent was there for 1 s" in rested.clz("logs").stdout
    assert rested.clz_json("browser", "status")["result"]["running"] is False


def in_a_wait(client: Client) -> tuple[threading.Thread, list[ClzError]]:
    """A command that is under way in the extension."""
    outcome: list[ClzError] = []

    def wait() -> None:
        try:
            client.call("waitFor", {"text": "never"}, 60_000)
        except ClzError as problem:
            outcome.append(problem)

    thread = threading.Thread(target=wait)
    thread.start()
    with Client("default") as asker:
        until(lambda: asker.call("status")["pending"] == 1)
    return thread, outcome


def is_connected(command: subprocess.Popen[bytes]) -> bool:
    """Whether it talks to the host yet: what is pending before may be the host's own."""
    return bool(psutil.Process(command.pid).net_connections("unix"))


def firefox_process(browser: Browser) -> psutil.Process:
    return psutil.Process(browser.clz_json("browser", "status")["result"]["pid"])


@pytest.mark.night
def test_after_an_upgrade_the_extension_begins_once_and_the_first_tab_stays(none: Browser, site: Site) -> None:
    none.start()
    assert none.clz("browser", "stop").returncode == 0
    with zipfile.ZipFile(profile_dir("default") / "extensions" / f"{ADDON_ID}.xpi", "a") as earlier:
        earlier.writestr("earlier.txt", "what the version before had")
    opened = none.clz_json("open", f"{site.origin}/form.html")
    host = none.clz_json("status")["result"]["hostPid"]
    # One that takes the place of another does so within a second, with a host of its own.
    for _ in range(3):
        assert none.clz("wait", "--text", "never", "--wait-ms", "500").returncode == 4
    assert none.clz_json("status")["result"]["hostPid"] == host
    assert none.clz_json("tabs")["result"]["tabs"][0]["tabId"] == opened["result"]["tabId"]


def test_open_starts_firefox_and_stop_leaves_nothing(none: Browser, site: Site) -> None:
    assert none.clz("ping").returncode == 3
    opened = none.clz("open", f"{site.origin}/form.html")
    assert opened.returncode == 0, opened.stderr
    assert "form.html" in opened.stdout
    assert "(tab " in opened.stdout
    status = none.clz_json("browser", "status")["result"]
    assert (status["running"], status["managed"], status["headless"]) == (True, True, True)
    assert none.clz("browser", "start").stdout.startswith("Firefox is running already")
    assert none.clz("browser", "stop").returncode == 0
    until(lambda: none.processes() == [])  # Firefox's crash helper ends by itself, once it hears of the end
    assert not SessionPaths("default", none.scratch.runtime).file.exists()
    again = none.clz("browser", "stop")
    assert (again.returncode, again.stdout.split(" (")[0]) == (0, "no Firefox of clz was running")
    assert none.clz_json("open", f"{site.origin}/index.html")["result"]["tabCount"] == 1, "it starts with no other tab"


def test_two_first_commands_at_once_start_one_firefox(rested: Browser, site: Site) -> None:
    command = [*CLZ, "open", f"{site.origin}/index.html", "--json"]
    calls = [subprocess.Popen(command, env=rested.scratch.env, stdout=subprocess.PIPE) for _ in range(3)]
    tabs = [json.loads(call.communicate(timeout=60)[0])["result"]["tabId"] for call in calls]
    assert len(set(tabs)) == 3
    commands = [words_of(process) for process in rested.processes()]
    assert len([words for words in commands if "--profile" in words and "-contentproc" not in words]) == 1


@pytest.mark.night
def test_firefox_killed_in_the_middle_of_a_command_is_said(own: Browser, site: Site) -> None:
    with Client("default") as client:
        client.call("createWindow", {"url": site.origin})
        thread, outcome = in_a_wait(client)
        firefox_process(own).kill()
        thread.join(5)
    assert outcome[0].code in ("BROWSER_GONE", "HOST_GONE")
    assert outcome[0].exit_code == 3
    until(lambda: own.clz("ping").returncode == 3)
    assert own.clz("open", site.origin).returncode == 0


def test_ctrl_c_in_a_wait_cancels_it_in_the_extension(own: Browser, site: Site) -> None:
    own.clz("open", site.origin)
    waiting = subprocess.Popen([*CLZ, "wait", ".never"], env=own.scratch.env, stderr=subprocess.PIPE)
    with Client("default") as client:
        until(lambda: is_connected(waiting) and client.call("status")["pending"] == 1)
        waiting.send_signal(signal.SIGINT)
        assert waiting.communicate(timeout=10)[1] == b""
        assert waiting.returncode == 130
        until(lambda: client.call("status")["pending"] == 0)


@pytest.mark.parametrize("stage", ["early", "late"])
def test_ctrl_c_while_firefox_starts_leaves_no_firefox(rested: Browser, site: Site, stage: str) -> None:
    starting = subprocess.Popen([*CLZ, "open", site.origin], env=rested.scratch.env, stderr=subprocess.DEVNULL)
    paths = SessionPaths("default", rested.scratch.runtime)
    until((paths.browser_lock if stage == "early" else paths.browser).exists)
    starting.send_signal(signal.SIGINT)
    assert starting.wait(20) == 130
    until(lambda: rested.processes() == [])


def test_a_missing_firefox_names_the_command_that_installs_it(none: Browser) -> None:
    problem = none.clz_json("open", "example.com", CLZ_FIREFOX="/nowhere/firefox")["error"]
    assert problem["code"] == "FIREFOX_NOT_FOUND"
    assert "CLZ_FIREFOX" in problem["hint"]


def test_a_firefox_that_ends_at_once_is_said_with_its_words(none: Browser, tmp_path: Path) -> None:
    fake = tmp_path / "firefox"
    fake.write_text("#!/bin/sh\necho 'cannot open display' >&2\nexit 7\n")
    fake.chmod(0o755)
    problem = none.clz_json("browser", "start", CLZ_FIREFOX=str(fake))["error"]
    assert problem["code"] == "BROWSER_START_FAILED"
    assert "code 7" in problem["message"]
    assert problem["details"]["said"] == ["cannot open display"]
    assert none.processes() == []


def test_a_firefox_whose_extension_does_not_come_is_ended(none: Browser, tmp_path: Path) -> None:
    fake = tmp_path / "firefox"
    fake.write_text("#!/bin/sh\nexec sleep 600\n")
    fake.chmod(0o755)
    begin = time.monotonic()
    problem = none.clz_json("browser", "start", "--timeout", "5000", CLZ_FIREFOX=str(fake))["error"]
    assert problem["code"] == "BROWSER_START_FAILED"
    assert time.monotonic() - begin < paced(15)
    assert none.processes() == []


def test_a_runtime_folder_open_to_others_is_not_used(none: Browser, site: Site) -> None:
    none.scratch.runtime.mkdir(mode=0o777)
    none.scratch.runtime.chmod(0o777)
    done = none.clz("open", site.origin)
    assert done.returncode == 5
    assert "chmod 700" in done.stderr


def test_two_sessions_are_two_firefoxes(own: Browser, site: Site) -> None:
    own.clz("open", f"{site.origin}/index.html")
    second = own.clz("open", f"{site.origin}/form.html", "--session", "second")
    assert second.returncode == 0, second.stderr
    assert "index.html" in own.clz("tabs").stdout
    assert "form.html" in own.clz("tabs", "--session", "second").stdout
    assert own.clz("browser", "stop", "--session", "second").returncode == 0
    assert own.clz("ping").returncode == 0


def host_pid() -> int:
    """The host that is written down; 0 if none is."""
    try:
        return session.read(SessionPaths("default")).pid
    except ClzError:
        return 0


def test_a_reloaded_extension_ends_what_is_under_way_and_comes_back(own: Browser, site: Site) -> None:
    before = host_pid()
    script = home_dir() / ".mozilla/native-messaging-hosts/clz-native"
    script.write_text(managed_launcher("/nowhere/python"))  # of another install, which is gone since
    with Client("default") as client:
        client.call("createWindow", {"url": site.origin})
        thread, outcome = in_a_wait(client)
        assert own.clz("browser", "reload").returncode == 0
        thread.join(10)
        assert outcome[0].exit_code == 3
    # Until it is gone, the host of the extension that ends answers as well.
    until(lambda: host_pid() != before and own.clz("ping").returncode == 0, 15)


def test_a_host_that_is_killed_is_started_anew_by_the_extension(own: Browser, site: Site) -> None:
    with Client("default") as client:
        client.call("createWindow", {"url": f"{site.origin}/form.html"})
        thread, outcome = in_a_wait(client)
        os.kill(session.read(SessionPaths("default")).pid, signal.SIGKILL)
        thread.join(5)
        assert outcome[0].code == "HOST_GONE"

    def answers() -> bool:
        return own.clz("ping").returncode == 0

    until(answers, 15)
    with Client("default") as client:
        assert client.call("getContent")["url"].endswith("form.html")
