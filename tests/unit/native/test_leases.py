"""Who is still there: the timing by a clock that the test turns, and processes that really end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from clz_core.contract.limits import ORPHAN_AFTER_S, SESSION_ORPHAN_AFTER_S
from clz_native.agents.leases import Leases
from clz_native.agents.processes import Processes


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def leases(clock: Clock) -> Leases:
    return Leases(clock)


def test_an_agent_that_never_sent_a_heartbeat_is_no_orphan(leases: Leases, clock: Clock) -> None:
    leases.heard("cli")
    clock.now += 1_000_000
    assert leases.orphans() == []


def test_the_agent_of_a_session_may_be_silent_for_an_hour_where_its_process_is_not_seen(
    leases: Leases, clock: Clock
) -> None:
    leases.beat("claude", silence_s=SESSION_ORPHAN_AFTER_S)
    clock.now += SESSION_ORPHAN_AFTER_S - 1
    leases.heard("claude")
    clock.now += SESSION_ORPHAN_AFTER_S - 1
    assert leases.orphans() == []
    clock.now += 1
    assert leases.orphans() == ["claude"]


def test_nobody_is_there_from_when_the_last_agent_asked_for_something_or_left(leases: Leases, clock: Clock) -> None:
    clock.now += 10
    assert leases.idle_s() == 10
    leases.heard("cli")
    clock.now += 5
    assert leases.idle_s() == 5, "a person's shell is there while it asks"
    assert leases.idle_s(busy=True) == 0
    leases.beat("mcp", 4711)
    clock.now += 1_000
    assert leases.idle_s() == 0
    clock.now += 1_000
    leases.process_gone(4711)
    leases.forget("mcp")
    clock.now += 3
    assert leases.idle_s() == 3


def test_two_minutes_of_silence_make_an_orphan(leases: Leases, clock: Clock) -> None:
    leases.beat("mcp")
    clock.now += ORPHAN_AFTER_S - 1
    assert leases.orphans() == []
    clock.now += 1
    assert leases.orphans() == ["mcp"]
    leases.forget("mcp")
    assert leases.orphans() == []


def test_a_heartbeat_and_a_command_both_end_the_silence(leases: Leases, clock: Clock) -> None:
    leases.beat("mcp")
    for speak in (leases.beat, leases.heard):
        clock.now += ORPHAN_AFTER_S - 1
        speak("mcp")
    clock.now += ORPHAN_AFTER_S - 1
    assert leases.orphans() == []


def test_a_quiet_agent_whose_process_lives_keeps_its_tabs(leases: Leases, clock: Clock) -> None:
    leases.beat("mcp", 4711)
    clock.now += 100 * ORPHAN_AFTER_S
    assert leases.orphans() == []
    assert leases.process_gone(4711) == ["mcp"]


def test_an_agent_in_two_processes_lives_as_long_as_one_of_them(leases: Leases) -> None:
    leases.beat("mcp", 1)
    leases.beat("mcp", 2)
    leases.beat("other", 2)
    assert leases.process_gone(1) == []
    assert leases.process_gone(3) == []
    assert leases.process_gone(2) == ["mcp", "other"]


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield child
        child.kill()


@pytest.fixture
def other() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield child
        child.kill()


@pytest.mark.parametrize("poll_only", [False, True], ids=["told by the system", "polled"])
def test_the_end_of_a_process_is_noticed(process: subprocess.Popen[bytes], other, poll_only: bool) -> None:
    async def watch() -> int:
        gone: asyncio.Queue[int] = asyncio.Queue()
        processes = Processes(gone.put_nowait, poll_only)
        assert processes.watch(process.pid)
        assert processes.watch(process.pid), "once more changes nothing"
        assert processes.watch(other.pid)
        assert len(processes) == 2
        process.kill()  # and not waited for: a process that is only a zombie is gone as well
        async with asyncio.timeout(5):
            pid = await gone.get()
        assert len(processes) == 1
        processes.close()
        assert len(processes) == 0
        assert gone.empty()
        return pid

    assert asyncio.run(watch()) == process.pid


def test_a_process_that_is_not_there_is_not_watched(process: subprocess.Popen[bytes]) -> None:
    async def watch() -> bool:
        return Processes(lambda pid: None).watch(process.pid)

    process.kill()
    process.wait()
    assert not asyncio.run(watch())


@pytest.mark.skipif(os.getuid() == 0, reason="everything is root's own")
def test_a_process_of_another_user_is_not_watched() -> None:
    async def watch() -> bool:
        return Processes(lambda pid: None).watch(1)

    assert not asyncio.run(watch())
