"""A peer of the host that speaks ZeroMQ itself, and so may say anything."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import zmq

from clz_core.client import session
from clz_core.client.connection import configure_curve
from clz_core.client.keys import AgentKey, authorize
from clz_core.config.paths import SessionPaths
from clz_core.contract import wire


class Peer:
    """Connected with an admitted key while it is entered. ZeroMQ keeps `unread` answers for it, 0 for any number."""

    def __init__(self, paths: SessionPaths, key: AgentKey, unread: int = 0) -> None:
        authorize(paths, key)
        info = session.read(paths)
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.sndhwm = 0
        self._socket.rcvhwm = unread
        configure_curve(self._socket, info, key)
        self._socket.connect(info.endpoint)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._socket.close()
        self._context.term()

    def request(self, id: str, command: str, params: dict[str, Any] | None = None, deadline_ms: int = 60_000) -> None:
        self.send(wire.encode_request(id, command, params or {}, deadline_ms))

    def send(self, data: bytes) -> None:
        self._socket.send(data)

    def receive(self, timeout_ms: int = 20_000) -> dict[str, Any]:
        """The next reply."""
        assert self._socket.poll(timeout_ms), "no reply came"
        return wire.decode(self._socket.recv())

    def ask(self, data: bytes) -> dict[str, Any]:
        self.send(data)
        return self.receive()
