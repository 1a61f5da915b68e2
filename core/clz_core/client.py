"""The client: one REQ socket to the host of a session, authenticated by the agent's CURVE key.

Connecting is tried three times, for then nothing was sent yet; a command that was sent is never sent again. The
socket's monitor tells at once what ZeroMQ alone would only show as silence: a refused key, a host that went away.
"""

from __future__ import annotations

import os
import time
from types import TracebackType
from typing import Any, Self

import zmq

from clz_core import session as sessions
from clz_core import wire
from clz_core.errors import ClzError, error, from_wire
from clz_core.keys import AgentKey, admit, load_key
from clz_core.limits import (
    CLIENT_GRACE_MS,
    CONNECT_BACKOFF_MAX_MS,
    CONNECT_BACKOFF_MS,
    CONNECT_TRIES,
    DEFAULT_TIMEOUT_MS,
    HANDSHAKE_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
)
from clz_core.paths import SessionPaths

CANCEL_MS = 300
WAIT_SLACK_MS = 5_000  # a wait as long as the deadline still gets to say what was missing
_WATCHED = (
    zmq.Event.HANDSHAKE_SUCCEEDED
    | zmq.Event.HANDSHAKE_FAILED_AUTH
    | zmq.Event.HANDSHAKE_FAILED_PROTOCOL
    | zmq.Event.HANDSHAKE_FAILED_NO_DETAIL
    | zmq.Event.CONNECT_RETRIED
    | zmq.Event.DISCONNECTED
)


class _NoConnection(Exception):
    """The connection could not be made; nothing was sent. `refused` where the host was there and would not have us."""

    def __init__(self, refused: bool) -> None:
        super().__init__()
        self.refused = refused


