"""Agents coming and going at a real host; the test plays the extension."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest

from clz_core import PROTOCOL_VERSION
from clz_core.client.keys import agent_id, authorize, new_key, revoke
from clz_core.config.paths import SessionPaths, write_private
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import ORPHAN_AFTER_S
from clz_core.generated.messages import FromHost, ResultMessage
from clz_native.agents.agents import LEAVE, Agents
from clz_native.agents.leases import Leases
from clz_native.host.pending import Pending
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until


def answer(message: dict[str, Any]) -> dict[str, Any]:
    return {"closed": [7]} if message["command"] == LEAVE else {"tabs": [], "pong": True}


@pytest.fixture
def host(scratch: Scratch) -> Iterator[HostProcess]:
    with HostProcess(scratch, answer) as process:
        yield process


def left(host: HostProcess) -> list[str]:
    """The agents whose tabs the extension was told to close."""
    return [message["agent"]["id"] for message in host.of_type("command") if message["command"] == LEAVE]


def a_process() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)


def test_an_agent_whose_process_is_killed_is_cleaned_up_at_once(host: HostProcess) -> None:
    with host.client(key=new_key("mcp")) as client, a_process() as process:
        assert client.call("heartbeat", {"pid": process.pid}) == {"alive": True, "watched": True}
        assert left(host) == []
        process.send_signal(signal.SIGKILL)
        until(lambda: left(host) == [client.key.agent_id], 5)
        until(lambda: not (host.paths.agents / client.key.agent_id).exists())


def test_goodbye_closes_the_tabs_and_says_which(host: HostProcess) -> None:
    with host.client(key=new_key("mcp")) as client, a_process() as process:
        client.call("heartbeat", {"pid": process.pid})
        assert client.call("goodbye") == {"closed": [7]}
        assert left(host) == [client.key.agent_id]
        process.kill()
        process.wait()
        assert not (host.paths.agents / client.key.agent_id).exists()
        client.close()  # who comes back is admitted again
        assert [entry["mine"] for entry in client.call("getAgents")["agents"]] == [True]
    assert left(host) == [client.key.agent_id], "who said goodbye is not swept once more"


def test_the_end_of_a_process_means_nothing_to_an_agent_whose_key_is_kept(host: HostProcess) -> None:
    with host.client("cli") as cli, host.client(key=new_key("mcp")) as other, a_process() as process:
        assert cli.call("heartbeat", {"pid": process.pid})["watched"] is False
        other.call("heartbeat", {"pid": process.pid})
        process.kill()
        until(lambda: left(host))
        assert left(host) == [other.key.agent_id]
        assert cli.call("ping")["pong"]


def test_a_name_alone_does_not_make_an_agent_a_kept_one(host: HostProcess) -> None:
    with host.client("cli") as cli:
        cli.call("ping")
    with host.client(key=new_key("cli")) as thief, a_process() as process:
        assert thief.call("heartbeat", {"pid": process.pid})["watched"] is True
        process.kill()
        until(lambda: left(host) == [thief.key.agent_id])


def test_agents_are_listed_with_their_life(host: HostProcess) -> None:
    with host.client("cli") as cli, host.client(key=new_key("mcp")) as mcp, a_process() as process:
        mcp.call("heartbeat", {"pid": process.pid})
        result = cli.call("getAgents")
        assert result["yourId"] == cli.key.agent_id
        by_agent = {entry["agent"]: entry for entry in result["agents"]}
        assert by_agent[mcp.key.agent_id[:12]]["pids"] == [process.pid]
        assert {entry["agent"]: (entry["name"], entry["alive"], entry["mine"]) for entry in result["agents"]} == {
            cli.key.agent_id[:12]: ("cli", True, True),
            mcp.key.agent_id[:12]: ("mcp", True, False),
        }
        process.kill()


@pytest.mark.parametrize("pid", [0, -1, 2**31, "1", 1.5])
def test_a_pid_that_can_be_none_is_refused(host: HostProcess, pid: object) -> None:
    with host.client() as client, pytest.raises(ClzError) as caught:
        client.call("heartbeat", {"pid": pid})
    assert caught.value.code == "INVALID_PARAMS"


def test_a_new_host_takes_over_the_agents_that_the_extension_knows(scratch: Scratch) -> None:
    gone = agent_id(new_key("gone").public)
    with HostProcess(scratch, answer, hello=False) as host:
        firefox = {"name": "Firefox", "version": "1.0", "buildID": "1"}
        hello = {"type": "hello", "extensionVersion": "0", "protocol": PROTOCOL_VERSION, "firefox": firefox}
        host.say({**hello, "agents": [gone]})
        until(lambda: "welcome" in host.types())
        with host.client() as client:
            listed = {entry["agent"] for entry in client.call("getAgents")["agents"]}
            assert gone[:12] in listed


class Sweeping:
    """`Agents` in this process: its clock is the test's, the extension answers at once."""

    def __init__(self, paths: SessionPaths) -> None:
        self.now = 0.0
        self.closed: list[str] = []
        self.left: list[str] = []
        self.refuse = False
        self.refused = 0
        self.pending = Pending(self.send)
        self.leases = Leases(lambda: self.now)
        self.agents = Agents(paths, self.pending, self.left.append, self.leases, sweep_every_s=0.01)

    def pass_time(self) -> None:
        self.now += ORPHAN_AFTER_S

    def send(self, message: FromHost) -> None:
        assert message["type"] == "command"
        assert message["command"] == LEAVE
        reply: dict[str, Any] = {"id": message["id"], "ok": True, "result": {"closed": []}}
        if self.refuse:
            self.refused += 1
            reply = {"id": message["id"], "ok": False, "error": {"code": "BUSY"}}
        else:
            self.closed.append(message["agent"]["id"])
        asyncio.get_running_loop().call_soon(self.pending.answer, cast("ResultMessage", reply))


