"""The client of an asyncio program: one DEALER socket, any number of commands at once.

Connecting is tried three times, for then nothing was sent yet; a command that was sent is never sent again. A call that
is cancelled cancels its command in the host and the extension.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import zmq
import zmq.asyncio

from clz_core.client import session as sessions
from clz_core.client.connection import (
    WATCHED,
    NoConnection,
    configure_curve,
    connected_after,
    default_timeout,
    event_of,
    line_to,
    next_try_s,
    result_of,
    timeout_error,
    with_secrets,
)
from clz_core.client.journaling import flow_of
from clz_core.client.keys import AgentKey, authorize
from clz_core.client.tasks import Background
from clz_core.config.paths import SessionPaths
from clz_core.contract import wire
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, Refused, error
from clz_core.contract.limits import CANCEL_MS, CLIENT_GRACE_MS, CONNECT_TRIES, HANDSHAKE_TIMEOUT_MS
from clz_core.contract.shapes import Envelope, JsonObject, Params, RawResult

if TYPE_CHECKING:
    from clz_core.client.session import SessionInfo
    from clz_core.journal.entries import CommandEntry
    from clz_core.journal.notes import Flow
    from clz_core.trace.recorder import Recorder

log = logging.getLogger("clz.client")


class AsyncClient:
    """Sends commands of one agent to one session, from one event loop. `on_connect` is called at each connection.

    `trace` is what writes a step of each command, `heard` what is given an entry of each, if they are set.
    """

    def __init__(self, session: str, key: AgentKey, on_connect: Callable[[], None] | None = None) -> None:
        self.paths = SessionPaths(session)
        self.key = key
        self.on_connect = on_connect or (lambda: None)
        self.trace: Recorder | None = None
        self.heard: Callable[[CommandEntry], None] | None = None
        self._context: zmq.asyncio.Context | None = None
        self._line: _Line | None = None
        self._far = line_to(self.paths)

    @property
    def connected(self) -> bool:
        line = self._line
        return line is not None and line.up.done() and not line.closed

    def close(self) -> None:
        if self._line is not None:
            self._line.close(NoConnection(refused=False))
        if self._context is not None:
            self._context.term()
        self._context = self._line = None

    async def call(
        self,
        command: str,
        params: Params | None = None,
        timeout_ms: float | None = None,
        *,
        retried: bool = False,
    ) -> RawResult:
        """Run one command and return its result, as `Client.call` does."""
        flow = flow_of(self.paths, self.key.name, self.trace, command, params or {}, timeout_ms, retried, self.heard)
        if flow is not None:
            return await self.carry_out(flow)
        return result_of(await self._exchange(command, params or {}, timeout_ms), self.paths)

    async def carry_out(self, flow: Flow) -> RawResult:
        """Send what `flow` asks for, until it gives the result of the command. Raises: ClzError, as `call` does."""
        try:
            ask = next(flow)
            while True:
                try:
                    reply = await self._exchange(ask.command, ask.params, ask.timeout_ms, ask.along)
                    result = result_of(reply, self.paths)
                except (ClzError, asyncio.CancelledError) as problem:
                    ask = flow.throw(problem)
                else:
                    ask = flow.send({**reply, "result": result} if ask.own else result)
        except StopIteration as done:
            return dict(done.value)

    async def _exchange(
        self, command: str, params: Params, timeout_ms: float | None, along: JsonObject | None = None
    ) -> Envelope:
        """Send one command, with what goes along, and return the reply to it."""
        deadline = Deadline.after(default_timeout(params) if timeout_ms is None else timeout_ms)
        far = self._far
        if far is None:
            line = await self._connect(deadline)
            return await line.ask(command, params, deadline, along or {})
        if (own := far.answered(command, self.key)) is not None:
            return {"ok": True, "result": own}
        sent = await asyncio.to_thread(far.outgoing, command, params, self.key, deadline)
        line = await self._connect(deadline)
        reply = await line.ask(command, sent, deadline, along or {})
        return await asyncio.to_thread(far.incoming, command, reply, deadline)

    async def _connect(self, deadline: Deadline) -> _Line:
        """The line to the host, once it is up. Calls that come meanwhile wait for the same one."""
        for attempt in range(CONNECT_TRIES):
            line = self._line if self._line is not None and not self._line.closed else None
            if line is None:
                info = await asyncio.to_thread(self._far.ready, self.key, deadline) if self._far is not None else None
                line = self._line if self._line is not None and not self._line.closed else self._open(info)
            try:
                async with asyncio.timeout(min(deadline, line.handshake).remaining_s):
                    await asyncio.shield(line.up)
                return line
            except TimeoutError:
                problem = NoConnection(refused=False)
                if not line.handshake.passed:  # our own time is up; others may go on waiting
                    raise timeout_error() from None
                line.close(problem)
            except NoConnection as refusal:
                problem = refusal
            except Refused:
                if self._far is None or attempt:
                    raise
                await asyncio.to_thread(self._far.lost, self.key)  # a host that was started since knows nobody
                continue
            if self._far is not None:
                await asyncio.to_thread(self._far.lost)
            await asyncio.sleep(next_try_s(problem, attempt, deadline, self.paths))
        raise AssertionError("unreachable")

    def _open(self, far: SessionInfo | None) -> _Line:
        info = sessions.read(self.paths) if far is None else far
        if far is None:
            authorize(self.paths, self.key)
        if self._context is None:
            self._context = zmq.asyncio.Context()
        socket = self._context.socket(zmq.DEALER)
        handshake_ms = HANDSHAKE_TIMEOUT_MS if self._far is None else self._far.HANDSHAKE_MS
        configure_curve(socket, info, self.key, handshake_ms)
        self._line = _Line(self, socket, handshake_ms)
        socket.connect(info.endpoint)
        return self._line


class _Line:
    """One connection and what waits for an answer on it. Closed for good at its first fault."""

    def __init__(self, client: AsyncClient, socket: zmq.asyncio.Socket, handshake_ms: int) -> None:
        self._client = client
        self._socket = socket
        self._monitor = socket.get_monitor_socket(WATCHED)
        self._waiting: dict[str, asyncio.Future[Envelope]] = {}
        self.handshake = Deadline.after(handshake_ms)
        self.closed = False
        self.up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks = Background(log, self._broke)
        self._tasks.start(self._read())
        self._tasks.start(self._watch())

    async def ask(self, command: str, params: Params, deadline: Deadline, along: JsonObject) -> Envelope:
        """Send one command and wait for the reply to it."""
        id = os.urandom(8).hex()
        data = wire.encode_request(id, command, params, deadline.to_send_ms, with_secrets(along, command, params))
        answer: asyncio.Future[Envelope] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        try:
            if self.closed:
                raise error("HOST_GONE", "The host went away before the command was sent.")
            self._send(data)
            async with asyncio.timeout(deadline.plus(CLIENT_GRACE_MS).remaining_s):
                return await answer
        except TimeoutError:
            raise timeout_error() from None
        except asyncio.CancelledError:
            if not self.closed and (answer.cancelled() or not answer.done()):
                self._send(wire.encode_request(os.urandom(8).hex(), "cancel", {"id": id}, CANCEL_MS))
            raise
        finally:
            del self._waiting[id]

    def _send(self, data: bytes) -> None:
        # Goes out at once, or from the socket's queue when there is room again.
        sent: asyncio.Future[Any] = asyncio.ensure_future(self._socket.send(data))
        sent.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _read(self) -> None:
        try:
            while True:
                self._take(await self._socket.recv())
        finally:  # asyncio.run cancels it before it ends generators, which may have pages to close
            self._broke()

    def _take(self, data: bytes) -> None:
        try:
            reply = wire.decode(data)
        except ClzError as problem:
            self.close(problem)
            return
        id = reply.get("id")
        # None: the host could not read which request it was. It reads none of ours then.
        for answer in self._waiting.values() if id is None else filter(None, [self._waiting.get(str(id))]):
            if not answer.done():
                answer.set_result(reply)

    async def _watch(self) -> None:
        up = False
        try:
            while True:
                up = connected_after(
                    event_of(await self._monitor.recv_multipart()), up, self._client.paths, self._client.key
                )
                if up and not self.up.done():
                    self.up.set_result(None)
                    self._client.on_connect()
        except (ClzError, NoConnection) as problem:
            self._take_the_last()
            self.close(problem)

    def _take_the_last(self) -> None:
        """Answers that came in before the connection ended."""
        with contextlib.suppress(zmq.ZMQError):
            socket: zmq.Socket[bytes] = zmq.Socket.shadow(self._socket.underlying)
            while True:
                self._take(socket.recv(zmq.NOBLOCK))

    def _broke(self, _problem: Exception | None = None) -> None:
        """Nothing is read any more: calls must not wait in vain."""
        self.close(NoConnection(refused=False))

    def close(self, problem: Exception) -> None:
        """Close the connection; what waits for it or for an answer fails, and says why."""
        if self.closed:
            return
        self.closed = True
        gone = problem if isinstance(problem, ClzError) else error("HOST_GONE", "The connection to the host ended.")
        _fail(self.up, problem)
        for answer in self._waiting.values():
            _fail(answer, gone)
        self._tasks.cancel()
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close(0)


def _fail(future: asyncio.Future[Any], problem: Exception) -> None:
    if not future.done():
        future.set_exception(problem)
        future.exception()  # nobody may be there to ask
