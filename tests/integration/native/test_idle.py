"""When a Firefox that nobody sees ends by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from clz_native.firefox.manager import Manager
from clz_native.host.ahead import HEADLESS
from clz_native.host.idle import IDLE, patience_s
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.sessions import AgentHost
from tests.support.waiting import until


def answer(message: dict[str, Any]) -> dict[str, Any]:
    return {"closed": [], "tabs": [], "quitting": True}


def quits(host: HostProcess) -> bool:
    return any(message["command"] == "quitBrowser" for message in host.of_type("command"))


@pytest.mark.parametrize(
    ("env", "seconds"),
    [
        ({}, 0),
        ({IDLE: "60"}, 0),
        ({IDLE: "60", HEADLESS: "1"}, 60),
        ({IDLE: "0", HEADLESS: "1"}, 0),
        ({IDLE: "soon", HEADLESS: "1"}, 0),
    ],
)
def test_only_one_that_clz_started_without_a_window_does(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], seconds: float
) -> None:
    for name in (IDLE, HEADLESS):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert patience_s() == seconds


@pytest.mark.parametrize(
    ("minutes", "headed", "seconds"), [(None, False, 1800), ("2", False, 120), ("2", True, 0), ("0", False, 0)]
)
def test_how_long_it_waits_is_a_setting(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, minutes: str | None, headed: bool, seconds: int
) -> None:
    if minutes is not None:
        monkeypatch.setenv("CLZ_IDLE_MINUTES", minutes)
    assert Manager("default")._environment(headed)[IDLE] == str(seconds)


def test_it_ends_once_the_last_agent_is_gone(scratch: Scratch) -> None:
    unseen = replace(scratch, env={**scratch.env, IDLE: "8", HEADLESS: "1"})
    with HostProcess(unseen, answer) as host, AgentHost(scratch, CLAUDE_CODE_SESSION_ID="a") as shell:
        shell.agent()
        assert not quits(host)
        shell.kill()
        until(lambda: quits(host), 20)
        assert host.of_type("command")[-1]["command"] == "quitBrowser"
