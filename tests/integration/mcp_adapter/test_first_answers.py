"""What is said before the SDK is loaded is what the SDK says, and nothing is said twice or lost."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from tests.support import there
from tests.support.mcp import HELLO, SERVER, Lines
from tests.support.scratch import Scratch
from tests.support.waiting import until

BY_THE_SDK: dict[str, Any] = {"_meta": {}}
"""In the parameters of the first request: the SDK takes it, and what answers before it does not."""


@pytest.fixture
def server(scratch: Scratch) -> Iterator[Lines]:
    with Lines(scratch.env, command=SERVER) as lines:
        yield lines


def first_answers(scratch: Scratch, hello: dict[str, Any], command: list[str] | None = SERVER) -> list[Any]:
    with Lines(scratch.env, command=command) as lines:
        said = [lines.ask("initialize", hello)["result"]]
        lines.tell("notifications/initialized")
        return [*said, lines.ask("tools/list")["result"], lines.ask("prompts/list")["result"]]


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("client", "version"),
    [("claude-code", HANDSHAKE_PROTOCOL_VERSIONS[-1]), *(("test", each) for each in HANDSHAKE_PROTOCOL_VERSIONS[::-1])],
)
def test_the_first_answers_are_those_of_the_sdk(scratch: Scratch, client: str, version: str) -> None:
    hello = {**HELLO, "protocolVersion": version, "clientInfo": {"name": client, "version": "1"}}
    of_the_sdk = first_answers(scratch, {**hello, **BY_THE_SDK}, command=None)  # which has been loaded already
    assert first_answers(scratch, hello) == of_the_sdk


def test_claude_code_that_does_not_search_is_given_the_short_list(scratch: Scratch) -> None:
    scratch.env["ENABLE_TOOL_SEARCH"] = "false"
    hello = {**HELLO, "clientInfo": {"name": "claude-code", "version": "1"}}
    assert first_answers(scratch, hello)[1] == first_answers(scratch, HELLO)[1]


def test_the_capabilities_that_clients_have_are_no_hindrance(server: Lines) -> None:
    can = {"roots": {"listChanged": True}, "sampling": {}, "elicitation": {"form": {}, "url": {}}}
    assert "result" in server.ask("initialize", {**HELLO, "capabilities": can})


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    "hello",
    [
        {},
        {**HELLO, "protocolVersion": "1999-01-01"},
        {**HELLO, "protocolVersion": ["2025-06-18"]},
        {**HELLO, "capabilities": []},
        {**HELLO, "capabilities": {"roots": 5}},
        {**HELLO, "clientInfo": {"name": "x"}},
        {**HELLO, "clientInfo": {"name": 5, "version": "1"}},
        {"protocolVersion": "2025-06-18"},
    ],
)
def test_an_odd_first_line_is_answered_by_the_sdk(server: Lines, hello: dict[str, Any]) -> None:
    server.ask("initialize", hello)
    assert "result" in server.ask("initialize", HELLO)
    assert len(server.said) == 2


def test_all_that_comes_at_once_is_answered_once_and_in_its_order(server: Lines) -> None:
    lines: list[dict[str, Any]] = [
        {"id": "a", "method": "initialize", "params": HELLO},
        {"method": "notifications/initialized"},
        {"id": "b", "method": "tools/list"},
        {"id": "b2", "method": "tools/list", "params": {}},
        {"id": 0, "method": "ping"},
        {"id": "c", "method": "prompts/list"},
    ]
    text = b"".join(json.dumps({"jsonrpc": "2.0", **line}).encode() + b"\n" for line in lines)
    half = text[:-20]
    there(server.process.stdin).write(half)
    there(server.process.stdin).flush()
    there(server.process.stdin).write(text[len(half) :])
    there(server.process.stdin).flush()
    until(lambda: len(server.said) == 5)
    ids = [json.loads(line)["id"] for line in server.said]
    assert (ids[:2], sorted(map(str, ids))) == (["a", "b"], ["0", "a", "b", "b2", "c"])


def test_what_is_asked_before_the_handshake_has_ended_is_left_to_the_sdk(server: Lines) -> None:
    server.ask("initialize", HELLO)
    server.ask("tools/list")
    server.tell("notifications/initialized")
    assert "result" in server.ask("tools/list")
    assert len(server.said) == 3


@pytest.mark.by_day(2)
@pytest.mark.parametrize("line", [b"", b"{}", b"nonsense", b"[]", b'{"jsonrpc": "2.0", "id": 77, "method": 5}'])
def test_garbage_before_the_handshake_stops_nothing(server: Lines, line: bytes) -> None:
    server.write_line(line)
    assert "result" in server.hello()
    assert server.call("firefox_nothing")["isError"]


def test_the_end_of_stdin_ends_it_at_any_time(scratch: Scratch) -> None:
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO})
    for given in ("", "{", hello + "\n", hello):
        done = subprocess.run(
            SERVER, input=given, env=scratch.env, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), given


def test_a_signal_ends_it_while_it_waits_for_its_client(server: Lines) -> None:
    server.ask("initialize", HELLO)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) == 128 + signal.SIGTERM
