"""The client: one REQ socket to the host of a session, authenticated by the agent's CURVE key.

Connecting is tried three times, for then nothing was sent yet; a command that was sent is never sent again.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import zmq

from clz_core.client import processes
from clz_core.client import session as sessions
from clz_core.client.connection import (
    WATCHED,
    NoConnection,
    configure_curve,
    connected_after,
    default_timeout,
    event_of,
    host_gone,
    line_to,
    next_try_s,
    result_of,
    timeout_error,
    timing_of,
    with_secrets,
)
from clz_core.client.journaling import flow_of
from clz_core.client.keys import AgentKey, authorize, load_key
from clz_core.config.paths import SessionPaths
from clz_core.contract import wire
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, Refused
from clz_core.contract.limits import CANCEL_MS, CLIENT_GRACE_MS, CONNECT_TRIES, HANDSHAKE_TIMEOUT_MS
from clz_core.contract.shapes import Envelope, JsonObject, Params, RawResult

if TYPE_CHECKING:
    from clz_core.journal.notes import Flow
    from clz_core.trace.recorder import Recorder


class Client:
    """Sends commands of one agent to one session. Those of several threads go one after another.

    `key` replaces the agent's stored key; `authorize=False` leaves it to somebody else to authorize the key. `ahead` is
    a client that has connected before anybody knew what for: if it did so as this agent, and to the host that is there
    now, its connection is used, once. `on_connect` is called at each connection, when the first request is on its way.
    `trace` is what writes a step of each command, if it is set.
    `last_timing` says, after a call, how many milliseconds host and extension used: `{"hostMs", "extensionMs"}`.
    """

    def __init__(
        self,
        session: str = "default",
        agent: str = "cli",
        *,
        key: AgentKey | None = None,
        authorize: bool = True,
        ahead: Client | None = None,
        on_connect: Callable[[], None] | None = None,
    ) -> None:
        self.paths = SessionPaths(session)
        self.agent = agent
        self.last_timing: dict[str, float] = {}
        self.trace: Recorder | None = None
        self._key = key
        self._authorize = authorize
        self._context: zmq.Context[zmq.Socket[bytes]] | None = None
        self._socket: zmq.Socket[bytes] | None = None
        self._open: list[zmq.Socket[bytes]] = []  # the socket and its monitor, while there are any
        self._forgotten: weakref.finalize[..., Client] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._up = False
        self._info: sessions.SessionInfo | None = None
        self._ahead = ahead
        self._on_connect = on_connect
        self._is_new = False  # nothing was sent on this connection
        self._unproved = False  # the connection was made ahead, and the host has not said a word since
        self._turn = threading.Lock()
        self._line = line_to(self.paths)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        mine = self._turn.acquire(timeout=CLIENT_GRACE_MS / 1000)  # sockets are not closed while a thread reads them
        try:
            self._disconnect()
            if self._forgotten is not None:
                self._forgotten()
            self._context = None
        finally:
            if mine:
                self._turn.release()

    @property
    def key(self) -> AgentKey:
        """The agent's own key, made if it has none. Raises: AUTH_FAILED, RUNTIME_UNSAFE, FILE_ERROR."""
        if self._key is None:
            self._key = load_key(self.agent)
        return self._key

    def call(
        self,
        command: str,
        params: Params | None = None,
        timeout_ms: float | None = None,
        *,
        retried: bool = False,
    ) -> RawResult:
        """Run one command and return its result. With a journal, an entry is written of it.

        `timeout_ms` is the deadline of the whole call; left out it is 150 s, or longer where the command's own
        `waitMs` asks for it. `retried` says that you try again yourself if no host is there, which is then no entry.
        Raises: ClzError, with the code of whichever hop failed.
        """
        flow = flow_of(self.paths, self.agent, self.trace, command, params or {}, timeout_ms, retried)
        if flow is not None:
            return self.carry_out(flow)
        reply = self._exchange(command, params or {}, timeout_ms)
        self.last_timing = timing_of(reply)
        return result_of(reply, self.paths)

    def located(self, command: str, params: Params, timeout_ms: float | None = None) -> tuple[RawResult, JsonObject]:
        """As `call`, with how the element that was found is best named in another visit; no entry is written of it."""
        reply = self._exchange(command, params, timeout_ms, {"locator": True})
        return result_of(reply, self.paths), reply.get("locator") or {}

    def carry_out(self, flow: Flow) -> RawResult:
        """Send what `flow` asks for, until it gives the result of the command. Raises: ClzError, as `call` does."""
        try:
            ask = next(flow)
            while True:
                try:
                    reply = self._exchange(ask.command, ask.params, ask.timeout_ms, ask.along)
                    if ask.own:
                        self.last_timing = timing_of(reply)
                    result = result_of(reply, self.paths)
                except (ClzError, KeyboardInterrupt) as problem:
                    ask = flow.throw(problem)
                else:
                    ask = flow.send({**reply, "result": result} if ask.own else result)
        except StopIteration as done:
            return dict(done.value)

    def _exchange(
        self, command: str, params: Params, timeout_ms: float | None, along: JsonObject | None = None
    ) -> Envelope:
        """Send one command, with what goes along, and return the reply to it."""
        deadline = Deadline.after(default_timeout(params) if timeout_ms is None else timeout_ms)
        if not self._turn.acquire(timeout=deadline.plus(CLIENT_GRACE_MS).remaining_s):
            raise timeout_error()
        try:
            if self._line is None:
                return self._answered(command, params, deadline, along or {})
            if (own := self._line.answered(command, self.key)) is not None:
                return {"ok": True, "result": own}
            sent = self._line.outgoing(command, params, self.key, deadline)
            return self._line.incoming(command, self._answered(command, sent, deadline, along or {}), deadline)
        finally:
            self._turn.release()

    def _answered(self, command: str, params: Params, deadline: Deadline, along: JsonObject) -> Envelope:
        id = os.urandom(8).hex()
        along = with_secrets(along, command, params)
        for attempt in range(CONNECT_TRIES):
            try:
                self._connect(deadline)
                self._send(id, command, params, deadline, along)
                return self._receive(id, deadline.plus(CLIENT_GRACE_MS))
            except NoConnection as problem:
                self._disconnect()
                if self._line is not None:
                    self._line.lost()
                time.sleep(next_try_s(problem, attempt, deadline, self.paths))
            except Refused:
                if self._line is None or attempt:
                    raise
                self._line.lost(self.key)  # a host that was started since knows nobody
            except KeyboardInterrupt:
                self._cancel(id)
                raise
        raise AssertionError("unreachable")

    def _connect(self, deadline: Deadline) -> None:
        if self._socket is not None and self._gone():
            self._disconnect()
        if self._socket is not None:
            return
        if self._line is not None:
            self._info = self._line.ready(self.key, deadline)
        else:
            self._info = sessions.read(self.paths)
            if self._authorize:
                authorize(self.paths, self.key)
            if self._ahead is not None and self._take_over(self._ahead):
                return
        if self._context is None:
            self._own(zmq.Context())
        assert self._context is not None
        socket = self._context.socket(zmq.REQ)
        socket.req_relaxed = True
        socket.req_correlate = True
        configure_curve(socket, self._info, self.key, self._handshake_ms)
        self._hold(socket, socket.get_monitor_socket(WATCHED))
        self._up = self._unproved = False
        socket.connect(self._info.endpoint)

    def _own(self, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self._context = context
        self._forgotten = weakref.finalize(self, _end, context, self._open)
        self._forgotten.atexit = False

    def _hold(self, socket: zmq.Socket[bytes], monitor: zmq.Socket[bytes]) -> None:
        self._socket, self._monitor, self._is_new = socket, monitor, True
        self._open[:] = [socket, monitor]

    def _take_over(self, other: Client) -> bool:
        """Have what another client holds; false if its connection is another agent's, another host's or broken."""
        self._ahead = None
        fits = (other._info, other._key) == (self._info, self.key) and other.stands() and not self._is_stopped()
        socket, monitor = other._socket, other._monitor
        if not fits or socket is None or monitor is None:
            other.close()
            return False
        assert other._forgotten is not None
        assert other._context is not None
        other._forgotten.detach()
        self._own(other._context)
        self._up, self._unproved = other._up, True
        other._open.clear()
        other._context = other._socket = other._monitor = None
        self._hold(socket, monitor)
        return True

    def connect(self) -> None:
        """Begin to connect, and do not wait for it. Raises: ClzError."""
        self._connect(Deadline.after(default_timeout({})))

    @property
    def connected(self) -> bool:
        """True once the host has admitted the agent, by what was seen last."""
        return self._up

    def stands(self) -> bool:
        """True if the connection is up, or is being made, by what is known of it now."""
        try:
            while self._monitor is not None and self._monitor.poll(0):
                self._up = connected_after(self._next_event(), self._up, self.paths, self.key)
        except (ClzError, NoConnection):
            self._disconnect()
        return self._monitor is not None

    def fileno(self) -> int:
        """A descriptor that can be read once there is something for `stands` to see; -1 without a connection."""
        return -1 if self._monitor is None else int(self._monitor.FD)

    def _is_stopped(self) -> bool:
        """True if the host takes no part in anything: a new connection would not have come about."""
        return self._info is not None and processes.is_stopped(self._info.pid)

    def _disconnect(self) -> None:
        _close(self._open)
        self._socket = self._monitor = None
        self._up = False

    @property
    def _handshake_ms(self) -> int:
        return HANDSHAKE_TIMEOUT_MS if self._line is None else self._line.HANDSHAKE_MS

    def _gone(self) -> bool:
        """True if the connection broke since the last call."""
        while self._monitor is not None and self._monitor.poll(0):
            if self._next_event() == zmq.Event.DISCONNECTED:
                return True
        return False

    def _next_event(self) -> int:
        assert self._monitor is not None
        return event_of(self._monitor.recv_multipart())

    def _send(
        self,
        id: str,
        command: str,
        params: Params,
        deadline: Deadline,
        along: Mapping[str, Any] = wire.NOTHING,
    ) -> None:
        assert self._socket is not None
        self._socket.send(wire.encode_request(id, command, params, deadline.to_send_ms, along))
        if self._is_new:
            self._is_new = False
            if self._on_connect is not None:
                self._on_connect()

    def _receive(self, id: str, last: Deadline) -> Envelope:
        assert self._socket is not None
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._monitor, zmq.POLLIN)
        handshake = min(Deadline.after(self._handshake_ms), last)
        while True:
            until = last if self._up and not self._unproved else handshake
            ready = dict(poller.poll(int(until.remaining_ms) + 1))
            if self._socket in ready:
                self._up, self._unproved = True, False
                reply = wire.decode(self._socket.recv())
                if reply.get("id") in (id, None):  # None: the host could not read which request it was
                    return reply
            elif ready:
                self._watch()
            elif not self._up and not last.passed:
                raise NoConnection(refused=False)
            elif self._unproved and not last.passed:
                self._prove()
            elif last.passed:
                self._disconnect()
                raise timeout_error()

    def _prove(self) -> None:
        """See whether the host of a connection that was made ahead still makes others. Raises: HOST_GONE."""
        with Client(self.paths.name, self.agent, key=self.key, authorize=False) as other:
            with suppress(ClzError):
                other.connect()
            patience = Deadline.after(HANDSHAKE_TIMEOUT_MS)
            while other.stands() and not other.connected and not patience.passed:
                assert other._monitor is not None
                other._monitor.poll(int(patience.remaining_ms) + 1)
            self._unproved = not other.connected
        if self._unproved:
            self._disconnect()
            raise host_gone("The host does not answer.")

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


def _close(sockets: list[zmq.Socket[bytes]]) -> None:
    """Close a socket and its monitor, if they are there."""
    if sockets:
        socket, monitor = sockets
        socket.disable_monitor()
        monitor.close(0)
        socket.close(0)
        sockets.clear()


def _end(context: zmq.Context[zmq.Socket[bytes]], sockets: list[zmq.Socket[bytes]]) -> None:
    """Close the sockets, then the context, which would wait for them. Runs for a client that was never closed, too."""
    _close(sockets)
    context.term()
