"""A managed Firefox for tests: the real extension, host and socket."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from filelock import FileLock

from clz._calls import explained
from clz_core.client import Client
from clz_core.client.keys import keys_dir
from clz_core.config.paths import SessionPaths, private_dir
from clz_core.contract.errors import ClzError, NotConnected
from clz_native.firefox.profile import profile_dir
from tests.running.commands import run_clz
from tests.running.lasting import LASTING
from tests.support.hosts import use
from tests.support.scratch import Scratch, processes_of, scratch_home

KEEPER = "keeper"

RESTARTS: list[str] = []
"""Why Firefox had to be started again, once for each time. The end of a test run reports them."""

# What every Firefox of a test has, and none of those whose memory is measured.
# Of the processes that Firefox starts ahead for pages of other sites, one will do: it would start three. It looks for
# garbage four seconds after a page was left, where tests leave a page or more each second: a tenth of what they cost.
LEAN = """
user_pref("dom.ipc.processPrelaunch.fission.number", 1);
user_pref("javascript.options.gc_delay", 60000);
user_pref("javascript.options.gc_delay.first", 60000);
"""

# Tabs of one site share a process: with the keeper's tab, a test needs none of its own, which is most of its time.
# Nobody looks at the history of the pages of tests, and writing it takes a tenth of what a test costs.
PREFERENCES = """
user_pref("dom.ipc.processCount.webIsolated", 1);
user_pref("places.history.enabled", false);
"""

LEFT_BEHIND = ("lock", ".parentlock", "webext.sc.lz4")
"""What a profile has only while Firefox runs, and where Firefox notes the place of the extension."""


class UsedProfiles:
    """Profiles that Firefox was started with before: with a copy of one, a start takes half as long.

    `folder`, where they are kept, is that of all workers of a test run; with none, every profile is new.
    """

    folder: Path | None = None

    def hand_out(self, build: str, session: str = "default") -> None:
        """Begin a profile of this home with one that this build of the extension has been in."""
        if self.folder is None:
            return
        kept = self.folder / f"profile-{build}"
        with FileLock(f"{kept}.lock"):
            if not kept.exists():
                self._make(kept, build)
        profile = profile_dir(session)
        for folder in (profile.parents[1], profile.parent):
            private_dir(folder)
        shutil.copytree(kept, profile, symlinks=True)

    def _make(self, kept: Path, build: str) -> None:
        with browser_home(preferences="") as browser:
            browser.start(CLZ_BUILD=build)
            assert browser.clz("browser", "stop").returncode == 0
            shutil.copytree(profile_dir("default"), kept, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_BEHIND))


USED_PROFILES = UsedProfiles()


class Browser:
    """One Firefox in a scratch home, and the ways to it."""

    def __init__(self, scratch: Scratch) -> None:
        self.scratch = scratch

    def clz(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the command line."""
        return run_clz(*words, env={**self.scratch.env, **env}, timeout=90)

    def clz_json(self, *words: str, **env: str) -> dict[str, Any]:
        """Run the command line and return its envelope."""
        envelope = json.loads(self.clz(*words, "--json", **env).stdout)
        assert isinstance(envelope, dict)
        return envelope

    def start(self, *words: str, **env: str) -> None:
        """Start its Firefox, with these options. One that fails is tried again: hundreds of tests hang on some."""
        done = self.clz("browser", "start", *words, **env)
        if done.returncode != 0:
            RESTARTS.append(f"it did not start: {done.stderr.strip()}")
            done = self.clz("browser", "start", *words, **env)
        assert done.returncode == 0, done.stderr

    def start_again_if_gone(self) -> None:
        """A test that loses its Firefox fails alone: the next one gets another."""
        if not SessionPaths("default", self.scratch.runtime).file.exists():
            RESTARTS.append(f"it was gone before {os.environ.get('PYTEST_CURRENT_TEST', 'a test').partition(' ')[0]}")
            self.start()

    def processes(self) -> list[psutil.Process]:
        return processes_of(self.scratch.root)


