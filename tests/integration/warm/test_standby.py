"""The fork that stands by: connected as the agent that called last, which is of no use to any other agent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from clz_core.client import Client, ClzError, processes
from clz_core.client.keys import load_key
from clz_core.config.paths import SessionPaths
from tests.integration.warm.launchers import COMPILER
from tests.integration.warm.test_warm import (
    CLZ,
    answer,
    clz,
    is_ready,
    only_fork,
    standby,
    stands,
    warm_process,
    was_warm,
)
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch, scratch_home
from tests.support.waiting import until

pytestmark = [
    pytest.mark.skipif(COMPILER is None or os.name != "posix", reason="there is no compiler"),
    pytest.mark.xdist_group("standby"),  # one worker starts the process that most of them share
]
MOST_OWN_BYTES = 12 * 1024 * 1024
IDLE_S = 1.0


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    with scratch_home() as home:
        home.env["CLZ_WARM"] = "wait"
        yield from stands(home)


@pytest.fixture
def own(scratch: Scratch) -> Iterator[HostProcess]:
    scratch.env["CLZ_WARM"] = "wait"
    yield from stands(scratch)


def connections(host: HostProcess) -> int:
    """How many the host has admitted so far."""
    logs = host.scratch.root.rglob("*.log")
    return sum(line.endswith(" connected") for log in logs for line in log.read_text().splitlines())


def called(host: HostProcess, *words: str, **env: str) -> str:
    """The agent that a command was run as: by the fork that stood by, unless the warm process was quicker."""
    stood = standby(host)
    said = json.loads(clz(host, "ping", "--json", *words, env=env).stdout)["result"]["agent"]
    until(lambda: not stood.is_running() or is_ready(stood, host))
    return str(said)


def settled(host: HostProcess) -> int:
    """How many connections there are once one stands by with its own."""
    until(lambda: len(standby(host).threads()) > 1)
    return until(lambda: connections(host))


def test_the_agent_that_called_last_is_connected_before_it_calls_again(standing: HostProcess) -> None:
    called(standing)
    before = settled(standing)
    for number in range(1, 4):
        called(standing)
        until(lambda: connections(standing) == before + number)  # noqa: B023 - that of the next fork alone
        settled(standing)


def test_another_agent_has_its_own_connection(standing: HostProcess) -> None:
    ids = {name: called(standing, "--agent", name) for name in ("one", "two")}
    assert ids["one"] != ids["two"]
    for name in ("one", "one", "two", "one", "two", "two"):
        settled(standing)
        assert called(standing, "--agent", name) == ids[name]


def test_a_key_that_is_replaced_is_used_no_more(standing: HostProcess) -> None:
    first = called(standing, "--agent", "replaced")
    settled(standing)
    data = (
        Path(standing.scratch.env["CLZ_DATA_DIR"]) if "CLZ_DATA_DIR" in standing.scratch.env else standing.scratch.root
    )
    (key,) = data.rglob("keys/replaced.json")
    key.unlink()
    assert called(standing, "--agent", "replaced") != first


def test_a_key_that_was_taken_out_is_not_put_back_by_the_fork(standing: HostProcess) -> None:
    agent = called(standing, "--agent", "taken")
    settled(standing)
    stood = standby(standing)
    warm_process(standing).suspend()  # which makes the next fork, for the same agent, when the key is gone
    try:
        assert was_warm(standing, "ping", "--agent", "taken")
        (standing.paths.agents / agent).unlink()
    finally:
        warm_process(standing).resume()
    assert until(lambda: standby(standing)).pid != stood.pid
    assert not (standing.paths.agents / agent).exists()


def test_another_home_is_another_agent(standing: HostProcess, tmp_path: Path) -> None:
    first = called(standing)
    settled(standing)
    tmp_path.chmod(0o700)
    assert called(standing, CLZ_DATA_DIR=str(tmp_path)) != first


def test_it_costs_next_to_nothing_while_it_stands_by(standing: HostProcess) -> None:
    called(standing)
    settled(standing)
    stood = standby(standing)
    assert stood.memory_full_info().uss <= MOST_OWN_BYTES
    assert warm_process(standing).num_threads() == 1
    before = stood.cpu_times()[:2]
    time.sleep(IDLE_S)  # idling is what is measured
    assert stood.cpu_times()[:2] == before


def test_one_that_is_killed_is_no_reason_to_fail(standing: HostProcess) -> None:
    called(standing)
    for number in (signal.SIGKILL, signal.SIGTERM):
        stood = standby(standing)
        stood.send_signal(number)
        until(lambda: not stood.is_running())  # noqa: B023
        assert was_warm(standing, "ping")
        assert standby(standing).pid != stood.pid


def test_it_ends_with_the_warm_process(own: HostProcess) -> None:
    called(own)
    stood = standby(own)
    warm_process(own).kill()
    until(lambda: not stood.is_running())


def test_while_the_warm_process_is_busy_it_takes_the_command_alone(standing: HostProcess) -> None:
    called(standing)
    settled(standing)
    stood = standby(standing)
    warm_process(standing).suspend()
    try:
        assert was_warm(standing, "ping")
        until(lambda: stood.status() == psutil.STATUS_ZOMBIE)
    finally:
        warm_process(standing).resume()
    assert was_warm(standing, "ping")


def test_after_a_host_comes_another(scratch: Scratch) -> None:
    scratch.env["CLZ_WARM"] = "wait"
    for _ in range(2):
        with HostProcess(scratch, answer) as host:
            assert called(host)
            settled(host)


def test_a_command_that_is_killed_ends_where_the_fork_stood_by(standing: HostProcess) -> None:
    called(standing)
    settled(standing)
    line = [*CLZ, "wait", ".never"]
    with subprocess.Popen(line, env=standing.scratch.env, stderr=subprocess.DEVNULL) as command:
        until(lambda: standing.of_type("command")[-1]["command"] == "waitFor")
        fork = only_fork(standing)
        command.kill()
        until(lambda: not fork.is_running())


@pytest.fixture
def ahead(own: HostProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A client of this process that has connected before it was asked for anything."""
    for name, value in own.scratch.env.items():
        monkeypatch.setenv(name, value)
    assert own.client().call("ping")
    with Client(key=load_key("cli"), authorize=False) as client:
        client.connect()
        yield client


