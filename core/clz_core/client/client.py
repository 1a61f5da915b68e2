"""The client: one REQ socket to the host of a session, authenticated by the agent's CURVE key.

Connecting is tried three times, for then nothing was sent yet; a command that was sent is never sent again.
"""

from __future__ import annotations

import os
import time
from types import TracebackType
from typing import Any, Self

import zmq

from clz_core.client import session as sessions
from clz_core.client.connection import (
    WATCHED,
    NoConnection,
    configure_curve,
    connect_error,
    connected_after,
    default_timeout,
    event_of,
    pause_s,
    result_of,
    timeout_error,
    timing_of,
)
from clz_core.client.keys import AgentKey, authorize, load_key
from clz_core.config.paths import SessionPaths
from clz_core.contract import wire
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import CANCEL_MS, CLIENT_GRACE_MS, CONNECT_TRIES, HANDSHAKE_TIMEOUT_MS


class Client:
    """Sends commands of one agent to one session. Not for several threads at once.

    `key` replaces the agent's stored key; `authorize=False` leaves it to somebody else to authorize the key.
    `last_timing` says, after a call, how many milliseconds host and extension used: `{"hostMs", "extensionMs"}`.
    """

    def __init__(
        self, session: str = "default", agent: str = "cli", *, key: AgentKey | None = None, authorize: bool = True
    ) -> None:
        self.paths = SessionPaths(session)
        self.agent = agent
        self.last_timing: dict[str, float] = {}
        self._key = key
        self._authorize = authorize
        self._context: zmq.Context[zmq.Socket[bytes]] | None = None
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._up = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._disconnect()
        if self._context is not None:
            self._context.term()
            self._context = None

    @property
    def key(self) -> AgentKey:
        if self._key is None:
            self._key = load_key(self.agent)
        return self._key

    def call(self, command: str, params: dict[str, Any] | None = None, timeout_ms: int | None = None) -> dict[str, Any]:
        """Run one command and return its result.

        `timeout_ms` is the deadline of the whole call; left out it is 150 s, or longer where the command's own
        `waitMs` asks for it. Raises: ClzError, with the code of whichever hop failed.
        """
        params = params or {}
        deadline = Deadline.after(default_timeout(params) if timeout_ms is None else timeout_ms)
        id = os.urandom(8).hex()
        for attempt in range(CONNECT_TRIES):
            try:
                self._connect()
                self._send(id, command, params, deadline)
                return self._receive(id, deadline.plus(CLIENT_GRACE_MS))
            except NoConnection as problem:
                self._disconnect()
                if sessions.clear_stale(self.paths):
                    raise sessions.not_connected(self.paths.name) from None
                if attempt == CONNECT_TRIES - 1 or pause_s(attempt) >= deadline.remaining_s:
                    raise connect_error(problem, self.paths) from None
                time.sleep(pause_s(attempt))
            except KeyboardInterrupt:
                self._cancel(id)
                raise
        raise AssertionError("unreachable")

    def _connect(self) -> None:
        if self._socket is not None and self._gone():
            self._disconnect()
        if self._socket is not None:
            return
        info = sessions.read(self.paths)
        if self._authorize:
            authorize(self.paths, self.key)
        if self._context is None:
            self._context = zmq.Context()
        socket = self._context.socket(zmq.REQ)
        socket.req_relaxed = True
        socket.req_correlate = True
        configure_curve(socket, info, self.key)
        self._socket = socket
        self._monitor = socket.get_monitor_socket(WATCHED)
        self._up = False
        socket.connect(info.endpoint)

    def _disconnect(self) -> None:
        if self._socket is not None and self._monitor is not None:
            self._socket.disable_monitor()
            self._monitor.close(0)
            self._socket.close(0)
        self._socket = self._monitor = None
        self._up = False

    def _gone(self) -> bool:
        """True if the connection broke since the last call."""
        while self._monitor is not None and self._monitor.poll(0):
            if self._next_event() == zmq.Event.DISCONNECTED:
                return True
        return False

    def _next_event(self) -> int:
        assert self._monitor is not None
        return event_of(self._monitor.recv_multipart())

    def _send(self, id: str, command: str, params: dict[str, Any], deadline: Deadline) -> None:
        assert self._socket is not None
        self._socket.send(wire.encode_request(id, command, params, deadline.to_send_ms))

    def _receive(self, id: str, last: Deadline) -> dict[str, Any]:
        assert self._socket is not None
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._monitor, zmq.POLLIN)
        handshake = min(Deadline.after(HANDSHAKE_TIMEOUT_MS), last)
        while True:
            until = last if self._up else handshake
            ready = dict(poller.poll(int(until.remaining_ms) + 1))
            if self._socket in ready:
                self._up = True
                reply = wire.decode(self._socket.recv())
                if reply.get("id") in (id, None):  # None: the host could not read which request it was
                    self.last_timing = timing_of(reply)
                    return result_of(reply)
            elif ready:
                self._watch()
            elif not self._up and not last.passed:
                raise NoConnection(refused=False)
            elif last.passed:
                self._disconnect()
                raise timeout_error()

    def _watch(self) -> None:
        """Take one event of the connection. Raises: AUTH_FAILED, HOST_GONE, NoConnection."""
        try:
            self._up = connected_after(self._next_event(), self._up, self.paths, self.key)
        except ClzError:
            self._disconnect()
            raise

    def _cancel(self, id: str) -> None:
        """Tell the host that nobody waits for `id` any more."""
        if self._socket is None:
            return
        own = os.urandom(8).hex()
        deadline = Deadline.after(CANCEL_MS)
        try:
            self._send(own, "cancel", {"id": id}, deadline)
            self._receive(own, deadline)
        except (ClzError, NoConnection, zmq.ZMQError):
            pass  # the command's own deadline ends it
