"""JSON that is made to break its reader, on the way into the MCP server: it goes on serving."""

from __future__ import annotations

from tests.support.mcp import Lines, failure
from tests.support.scratch import Scratch


def test_the_server_outlives_lines_that_nobody_can_read(scratch: Scratch) -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    call = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"firefox_click","arguments":%b}}'
    with Lines(scratch.env, "--no-start") as server:
        server.hello()
        for line in (
            deep,
            b"{",
            b"NaN",
            b"\xff\xfe",
            b"9" * 5_000,
            call % (901, b'{"target":"a","x":' + deep + b"}"),
            call % (902, b'{"target":"a","nth":' + b"9" * 5_000 + b"}"),
            call % (903, b'{"target":"\\ud800"}'),
            call % (904, deep),
        ):
            server.write_line(line)
        assert len(server.ask("tools/list")["result"]["tools"]) > 5
        nested: object = 1
        for _ in range(150):
            nested = [nested]
        assert failure(server.call("firefox_click", target="a", x=nested))["code"] == "INVALID_PARAMS"
        assert failure(server.call("firefox_click", target="a", nth=10**400))["code"] == "INVALID_PARAMS"
        assert failure(server.call("firefox_click", target="a"))["code"] == "NOT_CONNECTED"