@pytest.mark.night
def test_a_host_that_stands_still_is_told_by_making_another_connection(
    own: HostProcess, ahead: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(lambda: ahead.stands() and ahead.connected)
    os.kill(own.process.pid, signal.SIGSTOP)
    try:
        until(lambda: processes.is_stopped(own.process.pid))
        with Client(ahead=ahead) as client, pytest.raises(ClzError) as told:
            client.call("ping")
        assert told.value.code == "NOT_CONNECTED", "it is seen to stand still, and nothing is sent"
    finally:
        os.kill(own.process.pid, signal.SIGCONT)
    with Client(key=load_key("cli")) as again:
        again.connect()
        until(lambda: again.stands() and again.connected)
        monkeypatch.setattr(processes, "is_stopped", lambda _pid: False)
        os.kill(own.process.pid, signal.SIGSTOP)
        try:
            with Client(ahead=again) as client, pytest.raises(ClzError) as told:
                client.call("ping")
            assert told.value.code == "HOST_GONE"
        finally:
            os.kill(own.process.pid, signal.SIGCONT)


def test_a_slow_command_on_a_connection_made_ahead_is_waited_for(own: HostProcess, ahead: Client) -> None:
    until(lambda: ahead.stands() and ahead.connected)
    with Client(ahead=ahead) as client, pytest.raises(ClzError) as told:
        client.call("waitFor", {"target": ".never"}, 3_000)
    assert told.value.code == "TIMEOUT"


def test_the_session_file_says_whose_connection_it_must_be(own: HostProcess, ahead: Client) -> None:
    until(lambda: ahead.stands() and ahead.connected)
    before = connections(own)
    info = json.loads(own.paths.file.read_text())
    SessionPaths("default").file.write_text(json.dumps({**info, "started": info["started"] + 1}))
    with Client(ahead=ahead) as client:
        assert client.call("ping")
    until(lambda: connections(own) == before + 1)
