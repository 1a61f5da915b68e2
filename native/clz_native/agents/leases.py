"""Leases: which agents are still there.

An agent that sends heartbeats is alive while one of its processes is known to live, or else until it has been silent
for two minutes. So is the agent of a session, by the process that owns the session, or else for an hour: it thinks for
long, and sends no heartbeats. An agent that is neither, such as a person's command line, is never an orphan.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from clz_core.contract.limits import ORPHAN_AFTER_S


@dataclass
class Lease:
    """One agent; times are the clock's. `until` is None for an agent without a lease."""

    since: float
    heard: float
    until: float | None = None
    silence_s: float = ORPHAN_AFTER_S
    pids: set[int] = field(default_factory=set)

    def alive(self, now: float) -> bool:
        return bool(self.pids) or self.until is None or self.until > now


class Leases:
    """All timing of agents' lives, by a clock that only goes forward."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._leases: dict[str, Lease] = {}
        self._present = clock()  # when an agent was there last

    def __contains__(self, agent: object) -> bool:
        return agent in self._leases

    def now(self) -> float:
        return self._clock()

    def all(self) -> dict[str, Lease]:
        return dict(self._leases)

    def heard(self, agent: str) -> Lease:
        """The agent has asked for something."""
        now = self._clock()
        self._present = now
        lease = self._leases.setdefault(agent, Lease(now, now))
        lease.heard = now
        if lease.until is not None:
            lease.until = now + lease.silence_s
        return lease

    def beat(self, agent: str, pid: int | None = None, silence_s: float = ORPHAN_AFTER_S) -> None:
        """The agent has said that it is alive. `pid` is a process of its own whose end will be noticed."""
        lease = self.heard(agent)
        lease.silence_s = silence_s
        lease.until = lease.heard + silence_s
        if pid is not None:
            lease.pids.add(pid)

    def process_gone(self, pid: int) -> list[str]:
        """The agents that lived in this process alone."""
        orphans = []
        for agent, lease in self._leases.items():
            if pid in lease.pids:
                lease.pids.discard(pid)
                if not lease.pids:
                    orphans.append(agent)
        return orphans

    def orphans(self) -> list[str]:
        """The agents that have been silent for too long, and whose process nobody watches."""
        now = self._clock()
        return [agent for agent, lease in self._leases.items() if not lease.alive(now)]

    def forget(self, agent: str) -> None:
        if self._leases.pop(agent, None) is not None:
            self._present = self._clock()

    def idle_s(self, busy: bool = False) -> float:
        """For how long no agent has been there; one without a lease is while it asks for something. `busy`: one is."""
        now = self._clock()
        if busy or any(lease.until is not None and lease.alive(now) for lease in self._leases.values()):
            self._present = now
        return now - self._present