async def settle(condition) -> None:
    """Let the loop go on until it is so."""
    await asyncio.to_thread(until, condition, 5)


def test_the_sweep_closes_what_silent_agents_left(scratch: Scratch) -> None:
    paths = SessionPaths("default", scratch.runtime).make()
    silent, talking, cli = new_key("silent"), new_key("talking"), new_key("cli")
    for key in (silent, talking):
        authorize(paths, key)

    async def run() -> Sweeping:
        world = Sweeping(paths)
        world.agents.adopt([silent.agent_id, talking.agent_id])
        authorize(paths, cli)
        world.agents.heard(cli.agent_id)
        sweeper = asyncio.create_task(world.agents.run())
        world.now = ORPHAN_AFTER_S - 1
        world.agents.heard(talking.agent_id)
        world.refuse = True
        world.now = ORPHAN_AFTER_S
        await settle(lambda: world.refused)
        assert world.closed == []
        world.refuse = False  # what could not be closed is tried again
        await settle(lambda: world.closed == [silent.agent_id])
        revoke(paths, cli)
        await settle(lambda: cli.agent_id in world.closed)
        sweeper.cancel()
        world.agents.close()
        return world

    world = asyncio.run(run())
    assert world.closed == world.left == [silent.agent_id, cli.agent_id]
    assert len(world.pending) == 0
    assert [path.name for path in paths.agents.iterdir()] == [talking.agent_id]


def test_a_new_host_takes_out_the_keys_that_agents_left_to_its_forerunner(scratch: Scratch) -> None:
    paths = SessionPaths("default", scratch.runtime).make()
    crashed, here, by_hand = new_key("crashed"), new_key("here"), new_key("remote")
    for key in (crashed, here):
        authorize(paths, key)
    write_private(paths.agents / by_hand.agent_id, f"{by_hand.public.decode()} remote\n")

    async def run() -> None:
        world = Sweeping(paths)
        world.agents.adopt([here.agent_id])
        world.agents.close()

    asyncio.run(run())
    assert {path.name for path in paths.agents.iterdir()} == {here.agent_id, by_hand.agent_id}
    with HostProcess(scratch) as host, host.client(key=crashed) as client:
        assert client.call("ping") == {"pong": True, "params": {}, "agent": crashed.agent_id}


def test_an_agent_that_comes_back_before_its_tabs_are_closed_keeps_them(scratch: Scratch) -> None:
    paths = SessionPaths("default", scratch.runtime).make()
    returning, host_was_away = new_key("returning"), new_key("patient")
    for key in (returning, host_was_away):
        authorize(paths, key)

    async def run() -> Sweeping:
        world = Sweeping(paths)
        world.leases.beat(returning.agent_id)
        world.refuse = True
        world.pass_time()
        world.agents.sweep()
        await world.agents.settled(returning.agent_id)
        assert world.refused
        world.agents.heard(returning.agent_id)  # in between two tries
        world.refuse = False
        world.agents.sweep()
        assert world.closed == []
        world.leases.beat(host_was_away.agent_id)
        asyncio.get_running_loop().call_soon(world.pass_time)  # nobody is listened to all the while
        await world.agents.turn()
        for key in (host_was_away, returning):
            world.agents.heard(key.agent_id)
        await world.agents.turn()
        assert world.closed == []
        world.pass_time()  # who came back can be gone once more
        world.agents.sweep()
        await settle(lambda: len(world.closed) == 2)
        world.agents.heard(returning.agent_id)
        world.pass_time()
        world.agents.sweep()
        await settle(lambda: world.closed.count(returning.agent_id) == 2)
        world.agents.close()
        return world

    asyncio.run(run())


def test_an_agent_that_comes_back_while_its_tabs_are_closed_waits_for_it(scratch: Scratch) -> None:
    """What it opens then is not taken for something that it left: its policy is forgotten with that."""
    leaving: list[dict[str, Any]] = []

    def slowly(message: dict[str, Any]) -> dict[str, Any] | None:
        if message["command"] != LEAVE:
            return answer(message)
        leaving.append(message)
        return None

    with HostProcess(scratch, slowly) as host, host.client(key=new_key("mcp")) as client, a_process() as process:
        client.call("heartbeat", {"pid": process.pid})
        process.kill()
        until(lambda: leaving)
        authorize(host.paths, client.key)
        with ThreadPoolExecutor(1) as threads:
            opening = threads.submit(client.call, "createWindow", {"url": "about:blank"})
            with host.client() as other:
                assert other.call("ping")["pong"]
            assert "createWindow" not in {message["command"] for message in host.of_type("command")}
            host.say({"type": "result", "id": leaving[0]["id"], "ok": True, "result": {"closed": [7]}})
            assert opening.result(10)["pong"]
        kinds = [message["type"] for message in host.received if message.get("agent") == client.key.agent_id]
        assert kinds == ["policy", "policy"], "what holds for it is told again"
