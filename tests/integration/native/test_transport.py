"""Loopback TCP, where there are no Unix sockets: the same keys, the same refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clz_core.client import session
from clz_core.contract.errors import ClzError
from tests.support.hosts import HostProcess, stranger
from tests.support.scratch import Scratch


@pytest.fixture
def host(scratch: Scratch) -> Iterator[HostProcess]:
    scratch.env["CLZ_TRANSPORT"] = "tcp"
    with HostProcess(scratch) as process:
        yield process


def test_the_session_file_says_at_which_port_the_host_listens(host: HostProcess) -> None:
    endpoint = session.read(host.paths).endpoint
    address, _, port = endpoint.rpartition(":")
    assert address == "tcp://127.0.0.1"
    assert int(port) > 0
    assert not host.paths.socket.exists()


def test_an_admitted_key_is_served_over_tcp(host: HostProcess) -> None:
    with host.client() as client:
        assert client.call("ping")["agent"] == client.key.agent_id


def test_a_key_that_was_not_admitted_is_refused_over_tcp_at_once(host: HostProcess) -> None:
    with host.client(key=stranger(), authorize=False) as client, pytest.raises(ClzError) as caught:
        client.call("ping", timeout_ms=300_000)
    assert caught.value.code == "AUTH_FAILED"
    assert host.of_type("command") == []


def test_a_host_that_is_killed_is_reported_over_tcp_too(host: HostProcess) -> None:
    with host.client() as client:
        client.call("ping")
        host.process.kill()
        host.process.wait(5)
        with pytest.raises(ClzError) as caught:
            client.call("ping", timeout_ms=5000)
    assert caught.value.exit_code == 3
