"""JSON that is made to break its reader, at every edge of the host: one bad message costs itself, never the host."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.client.session import read
from clz_core.config.paths import SessionPaths, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_FROM_EXTENSION_BYTES, MAX_JSON_DEPTH, MIB
from tests.support.hosts import HostProcess, pong
from tests.support.peer import Peer
from tests.support.scratch import Scratch
from tests.support.waiting import until


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


def test_the_limit_is_the_same_for_reading_and_for_writing() -> None:
    deepest = strict_json.loads(nested(MAX_JSON_DEPTH))
    assert strict_json.dumps(deepest) == nested(MAX_JSON_DEPTH)
    for levels in (MAX_JSON_DEPTH + 1, 600, 1_000, 100_000):
        with pytest.raises(strict_json.TooDeep):
            strict_json.loads(nested(levels))
    with pytest.raises(strict_json.TooDeep):
        strict_json.dumps([deepest])


def test_brackets_in_strings_are_no_levels() -> None:
    for text in ("[" * 500, '"' + "[{" * 500, "\\" * 3 + "[" * 500, '\\"' + "{" * 500):
        value = {"a": [text] * 3, text: 1}
        assert strict_json.loads(strict_json.dumps(value)) == value
    assert strict_json.loads(b'{"flat":[' + b"[],{}," * 100_000 + b"0]}")["flat"][-1] == 0


@pytest.mark.parametrize(
    "text",
    [b"NaN", b"[Infinity]", b'{"a":-Infinity}', b"1e999", b"9" * 5_000, b"\xff", b"", b"[", b'"\\ud800', "\ud800"],
)
def test_what_is_not_json_is_one_kind_of_error(text: bytes | str) -> None:
    with pytest.raises(strict_json.BadJson):
        strict_json.loads(text)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1j: 1}, b"x"])
def test_what_cannot_be_json_is_not_sent(value: object) -> None:
    with pytest.raises(strict_json.BadJson):
        strict_json.dumps({"a": value})


class Hostile:
    """An extension that answers `click` with raw JSON of the test's own, and everything else well."""

    def __init__(self) -> None:
        self.raw = b""
        self.host: HostProcess

    def __call__(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if message["command"] != "click":
            return pong(message)
        self.host.say_bytes(self.raw.replace(b"$ID", message["id"].encode()))
        return None


def test_an_answer_that_cannot_be_read_costs_its_own_command_alone(scratch: Scratch) -> None:
    hostile = Hostile()
    answer = b'{"type":"result","id":"$ID","ok":true,"result":%b,"ms":1}'
    cases = {
        answer % (b'{"a":' + nested(600) + b"}"): "RESULT_TOO_DEEP",
        answer % (b'{"a":' + nested(100_000) + b"}"): "RESULT_TOO_DEEP",
        answer % (b'{"a":"' + b"x" * MAX_FROM_EXTENSION_BYTES + b'"}'): "RESULT_TOO_LARGE",
        b'{"type":"result","id":"$ID","ok":"yes","result":{}}': "INTERNAL",
        b'{"type":"result","id":"$ID","ok":1,"error":[]}': "INTERNAL",
        b'{"type":"result","id":"$ID","ok":false,"error":{"code":[],"message":{},"details":7}}': "[]",
    }
    with HostProcess(scratch, hostile) as host, host.client() as client, host.client("b") as other:
        hostile.host = host
        for raw, code in cases.items():
            hostile.raw = raw
            with pytest.raises(ClzError) as caught:
                client.call("click", {"target": "a"}, 20_000)
            assert caught.value.code == code, raw[:80]
            assert other.call("ping")["pong"]
        hostile.raw = answer % (b'{"deep":' + nested(MAX_JSON_DEPTH - 2) + b',"half":"\\ud800","two":1,"two":2}')
        result = client.call("click", {"target": "a"})
        assert (result["half"], result["two"]) == ("?", 2)
        for raw in (
            b'{"type":"result","id":[],"ok":true}',
            b'{"type":' + nested(700) + b"}",
            b'{"type":"ask","id":{},"name":[[]],"params":1}',
            b'{"type":{}}',
            b"{}",
            b'{"type":"taken"}',
            b'{"type":"hello","agents":7}',
        ):
            host.say_bytes(raw)
            assert other.call("ping")["pong"], raw


@pytest.mark.parametrize("raw", [b"[]", b"7", b'{"type":NaN}', b'{"type":' + b"9" * 5_000 + b"}", b'"x"'])
def test_what_no_extension_would_say_ends_the_host_in_plain_sight(scratch: Scratch, raw: bytes) -> None:
    with HostProcess(scratch, lambda m: None) as host, host.client() as client:
        host.say_bytes(raw)
        assert host.process.wait(10) == 0
        assert not host.paths.file.exists()
        with pytest.raises(ClzError) as caught:
            client.call("ping")
        assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    "hello",
    [
        {"agents": 7},
        {"agents": [7, {}, "../../x", "agent_" + "a" * 32]},
        {"firefox": [], "extensionVersion": {}},
        {"firefox": {"version": [[]]}},
    ],
)
def test_a_hello_with_the_wrong_types_in_it_is_a_hello(scratch: Scratch, hello: dict[str, Any]) -> None:
    with HostProcess(scratch, hello=False) as host:
        host.say({"type": "hello", "protocol": 1, **hello})
        until(lambda: host.of_type("welcome"))
        with host.client() as client:
            assert client.call("ping")["pong"]


