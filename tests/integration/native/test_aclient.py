"""The asyncio client against a real host; the test plays the extension."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import zmq

from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import new_key, revoke
from clz_core.config.paths import write_private
from clz_core.contract.errors import ClzError
from tests.support.hosts import HostProcess, pong
from tests.support.scratch import Scratch
from tests.support.waiting import until


def run(scenario: Callable[[AsyncClient], Awaitable[Any]]) -> Any:
    """Run a scenario with a client that is closed afterwards."""

    async def main() -> Any:
        client = AsyncClient("default", new_key("async"))
        try:
            return await asyncio.wait_for(scenario(client), 20)
        finally:
            client.close()

    return asyncio.run(main())


async def failure(client: AsyncClient, command: str, params: dict | None = None, timeout_ms: float = 5000) -> ClzError:
    with pytest.raises(ClzError) as caught:
        await client.call(command, params, timeout_ms)
    return caught.value


async def happened(condition: Callable[[], Any]) -> None:
    await asyncio.to_thread(until, condition)


def test_one_slow_command_does_not_hold_up_another(scratch: Scratch) -> None:
    async def scenario(client: AsyncClient) -> None:
        slow = asyncio.create_task(failure(client, "click", {"target": "a"}, 2000))
        await happened(lambda: host.of_type("command"))
        assert (await client.call("ping"))["pong"]
        assert not slow.done()
        assert (await slow).code == "TIMEOUT"

    with HostProcess(scratch, lambda m: None if m["command"] == "click" else pong(m)) as host:
        run(scenario)


def test_calls_that_begin_together_share_one_connection(host: HostProcess) -> None:
    async def scenario(client: AsyncClient) -> None:
        connections = []
        client.on_connect = lambda: connections.append(1)
        results = await asyncio.gather(*(client.call("click", {"target": str(n)}) for n in range(100)))
        assert [result["params"]["target"] for result in results] == [str(n) for n in range(100)]
        assert connections == [1]

    run(scenario)


def test_a_cancelled_call_is_cancelled_down_to_the_extension(scratch: Scratch) -> None:
    async def scenario(client: AsyncClient) -> None:
        task = asyncio.create_task(client.call("click", {"target": "a"}))
        await happened(lambda: host.of_type("command"))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await happened(lambda: host.of_type("cancel"))

    with HostProcess(scratch, lambda m: None) as host:
        run(scenario)


def test_errors_of_the_host_arrive_whole(host: HostProcess) -> None:
    async def scenario(client: AsyncClient) -> None:
        unknown = await failure(client, "fly")
        assert (unknown.code, "click" in unknown.details["commands"]) == ("UNKNOWN_COMMAND", True)
        assert (await failure(client, "click", {"target": "x" * 11_000_000})).code == "REQUEST_TOO_LARGE"
        assert (await failure(client, "click", {"target": object()})).code == "INVALID_PARAMS"

    run(scenario)


def test_without_a_host_there_is_no_connection(scratch: Scratch) -> None:
    assert run(lambda client: failure(client, "ping")).code == "NOT_CONNECTED"


def test_what_a_dead_host_left_is_no_connection_either(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        host.process.kill()
        host.process.wait(5)
        assert host.paths.file.exists()
        assert run(lambda client: failure(client, "ping")).code == "NOT_CONNECTED"
        assert not host.paths.file.exists()


def test_a_host_with_another_key_is_not_trusted(host: HostProcess) -> None:
    info = json.loads(host.paths.file.read_text())
    write_private(host.paths.file, json.dumps({**info, "server_key": zmq.curve_keypair()[0].decode()}))
    assert run(lambda client: failure(client, "ping")).code == "AUTH_FAILED"


def test_a_key_that_was_taken_out_is_refused_also_on_an_open_connection(host: HostProcess) -> None:
    async def scenario(client: AsyncClient) -> ClzError:
        await client.call("ping")
        revoke(client.paths, client.key)
        return await failure(client, "ping")

    assert run(scenario).code == "AUTH_FAILED"


def test_a_host_that_is_killed_is_told_at_once_and_the_next_one_is_found(scratch: Scratch) -> None:
    async def scenario(client: AsyncClient) -> None:
        with HostProcess(scratch, lambda m: None) as host:
            calls = [asyncio.create_task(failure(client, "click", {"target": "a"}, 20_000)) for _ in range(10)]
            await happened(lambda: len(host.of_type("command")) == 10)
            host.process.kill()
            assert {problem.code for problem in await asyncio.gather(*calls)} == {"HOST_GONE"}
            assert not client.connected
        with HostProcess(scratch):
            assert (await client.call("ping"))["pong"]
            assert client.connected

    run(scenario)


def test_a_host_that_hangs_costs_the_deadline_and_no_more(host: HostProcess) -> None:
    async def scenario(client: AsyncClient) -> None:
        await client.call("ping")
        os.kill(host.process.pid, signal.SIGSTOP)
        try:
            assert (await failure(client, "ping", timeout_ms=300)).code == "TIMEOUT"
        finally:
            os.kill(host.process.pid, signal.SIGCONT)
        assert (await client.call("ping"))["pong"]

    run(scenario)


def test_answers_that_came_before_the_end_are_not_lost(scratch: Scratch) -> None:
    async def scenario(client: AsyncClient) -> None:
        with HostProcess(scratch, lambda m: None) as host:
            call = asyncio.create_task(failure(client, "click", {"target": "a"}))
            await happened(lambda: host.of_type("command"))
            host.close()
            assert (await call).code == "BROWSER_GONE"

    run(scenario)
