"""Who still waits for an answer: each request by the connection that it came over.

A client that is gone, however it ended, wants nothing done any more: what it had under way is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import zmq
import zmq.asyncio

from clz_core.client.connection import descriptor_of


class Caller:
    """One connection, and what came over it and is under way: agents, and the ids of their requests."""

    def __init__(self) -> None:
        self.is_gone = False
        self.requests: set[tuple[str, str]] = set()

    @contextmanager
    def waiting(self, agent: str, id: str) -> Iterator[None]:
        self.requests.add((agent, id))
        try:
            yield
        finally:
            self.requests.discard((agent, id))


class Callers:
    """The connections of a ROUTER. `abandoned` is called with each request whose caller has gone."""

    def __init__(self, router: zmq.asyncio.Socket, abandoned: Callable[[str, str], None]) -> None:
        self._abandoned = abandoned
        self._router = router
        self._monitor = router.get_monitor_socket(zmq.Event.DISCONNECTED)
        self._events: zmq.Socket[bytes] = zmq.Socket.shadow(self._monitor)
        self._callers: dict[int, Caller] = {}

    def of(self, message: zmq.Frame) -> Caller:
        """Whose message it is. A descriptor may be another connection's by now, whose messages come after its end."""
        self._catch_up()
        return self._callers.setdefault(int(message.get(zmq.SRCFD)), Caller())

    async def run(self) -> None:
        while True:
            await self._monitor.poll()
            self._catch_up()

    def close(self) -> None:
        self._router.disable_monitor()
        self._monitor.close(0)

    def _catch_up(self) -> None:
        while self._events.poll(0):
            gone = self._callers.pop(descriptor_of(self._events.recv_multipart()), None)
            if gone is not None:
                gone.is_gone = True
                for agent, id in gone.requests:
                    self._abandoned(agent, id)
