"""A managed Firefox for tests: the real extension, host and socket."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import pytest

from clz_core.client import Client
from clz_core.config.paths import SessionPaths, private_dir
from clz_core.contract.errors import ClzError
from clz_native.firefox.profile import profile_dir
from tests.support.hosts import use
from tests.support.scratch import Scratch, processes_of, scratch_home

CLZ = [sys.executable, "-m", "clz_cli"]
KEEPER = "keeper"

# Tabs of one site share a process: with the keeper's tab, a test needs none of its own, which is most of its time.
PREFERENCES = """
user_pref("dom.ipc.processCount.webIsolated", 1);
"""


class Browser:
    """One Firefox in a scratch home, and the ways to it."""

    def __init__(self, scratch: Scratch) -> None:
        self.scratch = scratch

    def clz(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the command line."""
        environment = {**self.scratch.env, **env}
        return subprocess.run([*CLZ, *words], env=environment, capture_output=True, text=True, timeout=90, check=False)

    def clz_json(self, *words: str, **env: str) -> dict[str, Any]:
        """Run the command line and return its envelope."""
        envelope = json.loads(self.clz(*words, "--json", **env).stdout)
        assert isinstance(envelope, dict)
        return envelope

    def start_again_if_gone(self) -> None:
        """A test that loses its Firefox fails alone: the next one gets another."""
        if not SessionPaths("default", self.scratch.runtime).file.exists():
            done = self.clz("browser", "start")
            assert done.returncode == 0, done.stderr

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
        return self.client.call(command, {"tabId": self.tab, **params}, timeout_ms)

    def fails(self, command: str, timeout_ms: int | None = None, **params: Any) -> ClzError:
        try:
            done = self.call(command, timeout_ms, **params)
        except ClzError as problem:
            return problem
        pytest.fail(f"{command} was done: {done}")

    def text(self, target: str) -> str:
        return str(self.call("getContent", target=target)["text"])

    def log(self) -> list[str]:
        """What the page's own listeners have seen."""
        return self.text("#log").splitlines()


@contextmanager
def firefox(*words: str, **env: str) -> Iterator[Browser]:
    """A Firefox that is gone afterwards with every process and folder of its own, whatever happens."""
    with scratch_home() as scratch, pytest.MonkeyPatch.context() as monkeypatch:
        use(scratch, monkeypatch)
        browser = Browser(scratch)
        write_preferences(PREFERENCES)
        if words != ("--not-started",):
            done = browser.clz("browser", "start", *words, **env)
            if done.returncode != 0:  # once in a hundred starts; hundreds of tests hang on this one
                done = browser.clz("browser", "start", *words, **env)
            assert done.returncode == 0, done.stderr
        yield browser
        browser.clz("browser", "stop")


def keep(url: str) -> None:
    """Have a tab that stays in the Firefox of this home, and with it the process of its site."""
    with Client("default", KEEPER) as client:
        if not any(tab["mine"] for tab in client.call("getTabs")["tabs"]):
            client.call("createWindow", {"url": url})


def keep_nothing() -> None:
    """For those who count the tabs of the pool."""
    with Client("default", KEEPER) as client:
        for tab in client.call("getTabs")["tabs"]:
            if tab["mine"]:
                client.call("closeTab", {"tabId": tab["tabId"]})


def write_preferences(text: str, session: str = "default") -> None:
    """Set what clz itself leaves alone, in a profile that was not started yet."""
    profile = profile_dir(session)
    for folder in (profile.parents[1], profile.parent, profile):
        private_dir(folder)
    (profile / "prefs.js").write_text(text)


@contextmanager
def page_of(agent: str, origin: str) -> Iterator[Page]:
    """A page whose tab is closed afterwards."""
    with Client("default", agent) as client:
        page = Page(client, origin)
        try:
            yield page
        finally:
            if page.tab >= 0 and os.environ.get("CLZ_RUNTIME_DIR"):
                close(page)


def close(page: Page) -> None:
    for tab in page.client.call("getTabs")["tabs"]:
        if tab["mine"]:
            page.client.call("closeTab", {"tabId": tab["tabId"]})
