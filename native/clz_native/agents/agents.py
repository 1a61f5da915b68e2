"""Agents: who shares this Firefox, and what becomes of those that are gone.

An agent leaves by saying goodbye, by the end of its process, by silence, or because its key was taken out of the
session. Each way ends the same: the extension closes its tabs and forgets it. Agents whose key is kept under a name for
good, such as a person's command line, are never taken for gone while Firefox runs.

One that is heard again before its tabs are closed keeps them. While they are being closed its requests wait: what it
opens then must not be taken for something that it left.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from clz_core.client.keys import (
    AGENT_ID,
    agent_name,
    is_kept,
    owner_of,
    remove_key,
    revoke_id,
    revoke_self_authorized,
    short_id,
)
from clz_core.client.tasks import Background
from clz_core.config.paths import SessionPaths
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import SESSION_ORPHAN_AFTER_S, SWEEP_EVERY_S
from clz_native.agents.leases import Leases
from clz_native.agents.processes import Processes
from clz_native.host.pending import Pending, Sent
from clz_native.request import Handler, Request

if TYPE_CHECKING:
    from clz_core.generated.results import GetAgentsResult, GoodbyeResult, HeartbeatResult

log = logging.getLogger("clz.agents")
CLEANUP_MS = 30_000
LEAVE = "cleanupOrphanedTabs"
AWAY = 1.25  # a wait that takes this many times as long is one that the host was stopped in


class Agents:
    """The agents of one session. `on_left` is called with the id of each that has left."""

    def __init__(
        self,
        paths: SessionPaths,
        pending: Pending,
        on_left: Callable[[str], None],
        leases: Leases | None = None,
        sweep_every_s: float = SWEEP_EVERY_S,
    ) -> None:
        self._paths = paths
        self._pending = pending
        self._on_left = on_left
        self._leases = leases or Leases()
        self._sweep_every_s = sweep_every_s
        self._processes = Processes(self._process_gone)
        self._again: set[str] = set()
        self._inherited: set[str] = set()  # known from an earlier host, and never heard by this one
        self._tasks = Background(log)
        self._leaving: dict[str, asyncio.Event] = {}  # set when the agent has left, or could not be made to
        self._returning: set[str] = set()  # left in silence; they may come back, and be silent once more
        self._asked = 0
        self.has_read: Callable[[str, str], str] = lambda _agent, _name: ""  # the site whose reading holds it to a flow

    def table(self) -> dict[str, Handler]:
        return {"heartbeat": self.heartbeat, "goodbye": self.goodbye, "getAgents": self.get_agents}

    async def settled(self, agent: str) -> None:
        """Wait until nothing of an agent is being closed."""
        while (leaving := self._leaving.get(agent)) is not None:
            await leaving.wait()

    def heard(self, agent: str) -> None:
        is_new = agent not in self._leases or agent in self._inherited
        self._inherited.discard(agent)
        self._again.discard(agent)
        if agent in self._returning:
            self._returning.discard(agent)
            self._leases.beat(agent)
        self._leases.heard(agent)
        if is_new:
            self._lease_by_owner(agent)

    def _lease_by_owner(self, agent: str) -> None:
        """Keep the agent of a session for as long as the process that owns the session lives."""
        owner = owner_of(self._paths, agent)
        if owner is not None:
            watched = owner.lives and self._processes.watch(owner.pid)
            self._leases.beat(agent, owner.pid if watched else None, SESSION_ORPHAN_AFTER_S)

    def adopt(self, agents: list[str]) -> None:
        """Take over agents that an earlier host knew: those that are gone will stay silent.

        Nobody is connected yet, and who connects puts its key there: of those that earlier hosts left, only the keys
        of agents that have something here stay, until it shows whether they are there themselves.
        """
        revoke_self_authorized(self._paths, agents)
        for agent in agents:
            if AGENT_ID.fullmatch(agent) and not self._is_kept(agent):
                self._inherited.add(agent)
                self._leases.beat(agent)
                self._lease_by_owner(agent)

    async def heartbeat(self, request: Request) -> HeartbeatResult:
        pid = request.params.get("pid")
        if self._is_kept(request.agent):
            return {"alive": True, "watched": False}
        watched = isinstance(pid, int) and self._processes.watch(pid)
        self._leases.beat(request.agent, pid if watched else None)
        return {"alive": True, "watched": watched}

    async def goodbye(self, request: Request) -> GoodbyeResult:
        result = await self._close_tabs(request.agent, request.deadline)
        self._forget(request.agent)
        if not self._is_kept(request.agent):
            revoke_id(self._paths, request.agent)  # a key for one life has had it
        return result

    async def get_agents(self, request: Request) -> GetAgentsResult:
        answer = await self._pending.call(Sent(request.agent, request.id, "getTabs", {}, request.deadline))
        tabs: dict[str, int] = {}
        for tab in (answer.get("result") or {}).get("tabs", []):
            if not tab["shared"]:
                tabs[tab["owner"]] = tabs.get(tab["owner"], 0) + 1
        now = self._leases.now()
        known = [
            (agent, agent_name(self._paths, agent), lease)
            for agent, lease in sorted(self._leases.all().items(), key=lambda item: item[1].since)
        ]
        return {
            "agents": [
                {
                    "agent": short_id(agent),
                    "id": agent,
                    "name": name,
                    "tabs": tabs.get(short_id(agent), 0),
                    "sinceMs": int((now - lease.since) * 1000),
                    "quietMs": int((now - lease.heard) * 1000),
                    "alive": lease.alive(now),
                    "pids": sorted(lease.pids),
                    "mine": agent == request.agent,
                    "read": self.has_read(agent, name),
                }
                for agent, name, lease in known
            ],
            "yourId": request.agent,
        }

    async def run(self) -> None:
        """Sweep from time to time."""
        while True:
            await self.turn()

    async def turn(self) -> None:
        """Wait, then sweep; a host that was stopped meanwhile first hears what was said to it, until the next turn."""
        begin = self._leases.now()
        await asyncio.sleep(self._sweep_every_s)
        if self._leases.now() - begin < AWAY * self._sweep_every_s:
            self.sweep()

    def sweep(self) -> None:
        """Close the tabs of every agent that is gone."""
        for agent in self._gone():
            self._again.discard(agent)
            if agent in self._inherited:
                self._inherited.discard(agent)
                revoke_id(self._paths, agent)  # no connection to this host uses it
            self._end(agent)

    def _gone(self) -> set[str]:
        return {*self._leases.orphans(), *self._again, *self._dismissed()} - self._leaving.keys()

    def close(self) -> None:
        self._processes.close()
        self._tasks.cancel()

    def _is_kept(self, agent: str) -> bool:
        return is_kept(agent, agent_name(self._paths, agent))

    def _discard_key(self, agent: str) -> None:
        """Take away the key of a session that has ended."""
        try:
            if owner_of(self._paths, agent) is not None:
                remove_key(agent_name(self._paths, agent), agent)
        except ClzError as problem:
            log.warning("a key stays: %s", problem.message)

    def _dismissed(self) -> list[str]:
        return [agent for agent in self._leases.all() if not (self._paths.agents / agent).exists()]

    def _process_gone(self, pid: int) -> None:
        for agent in self._leases.process_gone(pid):
            log.info("the process %d of %s is gone", pid, short_id(agent))
            self._discard_key(agent)
            revoke_id(self._paths, agent)  # nobody has the key any more
            self._end(agent)

    def _end(self, agent: str) -> None:
        if agent not in self._leaving:
            self._leaving[agent] = asyncio.Event()
            self._tasks.start(self._clean_up(agent))

    async def _clean_up(self, agent: str) -> None:
        try:
            result = await self._close_tabs(agent, Deadline.after(CLEANUP_MS))
            self._forget(agent)
            self._returning.add(agent)
            log.info("%s is gone: closed %d tabs", short_id(agent), len(result["closed"]))
        except Exception as problem:  # noqa: BLE001 - whatever it was, it is tried again
            why = problem.code if isinstance(problem, ClzError) else repr(problem)
            log.warning("%s is gone, and its tabs stay for now: %s", short_id(agent), why)
            self._again.add(agent)
        finally:
            self._leaving.pop(agent).set()

    async def _close_tabs(self, agent: str, deadline: Deadline) -> GoodbyeResult:
        self._pending.end(agent)
        self._asked += 1
        answer = await self._pending.call(Sent(agent, f"leave-{self._asked}", LEAVE, {}, deadline))
        self._on_left(agent)
        closed = (answer.get("result") or {}).get("closed")
        return {"closed": closed if isinstance(closed, list) else []}

    def _forget(self, agent: str) -> None:
        lease = self._leases.all().get(agent)
        self._leases.forget(agent)
        in_use = {pid for other in self._leases.all().values() for pid in other.pids}
        for pid in (lease.pids if lease else set()) - in_use:
            self._processes.release(pid)