class Client:
    """Sends commands of one agent to one session. Not for several threads at once.

    `key` replaces the agent's stored key; `enrol=False` leaves the admission of the key to somebody else.
    `last_timing` says, after a call, how many milliseconds host and extension used: `{"hostMs", "extensionMs"}`.
    """

    def __init__(
        self, session: str = "default", agent: str = "cli", *, key: AgentKey | None = None, enrol: bool = True
    ) -> None:
        self.paths = SessionPaths(session)
        self.agent = agent
        self.last_timing: dict[str, float] = {}
        self._key = key
        self._enrol = enrol
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
        timeout_ms = _default_timeout(params) if timeout_ms is None else timeout_ms
        end = time.monotonic() + timeout_ms / 1000
        id = os.urandom(8).hex()
        for attempt in range(CONNECT_TRIES):
            try:
                self._connect()
                self._send(id, command, params, end)
                return self._receive(id, end)
            except _NoConnection as problem:
                self._disconnect()
                if sessions.clear_stale(self.paths):
                    raise sessions.not_connected(self.paths.name) from None
                if attempt == CONNECT_TRIES - 1:
                    raise self._unreachable(problem) from None
                pause = min(CONNECT_BACKOFF_MS * 2**attempt, CONNECT_BACKOFF_MAX_MS) / 1000
                if time.monotonic() + pause >= end:
                    raise self._unreachable(problem) from None
                time.sleep(pause)
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
        if self._enrol:
            admit(self.paths, self.key)
        if self._context is None:
            self._context = zmq.Context()
        socket = self._context.socket(zmq.REQ)
        socket.linger = 0
        socket.req_relaxed = True
        socket.req_correlate = True
        socket.handshake_ivl = HANDSHAKE_TIMEOUT_MS
        socket.curve_serverkey = info.server_key.encode("ascii")
        socket.curve_publickey = self.key.public
        socket.curve_secretkey = self.key.secret
        self._socket = socket
        self._monitor = socket.get_monitor_socket(_WATCHED)
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
        """True where the connection broke since the last call."""
        while self._monitor is not None and self._monitor.poll(0):
            if self._next_event() == zmq.Event.DISCONNECTED:
                return True
        return False

    def _next_event(self) -> int:
        assert self._monitor is not None
        return int.from_bytes(self._monitor.recv_multipart()[0][:2], "little")  # uint16 event, uint32 value

    def _send(self, id: str, command: str, params: dict[str, Any], end: float) -> None:
        assert self._socket is not None
        left_ms = max(1, int((end - time.monotonic()) * 1000))
        self._socket.send(wire.encode_request(id, command, params, left_ms))

    def _receive(self, id: str, end: float) -> dict[str, Any]:
        assert self._socket is not None
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._monitor, zmq.POLLIN)
        handshake_end = time.monotonic() + HANDSHAKE_TIMEOUT_MS / 1000
        last = end + CLIENT_GRACE_MS / 1000
        while True:
            until = last if self._up else min(handshake_end, last)
            ready = dict(poller.poll(max(0, int((until - time.monotonic()) * 1000) + 1)))
            if self._socket in ready:
                self._up = True
                reply = wire.decode(self._socket.recv())
                if reply.get("id") in (id, None):  # None: the host could not read which request it was
                    return self._unwrap(reply)
            elif ready:
                self._watch()
            elif not self._up and time.monotonic() < last:
                raise _NoConnection(refused=False)
            elif time.monotonic() >= last:
                self._disconnect()
                raise error("TIMEOUT", "The host did not answer in time.", "See whether it lives: clz status")

    def _watch(self) -> None:
        """Take one event of the connection. Raises: AUTH_FAILED, HOST_GONE, _NoConnection."""
        event = self._next_event()
        if event == zmq.Event.HANDSHAKE_SUCCEEDED:
            self._up = True
        elif event == zmq.Event.HANDSHAKE_FAILED_AUTH:
            self._disconnect()
            raise error(
                "AUTH_FAILED",
                f"The host of session {self.paths.name!r} does not admit the key of agent {self.key.name!r}.",
                f"Its public key must stand in {self.paths.agents / self.key.agent_id}",
                agentId=self.key.agent_id,
            )
        elif event in (zmq.Event.HANDSHAKE_FAILED_PROTOCOL, zmq.Event.HANDSHAKE_FAILED_NO_DETAIL):
            raise _NoConnection(refused=True)
        elif self._up and event == zmq.Event.DISCONNECTED:
            self._disconnect()
            raise error("HOST_GONE", "The host went away while the command ran. Whether it was done is not known.")
        elif not self._up:
            raise _NoConnection(refused=False)

    def _unwrap(self, reply: dict[str, Any]) -> dict[str, Any]:
        timing = reply.get("timing")
        self.last_timing = timing if isinstance(timing, dict) else {}
        if reply.get("ok") is True and isinstance(reply.get("result"), dict):
            return dict(reply["result"])
        if isinstance(reply.get("error"), dict):
            raise from_wire(reply["error"])
        raise error("PROTOCOL", "The host's answer has neither a result nor an error.")

    def _unreachable(self, problem: _NoConnection) -> ClzError:
        if problem.refused:
            return error(
                "AUTH_FAILED", f"The host of session {self.paths.name!r} has another key than {self.paths.file}."
            )
        return error(
            "NOT_CONNECTED", f"The host of session {self.paths.name!r} does not answer.", "See: clz browser status"
        )

    def _cancel(self, id: str) -> None:
        """Tell the host that nobody waits for `id` any more."""
        if self._socket is None or not self._up:
            return
        own = os.urandom(8).hex()
        end = time.monotonic() + CANCEL_MS / 1000
        try:
            self._send(own, "cancel", {"id": id}, end)
            self._receive(own, end - CLIENT_GRACE_MS / 1000)
        except (ClzError, _NoConnection, zmq.ZMQError):
            pass  # the command's own deadline ends it


def _default_timeout(params: dict[str, Any]) -> int:
    wait = params.get("waitMs")
    asked = wait + WAIT_SLACK_MS if isinstance(wait, int) else 0
    return min(MAX_TIMEOUT_MS, max(DEFAULT_TIMEOUT_MS, asked))
