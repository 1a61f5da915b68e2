"""The host's socket: a ROUTER that answers each request in a task of its own.

One slow command never blocks another. A request passes the gate: its key is still admitted, its command is in the
registry, its parameters are valid. Then the host answers it itself or sends it on to the extension.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import zmq
import zmq.asyncio

from clz_core.client.keys import agent_name, short_id
from clz_core.client.tasks import Background
from clz_core.config.paths import SessionPaths
from clz_core.contract import wire
from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import SHORTAGES, ClzError, error
from clz_core.contract.limits import (
    CANCEL_MS,
    DEFAULT_TIMEOUT_MS,
    DRAIN_MS,
    HANDSHAKE_TIMEOUT_MS,
    KIB,
    MAX_REQUEST_BYTES,
    MAX_TIMEOUT_MS,
)
from clz_core.contract.shapes import Envelope, JsonObject, Params
from clz_core.contract.validate import check
from clz_native.film.films import Films
from clz_native.host.callers import Caller, Callers
from clz_native.host.onlooker import Onlooker
from clz_native.host.outbox import Outbox
from clz_native.host.pending import Pending, Sent
from clz_native.request import Handler, Request
from clz_native.secrets.resolver import Resolver, given_secrets

log = logging.getLogger("clz.server")


Preparation = Callable[[Request, str], Awaitable[None]]
ABANDONED = "abandoned"  # the id of a request of our own, which nobody waits for
MOMENT = COMMANDS["traceMoment"]


class Gate(NamedTuple):
    """What a request goes through.

    `handlers` are the commands that the host answers itself, by wire name; `admit` refuses what policy forbids;
    `settled` waits while what an agent left is being cleaned up; `preparations` are what the host does before it sends
    others on, given the id that the extension knows them by; `films` show what is done, and
    `views` let a person see it.
    """

    handlers: Mapping[str, Handler]
    admit: Callable[[Request], None]
    settled: Callable[[str], Awaitable[None]]
    preparations: Mapping[str, Preparation]
    films: Films
    views: Onlooker


class Server:
    """Takes requests, answers them.

    `resolver` finds the secrets that commands enter, and its masker takes them out of every answer.
    """

    def __init__(
        self,
        context: zmq.asyncio.Context,
        paths: SessionPaths,
        secret_key: bytes,
        pending: Pending,
        resolver: Resolver,
        gate: Gate,
    ) -> None:
        self._paths = paths
        self._pending = pending
        self._through = gate
        self.masker = resolver.masker
        self.resolver = resolver
        self._tasks = Background(log)
        self._socket = context.socket(zmq.ROUTER)
        self._socket.linger = 500  # the last answers of a host that goes down
        self._socket.curve_server = True
        self._socket.curve_secretkey = secret_key
        self._socket.router_handover = False
        # A client that is over the limit gets an error; one that is far over it is cut off.
        self._socket.maxmsgsize = 2 * MAX_REQUEST_BYTES + 64 * KIB
        # A client that connects and sends nothing holds a file descriptor for this long and no longer.
        self._socket.handshake_ivl = 2 * HANDSHAKE_TIMEOUT_MS
        self._outbox = Outbox(self._socket)
        self._callers = Callers(self._socket, self._abandon)

    def bind(self, endpoint: str) -> str:
        """Listen at `endpoint`, and return its real address: a free port has its number there."""
        self._socket.bind(endpoint)
        return self._socket.getsockopt_string(zmq.LAST_ENDPOINT)

    async def run(self) -> None:
        await asyncio.gather(self._take(), self._callers.run())

    async def _take(self) -> None:
        while True:
            frames: list[zmq.Frame] = await self._socket.recv_multipart(copy=False)
            self._tasks.start(self._serve(frames, self._callers.of(frames[-1])))
            await asyncio.sleep(0)  # one at a time: who floods us must not keep others from connecting

    async def drain(self) -> None:
        """Wait until every request that is under way has its answer."""
        await self._tasks.wait(DRAIN_MS / 1000)
        await self._outbox.drain()

    def close(self) -> None:
        self._outbox.close()
        self._callers.close()
        self._socket.close()

    def _abandon(self, agent: str, id: str) -> None:
        """Do for a client that is gone what it would have done if it had given up."""
        data = wire.encode_request(ABANDONED, "cancel", {"id": id}, CANCEL_MS)
        self._tasks.start(self._answer(agent, data, Caller()))

    async def _serve(self, frames: list[zmq.Frame], caller: Caller) -> None:
        begin = time.monotonic()
        envelope = [frame.bytes for frame in frames[:-1]]
        reply, request = await self._answer(str(frames[-1].get("User-Id")), frames[-1].bytes, caller)
        host_ms = (time.monotonic() - begin) * 1000
        timing = {"hostMs": round(host_ms, 3)}
        if request is not None and request.extension_ms is not None:
            timing["extensionMs"] = request.extension_ms
        reply = self.masker.masked(reply)
        await self._outbox.send([*envelope, wire.encode_reply({**reply, "timing": timing})])

    async def _answer(self, agent: str, data: bytes, caller: Caller) -> tuple[Envelope, Request | None]:
        id: Any = None
        request = None
        begin = time.monotonic()
        outcome = "ok"
        command = "?"
        try:
            wire.check_size(len(data))
            message = wire.decode(data)
            id = message.get("id") if isinstance(message.get("id"), str | int) else None
            command = str(message.get("command"))
            await self._through.settled(agent)
            request = self._gate(agent, message, Deadline(begin))
            request.is_abandoned = lambda: caller.is_gone
            asked = request.wants_locator
            with caller.waiting(agent, request.id):
                await self._through.views.begun(request)
                result = await self._filmed(request)
            told: JsonObject = {} if request.locator is None or not asked else {"locator": request.locator}
            if request.moment is not None:
                told["moment"] = request.moment
            return wire.success(id, result, **told), request
        except ClzError as problem:
            outcome = problem.code
            return wire.failure(id, problem), request
        except Exception as problem:
            if isinstance(problem, OSError) and problem.errno in SHORTAGES:
                outcome = "BUSY"
                return wire.failure(id, error(outcome, f"The host is out of resources: {problem.strerror}.")), request
            outcome = "INTERNAL"
            log.exception("%s failed", command[:50])
            fault = error("INTERNAL", f"The host failed at {command[:50]}: {type(problem).__name__}.")
            return wire.failure(id, fault), request
        finally:
            spent_ms = (time.monotonic() - begin) * 1000
            if request is not None:
                self._through.views.done(request, outcome, spent_ms)
            log.info("%s %s %s %.1f ms", short_id(agent), command[:50], outcome, spent_ms)

    def _gate(self, agent: str, message: Envelope, received: Deadline) -> Request:
        """Raises: AUTH_FAILED, PROTOCOL, UNKNOWN_COMMAND, INVALID_PARAMS, URL_NOT_ALLOWED, RIGHT_DENIED."""
        if not (self._paths.agents / agent).exists():
            raise error("AUTH_FAILED", "Your key was removed from this session.")
        id, name, left = message.get("id"), message.get("command"), message.get("deadline_ms", DEFAULT_TIMEOUT_MS)
        if not isinstance(id, str) or not id or len(id) > 100:
            raise error("PROTOCOL", "A request needs an id of 1 to 100 characters.")
        command = COMMANDS.get(name) if isinstance(name, str) else None
        if command is None or command.runs == "local" or command.offered == "host":
            raise error("UNKNOWN_COMMAND", f"There is no command {str(name)[:50]!r}.", commands=_wire_names())
        if isinstance(left, bool) or not isinstance(left, int | float) or not 0 < left <= MAX_TIMEOUT_MS:
            raise error("INVALID_PARAMS", f"deadline_ms must be a number up to {MAX_TIMEOUT_MS}.")
        params = check(command, message.get("params", {}))
        name_now, wants_locator = agent_name(self._paths, agent), message.get("locator") is True
        secrets = given_secrets(message.get("secrets"))
        request = Request(agent, name_now, id, command, params, received.plus(left), wants_locator, secrets)
        self._through.admit(request)
        if "moment" in message:
            request.look = self._look(request, message["moment"])
        return request

    def _look(self, request: Request, asked: Any) -> Params | None:
        """How to look at its tab once it is done, where the rules let the agent do that. Raises: INVALID_PARAMS."""
        look = Request(request.agent, request.name, request.id, MOMENT, check(MOMENT, asked), request.deadline)
        try:
            self._through.admit(look)
        except ClzError:
            return None
        return None if look.questions else look.params

    async def _filmed(self, request: Request) -> Mapping[str, Any]:
        """Show what is done in the agent's film, if there is one."""
        films = self._through.films
        if not films.wants_locator(request.agent):
            return await self._run(request)
        request.wants_locator = True
        films.begun(request)
        result = None
        try:
            result = await self._run(request)
            return result
        finally:
            await films.done(request, result)

    async def _run(self, request: Request) -> Mapping[str, Any]:
        if request.confirm:
            return await self._through.views.confirmed(request, lambda: self._perform(request))
        return await self._perform(request)

    async def _perform(self, request: Request) -> Mapping[str, Any]:
        name = request.command.name
        if request.command.runs == "host":
            return await self._through.handlers[name](request)
        if request.beyond is not None:
            await self._through.views.let_go_on(request, request.beyond)
        if request.asks_person:
            return await self._through.views.asked(request, lambda: self.forward(request, name, request.params))
        return await self.forward(request, name, request.params, request.look)

    async def forward(self, request: Request, command: str, params: Params, look: Params | None = None) -> JsonObject:
        """Run a command in the extension for the request's agent, and `look` at its tab when it is done."""
        if request.is_abandoned():
            raise error("CANCELLED", "The client is gone.")
        begin = time.monotonic()
        declared = COMMANDS[command]
        prepare = self._through.preparations.get(command)
        first = None if prepare is None else partial(prepare, request)
        params, secret_text = await self.resolver.resolve(declared, params, request.secrets, request.deadline)
        try:
            sent = Sent(
                request.agent,
                request.id,
                command,
                params,
                request.deadline,
                request.name,
                wants_locator=request.wants_locator,
                look=look,
                rights=request.rights,
                questions=request.questions,
                confirm={"kinds": list(request.confirm), "given": request.given} if request.confirm else None,
                secret_text=secret_text,
                hidden=self.masker.concealed() if declared.shows else (),
                unseen=self.masker.unseen(),
            )
            message = await self._pending.call(sent, first)
        finally:
            request.extension_ms = round((time.monotonic() - begin) * 1000, 3)
        located = message.get("locator")
        request.locator = located if isinstance(located, dict) else None
        request.moment = seen if isinstance(seen := message.get("moment"), dict) else None
        result = message.get("result")
        return result if isinstance(result, dict) else {}


def _wire_names() -> list[str]:
    return [command.name for command in COMMANDS if command.runs != "local" and not command.hidden]
