"""The host process, real sockets and keys; the test plays the extension."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
import zmq

from clz_core.client import Client, session
from clz_core.client.keys import authorize, load_key, new_key, revoke
from clz_core.config.paths import SessionPaths, write_private
from clz_core.contract import strict_json, wire
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_FROM_EXTENSION_BYTES, MAX_TO_EXTENSION_BYTES, MIB
from clz_native.host.ahead import AheadHost
from tests.support import there
from tests.support.faults import few_descriptors, stopped
from tests.support.hosts import HostProcess, pong, stranger
from tests.support.peer import Peer
from tests.support.scratch import Scratch, processes_of
from tests.support.waiting import paced, until


def failure(client: Client, command: str, params: dict | None = None, timeout_ms: int | None = 5000) -> ClzError:
    with pytest.raises(ClzError) as caught:
        client.call(command, params, timeout_ms)
    return caught.value


def in_background(
    client: Client, command: str, params: dict, timeout_ms: int = 20_000
) -> tuple[threading.Thread, list]:
    outcome: list = []

    def run() -> None:
        try:
            outcome.append(client.call(command, params, timeout_ms))
        except ClzError as problem:
            outcome.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


def test_a_command_reaches_the_extension_with_its_defaults_and_its_agent(host: HostProcess) -> None:
    with host.client() as client:
        answer = client.call("click", {"target": "a"})
        assert {"target": "a", "force": False, "button": "left"}.items() <= answer["params"].items()
        assert answer["agent"] == client.key.agent_id
        assert set(client.last_timing) == {"hostMs", "extensionMs"}


def test_the_originals_name_of_a_parameter_is_understood(host: HostProcess) -> None:
    with host.client() as client:
        assert client.call("click", {"selector": "a"})["params"]["target"] == "a"


def test_every_hop_gets_what_is_left_of_the_deadline(host: HostProcess) -> None:
    with host.client() as client:
        client.call("ping", timeout_ms=7000)
    (command,) = host.of_type("command")
    assert 5000 < command["deadlineMs"] < 7000


def test_one_slow_command_does_not_block_another(scratch: Scratch) -> None:
    host = HostProcess(scratch, lambda m: None if m["command"] == "click" else pong(m))
    with host, host.client() as slow, host.client() as quick:
        thread, outcome = in_background(slow, "click", {"target": "a"}, 3000)
        until(lambda: host.of_type("command"))
        assert quick.call("ping")["pong"]
        thread.join()
        assert outcome[0].code == "TIMEOUT"


def test_a_deadline_that_passes_is_told_to_the_extension(scratch: Scratch) -> None:
    with HostProcess(scratch, lambda m: None) as host, host.client() as client:
        problem = failure(client, "ping", timeout_ms=300)
        assert (problem.code, problem.details["limit"]) == ("TIMEOUT", "timeout")
        until(lambda: host.of_type("cancel"))
        assert host.of_type("cancel")[0]["reason"] == "timeout"


@pytest.mark.parametrize(
    ("command", "params", "code"),
    [
        ("fly", {}, "UNKNOWN_COMMAND"),
        ("browserStart", {}, "UNKNOWN_COMMAND"),
        ("click", {}, "INVALID_PARAMS"),
        ("click", {"target": 7}, "INVALID_PARAMS"),
        ("click", {"target": "a", "force": 1}, "INVALID_PARAMS"),
        ("click", {"target": "a" * 1001}, "INVALID_PARAMS"),
        ("click", {"target": "a", "tabId": "3"}, "INVALID_PARAMS"),
        ("screenshot", {"purpose": "art"}, "INVALID_PARAMS"),
        ("navigate", {"url": "javascript:alert(1)"}, "URL_NOT_ALLOWED"),
        ("getCookies", {"url": "data:text/html,x"}, "URL_NOT_ALLOWED"),
        ("navigate", {"url": "data:text/html"}, "INVALID_PARAMS"),
        ("navigate", {"url": "JaVaScRiPt:alert(1)"}, "URL_NOT_ALLOWED"),
    ],
)
def test_what_is_not_in_the_registry_never_reaches_the_extension(
    host: HostProcess, command: str, params: dict, code: str
) -> None:
    with host.client() as client:
        problem = failure(client, command, params)
    assert problem.code == code
    assert problem.hint
    assert host.of_type("command") == []


def test_a_key_that_was_not_admitted_is_refused_at_once_however_long_it_would_wait(host: HostProcess) -> None:
    with host.client(key=stranger(), authorize=False) as client:
        with pytest.raises(ClzError) as caught:
            client.call("ping", timeout_ms=300_000)
        assert caught.value.code == "AUTH_FAILED"


def test_a_client_that_lost_its_host_and_that_nobody_closes_leaves_nothing_open(host: HostProcess) -> None:
    client = host.client()
    client.call("ping")
    host.process.kill()
    host.process.wait()
    failure(client, "ping")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        del client
        gc.collect()
    assert caught == []


def test_a_client_without_a_key_is_refused(host: HostProcess) -> None:
    info = session.read(host.paths)
    with zmq.Context() as context, context.socket(zmq.REQ) as socket:
        socket.linger = 0
        events = zmq.Event.HANDSHAKE_FAILED_NO_DETAIL | zmq.Event.DISCONNECTED
        monitor = socket.get_monitor_socket(events)
        socket.connect(info.endpoint)
        socket.send(wire.encode_request("1", "ping", {}, 1000))
        assert monitor.poll(3000)
        assert not socket.poll(100)
        socket.disable_monitor()
        monitor.close(0)
    assert host.of_type("command") == []


def test_a_wrong_server_key_is_named_auth_failed(host: HostProcess) -> None:
    info = session.read(host.paths)
    wrong = info._replace(server_key=stranger().public.decode())
    session.write(host.paths, wrong)
    with host.client() as client:
        assert failure(client, "ping").code == "AUTH_FAILED"


def test_a_key_taken_out_while_connected_is_refused(host: HostProcess) -> None:
    key = load_key("a")
    ping = wire.encode_request("1", "ping", {}, 5_000)
    with Peer(host.paths, key) as peer:
        assert peer.ask(ping)["ok"]
        revoke(host.paths, key)
        assert peer.ask(ping)["error"]["code"] == "AUTH_FAILED"
        authorize(host.paths, key)
        assert peer.ask(ping)["ok"]


def test_another_key_cannot_stand_under_an_agents_name(host: HostProcess) -> None:
    other, mine = stranger(), load_key("cli")
    write_private(host.paths.agents / other.agent_id, mine.public.decode())
    with host.client(key=other, authorize=False) as client:
        assert failure(client, "ping").code == "AUTH_FAILED"


def test_an_admission_that_others_could_have_written_counts_for_nothing(host: HostProcess) -> None:
    other = stranger()
    authorize(host.paths, other)
    (host.paths.agents / other.agent_id).chmod(0o666)
    with host.client(key=other, authorize=False) as client:
        assert failure(client, "ping").code == "AUTH_FAILED"
    with host.client() as client:
        assert client.call("ping")["pong"]


def test_closing_the_port_answers_everything_that_is_pending(scratch: Scratch) -> None:
    with HostProcess(scratch, lambda m: None) as host, host.client() as one, host.client("b") as two:
        first, first_outcome = in_background(one, "click", {"target": "a"})
        second, second_outcome = in_background(two, "click", {"target": "a"})
        until(lambda: len(host.of_type("command")) == 2)
        host.close()
        first.join(5)
        second.join(5)
    assert [first_outcome[0].code, second_outcome[0].code] == ["BROWSER_GONE", "BROWSER_GONE"]
    assert not host.paths.file.exists()
    assert not host.paths.socket.exists()


def test_a_host_that_is_killed_is_reported_at_once(scratch: Scratch) -> None:
    with HostProcess(scratch, lambda m: None) as host, host.client() as client:
        thread, outcome = in_background(client, "click", {"target": "a"})
        until(lambda: host.of_type("command"))
        host.process.kill()
        thread.join(2)
        assert outcome[0].code == "HOST_GONE"
        assert outcome[0].exit_code == 3
        assert failure(client, "ping").code == "NOT_CONNECTED"
    assert not host.paths.file.exists()


def test_a_client_that_nobody_uses_does_not_try_for_its_host_again_and_again(scratch: Scratch) -> None:
    with HostProcess(scratch) as host, host.client() as client:
        client.call("ping")
        host.process.kill()
        events = 0
        while events < 10 and there(client._monitor).poll(1_000):
            there(client._monitor).recv_multipart()
            events += 1
        assert events <= 2, "that it is gone, and that it has not come back"


def test_a_client_finds_the_host_that_replaced_its_own(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        client = host.client()
        client.call("ping")
    with HostProcess(scratch), client:
        assert client.call("ping")["pong"]


def test_a_session_of_a_living_host_is_not_stolen(host: HostProcess, scratch: Scratch) -> None:
    with HostProcess(scratch) as second:
        (refused,) = second.of_type("refused")
        assert refused["error"]["code"] == "SESSION_HELD"
        assert second.process.wait(5) == 0
    with host.client() as client:
        assert client.call("ping")["pong"]


def test_the_session_file_of_a_killed_host_does_not_stop_the_next(scratch: Scratch) -> None:
    with HostProcess(scratch) as host:
        host.process.kill()
    assert host.paths.file.exists()
    with HostProcess(scratch) as host, host.client() as client:
        assert client.call("ping")["pong"]


def test_a_host_that_is_short_of_files_refuses_nobodys_key(host: HostProcess) -> None:
    process = psutil.Process(host.process.pid)
    with host.client() as client, host.client("known") as known:
        known.call("ping")
        with few_descriptors(process, 0):
            code = None
            try:
                known.call("status")
            except ClzError as problem:
                code = problem.code
            assert code in ("BUSY", None), "it takes a file in Python 3.11, and none in 3.13"
        with few_descriptors(process, 1):  # one for the connection; the key is looked up all the same
            assert client.call("ping")["pong"]
        assert known.call("status")["session"] == "default"


def test_a_host_that_stands_still_is_given_up_in_time_and_goes_on(host: HostProcess) -> None:
    process = psutil.Process(host.process.pid)
    with host.client() as known, host.client("other") as new:
        known.call("ping")
        with stopped(process):
            begin = time.monotonic()
            assert failure(known, "ping", timeout_ms=1_000).code == "TIMEOUT"
            assert failure(new, "ping", timeout_ms=1_000).code == "NOT_CONNECTED"
            assert time.monotonic() - begin < paced(5)
        assert known.call("ping")["pong"]
        assert new.call("ping")["pong"]


def test_a_disk_without_room_is_said_and_leaves_no_half_files(host: HostProcess, scratch: Scratch) -> None:
    program = """
        import resource, sys
        from clz_cli.main import main
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
        main()
    """
    for room in ("0", "5"):
        command = [sys.executable, "-c", textwrap.dedent(program), room, "ping", "--agent", "late", "--json"]
        done = subprocess.run(command, env=scratch.env, capture_output=True, text=True, timeout=30)
        answer = json.loads(done.stdout)["error"]
        assert (done.returncode, answer["code"], done.stderr) == (2, "FILE_ERROR", "")
        assert "File too large" in answer["message"]  # what the system says of such a limit
    assert list(host.paths.agents.iterdir()) == []
    assert list((scratch.root / "data/keys").iterdir()) == []


def test_two_sessions_live_side_by_side(scratch: Scratch) -> None:
    with HostProcess(scratch, session="one") as one, HostProcess(scratch, session="two") as two:
        with one.client() as first, two.client() as second:
            first.call("ping")
            second.call("ping")
            second.call("ping")
        assert [len(one.of_type("command")), len(two.of_type("command"))] == [1, 2]


def test_params_over_one_megabyte_are_split_and_can_be_joined(host: HostProcess) -> None:
    text = 'é"\\\n😀' * 400_000
    with host.client() as client:
        client.call("type", {"target": "a", "text": text})
    assert len(host.of_type("part")) > 1
    assert max(host.raw_sizes) <= MAX_TO_EXTENSION_BYTES
    assert host.of_type("command")[0]["params"]["text"] == text


def test_a_request_over_ten_megabytes_is_refused_by_both_ends(host: HostProcess) -> None:
    params = {"target": "a", "text": "x" * 11 * MIB}
    big = strict_json.dumps({"v": 1, "id": "1", "command": "type", "params": params, "deadline_ms": 5000})
    with host.client() as client, Peer(host.paths, new_key("large")) as peer:
        assert failure(client, "type", params).code == "REQUEST_TOO_LARGE"
        assert peer.ask(big)["error"]["code"] == "REQUEST_TOO_LARGE"
        assert client.call("ping")["pong"]


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", b"[]", b'{"v":1}', b'{"v":99,"id":"1","command":"ping"}', b"\xff\xfe"]
)
def test_garbage_gets_an_error_and_does_no_harm(host: HostProcess, data: bytes) -> None:
    with host.client() as client, Peer(host.paths, new_key("garbage")) as peer:
        assert peer.ask(data)["error"]["code"] == "PROTOCOL"
        assert client.call("ping")["pong"]


def test_an_oversized_message_of_the_extension_is_read_past(host: HostProcess) -> None:
    chunk = b" " * MIB
    size = MAX_FROM_EXTENSION_BYTES + MIB
    host.say_bytes(b"", size=size)
    for _ in range(size // MIB):
        there(host.process.stdin).write(chunk)
    there(host.process.stdin).flush()
    with host.client() as client:
        assert client.call("ping")["pong"]


def test_a_broken_message_of_the_extension_ends_the_host(host: HostProcess) -> None:
    host.say_bytes(b"not json")
    assert host.process.wait(5) == 0
    assert not host.paths.file.exists()


def test_stdout_carries_the_protocol_only(scratch: Scratch) -> None:
    """A stray print of the host goes to stderr: every byte on fd 1 was read as a frame above, or reading would fail."""
    with HostProcess(scratch) as host, host.client() as client:
        client.call("version")
        client.call("ping")
        host.close()
        host.process.wait(5)
    assert host.types() == {"welcome", "policy", "command"}


def test_the_log_holds_no_parameters_and_no_addresses(host: HostProcess, scratch: Scratch) -> None:
    with host.client() as client:
        client.call("type", {"target": "#secret-field", "text": "hunter2"})
        client.call("navigate", {"url": "https://private.example/path"})
        log = client.call("status")["log"]
    text = Path(log).read_text()
    assert "type ok" in text
    for secret in ("hunter2", "secret-field", "private.example"):
        assert secret not in text


def test_a_host_told_to_stop_cleans_up(host: HostProcess) -> None:
    os.kill(host.process.pid, signal.SIGTERM)
    assert host.process.wait(5) == 0
    assert not host.paths.file.exists()


def test_cancel_ends_only_the_agents_own_command(scratch: Scratch) -> None:
    with (
        HostProcess(scratch, lambda m: None) as host,
        Peer(host.paths, load_key("cli")) as one,
        host.client("thief") as thief,
    ):
        one.request("mine", "click", {"target": "a"})
        until(lambda: host.of_type("command"))
        assert thief.call("cancel", {"id": "mine"}) == {"cancelled": False}
        with host.client() as again:
            assert again.call("cancel", {"id": "mine"}) == {"cancelled": True}
        reply = one.receive()
        assert (reply["id"], reply["error"]["code"]) == ("mine", "CANCELLED")
        until(lambda: host.of_type("cancel"))


def test_what_a_client_had_under_way_is_cancelled_once_it_is_gone_and_nothing_else_is(scratch: Scratch) -> None:
    with HostProcess(scratch, lambda m: None) as host, Peer(host.paths, load_key("cli")) as stays:
        stays.request("stays", "click", {"target": "stays"})
        for number in range(3):  # each may get the descriptor of the one before
            with Peer(host.paths, load_key("cli")) as leaves:
                leaves.request("leaves", "click", {"target": f"leaves {number}"})
                until(lambda: len(host.of_type("command")) == number + 2)  # noqa: B023
            until(lambda: len(host.of_type("cancel")) == number + 1)  # noqa: B023
        targets = {message["id"]: message["params"]["target"] for message in host.of_type("command")}
        cancelled = [(targets[message["id"]], message["reason"]) for message in host.of_type("cancel")]
        assert cancelled == [(f"leaves {number}", "cancelled") for number in range(3)]


def test_a_runtime_path_that_is_too_long_is_told_to_the_extension(scratch: Scratch) -> None:
    scratch.env["CLZ_RUNTIME_DIR"] = str(scratch.root / ("long" * 25))
    with HostProcess(scratch) as host:
        (refused,) = host.of_type("refused")
    assert refused["error"]["code"] == "RUNTIME_PATH_TOO_LONG"


def test_host_without_hello_leaves_no_session(scratch: Scratch) -> None:
    with HostProcess(scratch, hello=False) as host:
        host.close()
        assert host.process.wait(5) == 0
    assert not host.paths.file.exists()


def test_the_launcher_starts_the_host_where_the_path_is_poor(scratch: Scratch) -> None:
    from clz_native.firefox.manifest import install

    home = scratch.root / "firefox"
    install(home)
    script = home / ".mozilla/native-messaging-hosts/clz-native"
    done = subprocess.run(
        [str(script)], env={**scratch.env, "PATH": "/nowhere"}, input=b"", capture_output=True, check=False, timeout=20
    )
    assert (done.returncode, done.stdout) == (0, b"")


def test_commands_of_several_threads_over_one_client_go_one_after_another(host: HostProcess) -> None:
    with host.client() as client, ThreadPoolExecutor(8) as threads:
        client.call("ping")
        answers = list(threads.map(lambda _: client.call("ping", timeout_ms=20_000), range(100)))
    assert {answer["agent"] for answer in answers} == {client.key.agent_id}


@pytest.fixture
def ahead(scratch: Scratch) -> Iterator[AheadHost]:
    """A host that waits for its port, as while Firefox starts."""
    host = AheadHost(SessionPaths("default", scratch.runtime).make().port)
    host.start({**scratch.env, "CLZ_SESSION": "default"}, headless=True, log=scratch.root / "log")
    yield host
    host.end()


def test_a_host_that_was_started_ahead_takes_the_port_of_the_relay(scratch: Scratch, ahead: AheadHost) -> None:
    with HostProcess(scratch, relay=ahead.environment) as host:
        with host.client() as client:
            assert client.call("click", {"target": "a"})["pong"]
        assert session.read(host.paths).pid != host.process.pid
        assert not host.paths.port.exists()
    until(lambda: not processes_of(scratch.root))


def test_a_relay_ends_with_its_host(scratch: Scratch, ahead: AheadHost) -> None:
    with HostProcess(scratch, relay=ahead.environment) as host:
        os.kill(session.read(host.paths).pid, signal.SIGKILL)
        assert host.process.wait(5) == 0


@pytest.mark.parametrize("left", ["nothing", "socket"])
def test_a_relay_that_finds_no_host_becomes_one(scratch: Scratch, left: str) -> None:
    gone = AheadHost(SessionPaths("default", scratch.runtime).make().port)
    gone.end()
    if left == "socket":
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(gone.environment["CLZ_PORT_SOCKET"])
    with HostProcess(scratch, relay=gone.environment) as host, host.client() as client:
        assert client.call("ping")["pong"]
        assert session.read(host.paths).pid == host.process.pid


def test_a_host_that_no_relay_comes_to_ends_with_who_wants_it_no_more(scratch: Scratch, ahead: AheadHost) -> None:
    assert processes_of(scratch.root)
    ahead.end()
    assert not processes_of(scratch.root)