def test_a_request_that_is_made_to_break_the_host_is_answered(host: HostProcess) -> None:
    def raw(params: bytes, **fields: Any) -> bytes:
        envelope = {"v": 1, "id": "1", "command": "click", "deadline_ms": 5000, **fields}
        return json.dumps(envelope).encode()[:-1] + b',"params":%b}' % params

    cases = {
        raw(b'{"target":"a","x":' + nested(600) + b"}"): "PROTOCOL",
        raw(nested(100_000)): "PROTOCOL",
        raw(b"[" * 500_000): "PROTOCOL",
        raw(b'{"target":"a","nth":NaN}'): "PROTOCOL",
        raw(b'{"target":"a","nth":%b}' % (b"9" * 5_000)): "PROTOCOL",
        raw(b'{"target":"a","nth":%b}' % (b"9" * 4_000)): "INVALID_PARAMS",
        raw(b'{"target":"a","nth":1e999}'): "PROTOCOL",
        raw(b'{"target":"\\ud800"}'): "INVALID_PARAMS",
        raw(b'{"target":"a","x":"y"}'): "INVALID_PARAMS",
        raw(b"[]"): "INVALID_PARAMS",
        raw(b'"x"'): "INVALID_PARAMS",
        raw(b"{}", id=None): "PROTOCOL",
        raw(b"{}", id=7): "PROTOCOL",
        raw(b"{}", id={"a": []}): "PROTOCOL",
        raw(b"{}", id="x" * 1_000_000): "PROTOCOL",
        raw(b"{}", command={}): "UNKNOWN_COMMAND",
        raw(b"{}", command="x" * 1_000_000): "UNKNOWN_COMMAND",
        raw(b'{"target":"a"}', deadline_ms=True): "INVALID_PARAMS",
        raw(b'{"target":"a"}', deadline_ms="5"): "INVALID_PARAMS",
        raw(b'{"target":"a"}', deadline_ms=10**300): "INVALID_PARAMS",
        raw(b'{"target":"a"}', v=[[]]): "PROTOCOL",
        b"[1]": "PROTOCOL",
        b"null": "PROTOCOL",
    }
    with host.client() as client, Peer(host.paths, new_key("hostile")) as peer:
        for data, code in cases.items():
            assert peer.ask(data)["error"]["code"] == code, data[:120]
        before = {"url": "x", "deep": strict_json.loads(nested(MAX_JSON_DEPTH - 10))}
        with pytest.raises(ClzError) as caught:
            client.call("diffPageState", {"before": {"a": before}, "after": [before]})
        assert caught.value.code == "INVALID_PARAMS"
        too_deep = strict_json.loads(nested(MAX_JSON_DEPTH))
        with pytest.raises(ClzError) as caught:
            client.call("diffPageState", {"before": {"a": too_deep}, "after": {}})
        assert caught.value.code == "INVALID_PARAMS"
        assert client.call("ping")["pong"]
    assert [message["command"] for message in host.of_type("command")] == ["ping"]


def test_what_the_host_keeps_in_files_breaks_nobody(scratch: Scratch) -> None:
    paths = SessionPaths("default", scratch.runtime).make()
    for deep in (nested(100_000).decode(), '{"pid":' + "9" * 5_000 + "}", '{"a":NaN}'):
        write_private(paths.loops, deep)
        write_private(paths.file, deep)
        with pytest.raises(ClzError) as caught:
            read(paths)
        assert caught.value.exit_code in (2, 3)
    config = Path(scratch.env["XDG_CONFIG_HOME"]) / "clz" / "config.toml"
    config.parent.mkdir(parents=True, mode=0o700)
    with HostProcess(scratch, pong) as host, Client() as client:
        assert client.call("listLoops") == {"loops": []}
        config.write_text("x = " + "[" * 5_000)
        assert client.call("ping")["pong"]
        assert "nothing is allowed" in client.call("status")["policy"]
        config.unlink()
        assert client.call("startLoop", {"key": "k", "prompt": "x"})["active"]
        assert host.process.poll() is None


def test_a_frame_that_never_ends_is_not_an_answer(host: HostProcess) -> None:
    """The reader waits for the rest of a frame; the end of the stream within it ends the host, not in silence."""
    assert host.process.stdin is not None
    host.process.stdin.write(struct.pack("=I", 5 * MIB) + b'{"type":"result"')
    host.process.stdin.flush()
    host.close()
    assert host.process.wait(10) == 0
    assert not host.paths.file.exists()