class Page:
    """A tab of an agent's own, and its agent's commands there."""

    def __init__(self, client: Client, origin: str) -> None:
        self.client = client
        self.origin = origin
        self.tab = -1

    def open(self, path: str, **params: Any) -> dict[str, Any]:
        """Open a page of the test site, in the same tab from the second time on."""
        url = path if ":" in path.partition("?")[0] else f"{self.origin}/{path}"
        if self.tab < 0:
            result = self.client.call("createWindow", {"url": url, **params})
            self.tab = result["tabId"]
            return result
        return self.call("navigate", url=url, **params)

    def call(self, command: str, timeout_ms: int | None = None, **params: Any) -> dict[str, Any]:
        with explained():
            return self.client.call(command, {"tabId": self.tab, **params}, timeout_ms)

    def fails(self, command: str, timeout_ms: int | None = None, **params: Any) -> ClzError:
        try:
            done = self.call(command, timeout_ms, **params)
        except ClzError as problem:
            return problem
        pytest.fail(f"{command} was done: {done}")

    def is_open(self) -> bool:
        """Whether it is there: its Firefox may have ended since, or been started again."""
        try:
            return self.tab in [tab["tabId"] for tab in self.client.call("getTabs")["tabs"]]
        except NotConnected:
            return False

    def text(self, target: str) -> str:
        return str(self.call("getContent", target=target)["text"])

    def log(self) -> list[str]:
        """What the page's own listeners have seen."""
        return self.text("#log").splitlines()


@contextmanager
def browser_home(
    used: str = "",
    preferences: str = PREFERENCES,
    sessions: tuple[str, ...] = ("default",),
    warm: bool = False,
) -> Iterator[Browser]:
    """A home where no Firefox runs yet. One that is started there is killed in the end, which is faster than a stop.

    `used` is the build that the profiles of its `sessions` were in use with before; left out, they are new. With
    `warm` the warm process starts a second after each host, as users have it: half of what it costs to start Firefox.
    """
    with LASTING.room(), scratch_home() as scratch, pytest.MonkeyPatch.context() as monkeypatch:
        if not warm:
            scratch.env.setdefault("CLZ_WARM", "0")
        use(scratch, monkeypatch)
        for session in sessions:
            if used:
                USED_PROFILES.hand_out(used, session)
            write_preferences(LEAN + preferences, session)
        yield Browser(scratch)


@contextmanager
def firefox(**env: str) -> Iterator[Browser]:
    """A running Firefox that is gone afterwards with every process and folder of its own, whatever happens."""
    with browser_home(used=env.get("CLZ_BUILD", "managed"), warm=True) as browser:
        browser.start(**env)
        yield browser


KEPT: set[tuple[str, int]] = set()
"""The hosts in whose Firefox a tab stays: the file that each has written, and when."""


def keep(url: str) -> None:
    """Have a tab that stays in the Firefox of this home, and with it the process of its site."""
    file = SessionPaths("default").file
    host = str(file), file.stat().st_mtime_ns
    if host in KEPT:
        return
    with Client("default", KEEPER) as client:
        if not any(tab["mine"] for tab in client.call("getTabs")["tabs"]):
            client.call("createWindow", {"url": url})
    KEPT.add(host)


def keep_nothing() -> None:
    """For tests that count the tabs of the pool: closes those of all agents with a name."""
    KEPT.clear()
    for key in keys_dir().glob("*.json"):
        with suppress(ClzError), Client("default", key.stem) as client:
            for tab in client.call("getTabs")["tabs"]:
                if tab["mine"]:
                    client.call("closeTab", {"tabId": tab["tabId"]})


def write_preferences(text: str, session: str = "default") -> None:
    """Set what clz itself leaves alone, in a profile that Firefox is not running with."""
    profile = profile_dir(session)
    for folder in (profile.parents[1], profile.parent, profile):
        private_dir(folder)
    with (profile / "prefs.js").open("a") as file:
        file.write(text)


OpenShared = Callable[[str], Page]


class SharedPages:
    """Pages that many tests read and none of them changes: each is opened once in each build, and closed in the end."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._pages: dict[tuple[str, str], Page] = {}

    def open(self, build: str, path: str) -> Page:
        """The page, in the Firefox of this home; opened again if that was started again since."""
        page = self._pages.get((build, path))
        if page is None or not page.is_open():
            page = self._pages[(build, path)] = Page(Client("default", "reader"), self._origin)
            page.open(path)
        return page

    def close(self) -> None:
        for page in self._pages.values():
            with page.client, suppress(NotConnected):
                close(page)


@contextmanager
def page_of(agent: str, origin: str) -> Iterator[Page]:
    """A page whose tab is closed afterwards, and whose agent leaves then: other tests do not see what it set up."""
    with Client("default", agent) as client:
        page = Page(client, origin)
        try:
            yield page
        finally:
            if page.tab >= 0 and os.environ.get("CLZ_RUNTIME_DIR"):
                client.call("goodbye")  # which closes the tabs


def close(page: Page) -> None:
    for tab in page.client.call("getTabs")["tabs"]:
        if tab["mine"]:
            page.client.call("closeTab", {"tabId": tab["tabId"]})


@contextmanager
def without_conditions(page: Page) -> Iterator[Page]:
    """The page, whose agent has no network conditions afterwards."""
    try:
        yield page
    finally:
        with suppress(ClzError):
            page.client.call("getNetworkConditions", {"reset": True})
