"""What a browser says of all its pages, for asyncio.

Isolated pages are agents of their own: each of them hears it too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz.callbacks.async_pump import AsyncPump

Begin = Callable[["AsyncPump", int], None]  # has a program decide, about what an agent knows by this id

UNDOES = {"removeRoutes": "addRoute", "removeInitScripts": "addInitScript"}
"""What takes back what has an id, which is another one for each agent."""
SETS = frozenset(
    (
        "addInitScript addRoute clearAuth clearExtraHeaders exposeFunction setAuth setConfig setDialogPolicy "
        "setExtraHeaders setOffline throttleNetwork"
    ).split()
)
"""Commands about all tabs of an agent that hold for those that it opens later."""


class AsyncSaying:
    """One thing that was said, and the ids by which agents know it."""

    def __init__(self, name: str, params: Values, own: Any, begin: Begin | None) -> None:
        self.name = name
        self.params = params
        self.own = own
        self._begin = begin
        self._ids: dict[str, Any] = {}

    async def say(self, agent: str, pump: AsyncPump) -> None:
        """Tell one agent. Raises: ClzError."""
        held: Values = {key: pump.holder for key in ("hold", "holder") if key in self.params}
        told = await pump.ask(self.name, {**self.params, **held})
        self._ids[agent] = told.get("id")
        if self._begin is not None:
            self._begin(pump, self._ids[agent])

    async def take_back(self, agent: str, pump: AsyncPump, by: str) -> None:
        """Have one agent forget it."""
        id = self._ids.pop(agent, None)
        if id is None:
            return
        with contextlib.suppress(ClzError):  # it was for so many requests, and is over
            await pump.ask(by, {"id": id, "all": False})
        pump.handlings[:] = [handling for handling in pump.handlings if handling.id != id]


class AsyncEverywhere:
    """All that a browser has said, in its order, for the isolated pages that are still to come."""

    def __init__(self) -> None:
        self._said: list[AsyncSaying] = []

    async def say(
        self, name: str, params: Values, result: Values, pumps: Callable[[], dict[str, AsyncPump]], begin: Begin | None
    ) -> None:
        """Tell those that are there, and keep it for others. Raises: ClzError."""
        if name in UNDOES:
            await self._take_back(name, params, pumps())
        elif name in SETS and params.get("tabId") is None:
            saying = AsyncSaying(name, params, result.get("id"), begin)
            self._said = [one for one in self._said if (one.name, one.params) != (name, params) or one.own is not None]
            self._said.append(saying)
            for agent, pump in pumps().items():
                await saying.say(agent, pump)

    async def _take_back(self, by: str, params: Values, pumps: dict[str, AsyncPump]) -> None:
        meant = [one for one in self._said if one.name == UNDOES[by] and params.get("id") in (None, one.own)]
        if params.get("tabId") is None:
            self._said = [one for one in self._said if one not in meant]
            for saying in meant:
                for agent, pump in pumps.items():
                    await saying.take_back(agent, pump, by)

    async def repeat(self, agent: str, pump: Callable[[], AsyncPump]) -> None:
        """Tell an agent that is new all of it. Raises: ClzError."""
        for saying in list(self._said):
            await saying.say(agent, pump())
