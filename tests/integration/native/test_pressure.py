"""A host under pressure: floods, peers that say or read nothing, an extension that takes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import session
from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import load_key, new_key
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_PENDING_OF_ONE, MIB, PIECE_BYTES, PIECES_UNDER_WAY
from tests.support.hosts import HostProcess, pong
from tests.support.peer import Peer
from tests.support.scratch import Scratch
from tests.support.waiting import paced, until

FLOOD = 5_000


def test_every_request_of_a_flood_is_answered(host: HostProcess) -> None:
    with Peer(host.paths, new_key("flood")) as peer, host.client() as other:
        for number in range(FLOOD):
            peer.request(str(number), "ping")
        assert other.call("ping")["pong"]
        answered = {reply["id"]: reply for reply in (peer.receive() for _ in range(FLOOD))}
    assert len(answered) == FLOOD
    assert {reply.get("error", {}).get("code", "ok") for reply in answered.values()} <= {"ok", "BUSY"}


def test_a_client_that_does_not_read_loses_nothing_and_holds_nobody_up(host: HostProcess) -> None:
    with Peer(host.paths, new_key("slow"), unread=1) as peer, host.client() as other:
        text = "x" * 100_000
        for number in range(400):
            peer.request(str(number), "type", {"target": "a", "text": text})
        for number in range(400, 400 + FLOOD):  # more than ZeroMQ itself keeps for a peer
            peer.request(str(number), "version")
        begin = time.monotonic()
        for _ in range(20):
            assert other.call("ping")["pong"]
        assert time.monotonic() - begin < paced(10)
        ids = {peer.receive()["id"] for _ in range(400 + FLOOD)}
    assert len(ids) == 400 + FLOOD


def test_one_agent_cannot_take_every_place(scratch: Scratch) -> None:
    async def scenario() -> None:
        client = clients.enter_context(contextlib.closing(AsyncClient("default", new_key("greedy"))))
        calls = [asyncio.create_task(client.call("click", {"target": "a"})) for _ in range(400)]
        await asyncio.to_thread(until, lambda: len(host.of_type("command")) >= MAX_PENDING_OF_ONE)
        done, _ = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
        assert [getattr(call.exception(), "code", None) for call in done] == ["BUSY"] * len(done)
        with host.client() as other:
            assert (await asyncio.to_thread(other.call, "ping"))["pong"]
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    with (
        HostProcess(scratch, lambda m: None if m["command"] == "click" else pong(m)) as host,
        contextlib.ExitStack() as clients,
    ):
        asyncio.run(scenario())


@pytest.mark.night
def test_idle_connections_lock_nobody_out(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scratch.env, "CLZ_TRANSPORT", "tcp")
    few = (256, 4_096)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2_000, before[1]), before[1]))
    try:
        with contextlib.ExitStack() as stack:
            limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, few)
            host = stack.enter_context(HostProcess(scratch, before=limit))
            port = int(session.read(host.paths).endpoint.rpartition(":")[2])
            address = ("127.0.0.1", port)
            idle = [stack.enter_context(socket.create_connection(address)) for _ in range(1_100)]
            with host.client() as client:
                assert client.call("ping", timeout_ms=20_000)["pong"]
            # Who says nothing is let go soon.
            idle[0].settimeout(20)
            idle[0].recv(64)  # the greeting
            assert idle[0].recv(1) == b""
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.night
def test_an_extension_that_takes_nothing_costs_the_commands_that_need_it(scratch: Scratch) -> None:
    async def scenario() -> list[ClzError | BaseException | dict[str, Any]]:
        client = clients.enter_context(contextlib.closing(AsyncClient("default", load_key("cli"))))
        params = {"target": "a", "text": "x" * 9 * MIB}
        calls = [asyncio.create_task(client.call("type", params, 12_000)) for _ in range(4)]
        assert (await client.call("version"))["protocol"] == 1
        return await asyncio.gather(*calls, return_exceptions=True)

    with HostProcess(scratch) as host, host.client() as client, contextlib.ExitStack() as clients:
        client.call("ping")
        host.deaf.set()
        try:
            codes = {problem.code for problem in asyncio.run(scenario()) if isinstance(problem, ClzError)}
            assert codes == {"TIMEOUT", "BUSY"}, "there is an end to what is kept for it"
        finally:
            host.deaf.clear()
        assert client.call("ping")["pong"]


def test_few_pieces_of_a_file_are_on_their_way_at_a_time(scratch: Scratch, tmp_path: Path) -> None:
    large, small = tmp_path / "large", tmp_path / "small"
    large.write_bytes(b"l" * 20 * PIECE_BYTES)
    small.write_bytes(b"s")
    upload = {"target": "a", "files": [str(large)]}

    async def given_up() -> None:
        with contextlib.closing(AsyncClient("default", load_key("cli"))) as client:
            call = asyncio.create_task(client.call("upload", upload))
            await asyncio.to_thread(until, lambda: len(host.of_type("file")) == PIECES_UNDER_WAY)
            assert (await client.call("version"))["protocol"] == 1, "time for one more"
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)

    with HostProcess(scratch) as host, host.client("a") as one, host.client("b") as two:
        host.takes_files = False
        asyncio.run(given_up())
        pieces = host.of_type("file")
        assert [piece["index"] for piece in pieces] == list(range(PIECES_UNDER_WAY))
        until(lambda: {m["id"] for m in host.of_type("cancel")} == {pieces[0]["id"]})
        assert two.call("ping")["pong"]
        host.takes_files = True
        for _ in pieces:
            host.say({"type": "taken"})
        assert two.call("upload", {"target": "b", "files": [str(small), str(small)]})["pong"]
        later = host.of_type("file")[PIECES_UNDER_WAY:]
        assert [(piece["file"], piece["index"]) for piece in later] == [(0, 0), (1, 0)]
        assert later[0]["id"] not in {piece["id"] for piece in pieces}
        one.call("upload", upload)
        (command,) = [m for m in host.of_type("command") if m["params"].get("files") == upload["files"]]
        own = [piece for piece in host.of_type("file") if piece["id"] == command["id"]]
        assert [piece["index"] for piece in own] == list(range(20))


def test_an_upload_is_cancelled_while_its_files_are_sent(scratch: Scratch, tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"l" * 20 * PIECE_BYTES)

    async def scenario() -> None:
        client = clients.enter_context(contextlib.closing(AsyncClient("default", load_key("cli"))))
        upload = asyncio.create_task(client.call("upload", {"target": "a", "files": [str(large)]}))
        await asyncio.to_thread(until, lambda: host.of_type("file"))
        upload.cancel()
        await asyncio.gather(upload, return_exceptions=True)
        await asyncio.to_thread(until, lambda: host.of_type("cancel"))
        host.say({"type": "result", "id": "none", "ok": True})
        refused = asyncio.create_task(client.call("upload", {"target": "a", "files": [str(large)]}))
        for _ in range(len(host.of_type("file"))):
            host.say({"type": "taken"})
        cancelled = host.of_type("cancel")[0]["id"]

        def ids_of_the_second() -> set[str]:
            return {piece["id"] for piece in host.of_type("file")} - {cancelled}

        (second,) = await asyncio.to_thread(until, ids_of_the_second)
        fault = {"code": "PROTOCOL", "message": "a piece does not fit"}
        host.say({"type": "result", "id": second, "ok": False, "error": fault})
        with pytest.raises(ClzError) as caught:
            await refused
        assert caught.value.code == "PROTOCOL"

    with HostProcess(scratch) as host, contextlib.ExitStack() as clients:
        host.takes_files = False
        asyncio.run(scenario())
        assert host.of_type("command") == []


def test_a_pipe_in_the_place_of_a_file_holds_nobody_up(host: HostProcess, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with host.client() as client:
        for path in (str(pipe), "/dev/zero", "/proc/self/mem\0"):
            with pytest.raises(ClzError) as caught:
                client.call("upload", {"target": "a", "files": [path]}, 5_000)
            assert caught.value.code == "FILE_ERROR"


@pytest.mark.parametrize("command", ["x\n2026-01-01 00:00:00,000 1 INFO forged", "\x1b[2J", "\ud800\u2028forged"])
def test_a_line_of_the_log_cannot_be_forged(host: HostProcess, scratch: Scratch, command: str) -> None:
    with host.client() as client:
        log = Path(client.call("status")["log"])
        before = log.read_text().count("\n")
        with pytest.raises(ClzError):
            client.call(command)
        host.say({"type": command})
        client.call("ping")
    text = log.read_text()
    assert "UNKNOWN_COMMAND" in text
    assert text.count("\n") - before == len(text.splitlines()) - before
    assert not [line for line in text.splitlines() if not line.startswith("20") or "\x1b" in line or "\u2028" in line]
    assert not [line for line in text.splitlines() if line.endswith("INFO forged") and "\\n" not in line]


SLOW_START = """
import asyncio, os, signal, sys
from clz_core.client.async_client import AsyncClient
from clz_core.contract.errors import ClzError
from clz_core.client.keys import new_key
async def main():
    host = int(sys.argv[1])
    client = AsyncClient("default", new_key("shared"))
    os.kill(host, signal.SIGSTOP)
    patient = asyncio.create_task(client.call("ping", timeout_ms=20_000))
    codes = set()
    for _ in range(12):  # were the connection closed each time, the tries of the patient one would be over by then
        try:
            await client.call("ping", timeout_ms=50)
        except ClzError as problem:
            codes.add(problem.code)
    os.kill(host, signal.SIGCONT)
    print(*codes, (await patient)["pong"])
    client.close()
asyncio.run(main())
"""


def test_the_deadline_of_one_call_leaves_the_connection_to_the_others(host: HostProcess, scratch: Scratch) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SLOW_START, str(host.process.pid)],
        env=scratch.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    os.kill(host.process.pid, signal.SIGCONT)
    assert done.stdout.split() == ["TIMEOUT", "True"], done.stderr
