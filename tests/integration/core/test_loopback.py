"""Servers of this machine, while somebody who has no token holds their connections open."""

from __future__ import annotations

import contextlib
import logging
import resource
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.applications import Starlette

from clz_core.loopback import server as loopback
from tests.support import there
from tests.support.mcp import HELLO, SERVER
from tests.support.scratch import CLZ, Scratch

MAY_OPEN = 200  # files that the server may have open
HOLDS = 1_000
SILENT = b""
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "
BODY = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
BAD = b"\x00\r\n\r\n"


@dataclass
class Served:
    process: subprocess.Popen[str]
    url: str
    comes_in: Callable[[], int]  # somebody with the token, over a connection of its own


def _mcp(env: dict[str, str]) -> Served:
    process = _start([*SERVER, "--http", "0"], {**env, "CLZ_MCP_TOKEN": "a-token-of-a-test"}, subprocess.PIPE)
    url = there(process.stderr).readline().split()[2]
    headers = {"Authorization": "Bearer a-token-of-a-test", "Accept": "application/json, text/event-stream"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
    return Served(process, url, lambda: httpx.post(url, json=message, headers=headers, timeout=30).status_code)


def _show(env: dict[str, str]) -> Served:
    process = _start([*CLZ, "show", "--quiet"], env, subprocess.PIPE)
    url = there(process.stdout).readline().strip()
    return Served(process, url, lambda: httpx.get(url, timeout=30).status_code)


def _start(words: list[str], env: dict[str, str], stderr: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["sh", "-c", f'ulimit -n {MAY_OPEN}; exec "$@"', "sh", *words],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )


@pytest.fixture(params=[_mcp, _show], ids=["mcp", "show"])
def served(request: pytest.FixtureRequest, scratch: Scratch) -> Iterator[Served]:
    it: Served = request.param(scratch.env)
    yield it
    with it.process as process:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)


@pytest.fixture
def held(served: Served) -> Iterator[list[socket.socket]]:
    """As many connections as somebody without a token likes, silent or in the middle of something."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4 * HOLDS), hard), hard))
    where = urlsplit(served.url)
    with contextlib.ExitStack() as all_of_them:
        found = []
        for number in range(HOLDS):
            one = all_of_them.enter_context(socket.create_connection((where.hostname, where.port), timeout=20))
            with contextlib.suppress(ConnectionError):
                one.sendall([SILENT, HALF, BODY, BAD][number % 4])
            found.append(one)
        yield found
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_who_has_the_token_comes_in_while_a_thousand_who_have_none_hold_on(
    served: Served, held: list[socket.socket]
) -> None:
    assert [served.comes_in() for _ in range(20)] == [200] * 20
    served.process.send_signal(signal.SIGTERM)
    told = "".join(filter(None, served.process.communicate(timeout=20)))
    assert len(told) < 2_000, told[:4_000]


@pytest.mark.parametrize("served", [_show], indirect=True)
def test_a_stranger_has_seconds_and_who_has_the_token_as_long_as_it_takes(served: Served) -> None:
    where = urlsplit(served.url)
    with socket.create_connection((where.hostname, where.port)) as silent:
        silent.settimeout(3 * loopback.STRANGE_S)
        with httpx.stream("GET", f"{served.url}events", timeout=30) as stream:
            events = stream.iter_bytes()
            assert next(events).startswith(b"event:")
            assert _end_of(silent) == b""
            assert next(events).startswith(b"event:")


def _end_of(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1)
    except ConnectionResetError:
        return b""


def test_what_is_still_open_at_the_end_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    loopback.Server(Starlette())
    reported = logging.getLogger("uvicorn.error")
    reported.error("Cancel %s running task(s), timeout graceful shutdown exceeded", 1)
    reported.error("something else")
    assert caplog.messages == ["something else"]
