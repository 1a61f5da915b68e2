"""Paused agents: their next command waits until somebody lets them go on, it is cancelled, or its time is up."""

from __future__ import annotations

import asyncio

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_PENDING_OF_ONE

MARGIN_MS = 200  # for saying so, before the waiting command gives up
HINT = "Try again once they are done."


class Pauses:
    def __init__(self) -> None:
        self._paused: dict[str, dict[str, asyncio.Future[bool]]] = {}  # what waits, by agent and request

    def __contains__(self, agent: object) -> bool:
        return agent in self._paused

    def all(self) -> list[str]:
        return list(self._paused)

    def pause(self, agent: str) -> None:
        self._paused.setdefault(agent, {})

    def resume(self, agent: str) -> None:
        for waiting in self._paused.pop(agent, {}).values():
            _end(waiting, goes_on=True)

    def cancel(self, agent: str, id: str) -> None:
        """Nobody waits for that request any more: it is not done later."""
        if (waiting := self._paused.get(agent, {}).get(id)) is not None:
            _end(waiting, goes_on=False)

    async def wait(self, agent: str, id: str, deadline: Deadline) -> None:
        """Raises: BUSY if the agent is paused for longer than its command may take, CANCELLED."""
        while (waiting := self._paused.get(agent)) is not None:
            if len(waiting) >= MAX_PENDING_OF_ONE:
                raise error("BUSY", f"A person has paused your agent, and {len(waiting)} commands wait already.", HINT)
            mine = waiting[id] = asyncio.get_running_loop().create_future()
            try:
                goes_on = await asyncio.wait_for(mine, deadline.minus(MARGIN_MS).remaining_s)
            except TimeoutError:
                raise error("BUSY", "A person has paused your agent, and looks at its tab.", HINT) from None
            finally:
                waiting.pop(id, None)
            if not goes_on:
                raise error("CANCELLED", "The command was cancelled before it began.")


def _end(waiting: asyncio.Future[bool], goes_on: bool) -> None:
    if not waiting.done():
        waiting.set_result(goes_on)
