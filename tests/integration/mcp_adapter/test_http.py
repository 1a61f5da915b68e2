"""The server over streamable HTTP: for who has the token, on this machine, and for no page."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from clz_cli.line import run
from tests.support import there
from tests.support.hosts import HostProcess
from tests.support.mcp import HELLO, SERVER
from tests.support.scratch import Scratch

TYPES = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def answer(message: dict[str, Any]) -> dict[str, Any]:
    return {"tabs": [], "tabCount": 0, "maxTabs": 12, "waiting": 0}


class Served:
    """A server, and requests to it."""

    def __init__(self, env: dict[str, str]) -> None:
        self.process = subprocess.Popen([*SERVER, "--http", "0"], env=env, stderr=subprocess.PIPE, text=True)
        self.said = there(self.process.stderr).readline()
        self.url = re.findall(r"http://127\.0\.0\.1:\d+/mcp", self.said)[0]
        self.token = (re.findall(r"Bearer (\S+)", self.said) or [env.get("CLZ_MCP_TOKEN", "")])[0]
        self.client = httpx.Client(headers={**TYPES, "Authorization": f"Bearer {self.token}"}, timeout=30)

    def ask(self, method: str, params: dict[str, Any], **headers: str) -> httpx.Response:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.client.post(self.url, json=message, headers=headers)

    def end(self) -> int:
        self.client.close()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        there(self.process.stderr).close()
        return code


@pytest.fixture
def served(scratch: Scratch) -> Iterator[Served]:
    with HostProcess(scratch, answer):
        server = Served(scratch.env)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.end()


def test_a_client_with_the_token_calls_tools(served: Served) -> None:
    hello = served.ask("initialize", HELLO)
    assert hello.status_code == 200, hello.text
    session = {
        "Mcp-Session-Id": hello.headers["mcp-session-id"],
        "MCP-Protocol-Version": str(HELLO["protocolVersion"]),
    }
    served.client.post(served.url, json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=session)
    assert "firefox_click" in served.ask("tools/list", {}, **session).text
    told = served.ask("tools/call", {"name": "firefox_tabs", "arguments": {}}, **session)
    assert told.status_code == 200
    assert 'isError":true' not in told.text
    assert served.client.delete(served.url, headers=session).status_code == 200
    assert served.ask("tools/list", {}, **session).status_code == 404
    assert served.end() == 128 + signal.SIGTERM


def test_nobody_else_is_let_in(served: Served) -> None:
    for wrong in ("", "Bearer", "Bearer wrong", f"Basic {served.token}", f"Bearer {served.token}x"):
        refused = served.ask("initialize", HELLO, Authorization=wrong)
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert served.ask("initialize", HELLO, Host="evil.example").status_code == 403
    assert served.ask("initialize", HELLO, Host="127.0.0.1.evil.example:80").status_code == 403
    assert served.ask("initialize", HELLO, Host=f"{served.url[7:].removesuffix('/mcp')}@evil").status_code == 403
    assert served.ask("initialize", HELLO, Origin="https://evil.example").status_code == 403
    assert served.ask("initialize", HELLO, Origin="null").status_code == 403
    assert served.client.post(served.url.replace("/mcp", "/"), json={}).status_code == 404
    assert served.ask("initialize", HELLO, Origin=served.url.removesuffix("/mcp")).status_code == 200


@pytest.mark.by_day(3)
@pytest.mark.parametrize("body", [b"{", b"[]", b"7", b'{"jsonrpc": "2.0"}', b'"\\ud800"', b"\xff", b"[" * 100_000])
def test_what_is_no_message_is_refused_and_the_server_goes_on(served: Served, body: bytes) -> None:
    refused = served.client.post(served.url, content=body)
    assert 400 <= refused.status_code < 500, refused.text
    assert served.ask("initialize", HELLO).status_code == 200


def test_a_token_of_ones_own_is_not_printed_and_has_to_be_long(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Served({**scratch.env, "CLZ_MCP_TOKEN": "correct-horse-battery"})
    assert "correct" not in server.said
    assert server.ask("initialize", HELLO).status_code == 200
    server.end()
    monkeypatch.setenv("CLZ_MCP_TOKEN", "short")
    assert run(["mcp", "--http", "0"]) == 2
    assert "CLZ_MCP_TOKEN is not a token" in capfd.readouterr().err
