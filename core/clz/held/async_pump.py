"""What waits for a program, with asyncio: requests that it decides about, and its functions that pages call."""

from __future__ import annotations

import asyncio
import inspect
import os
from typing import Any

from clz._calls import Who, async_client
from clz.held.async_routes import AsyncHandling, AsyncRoute
from clz.held.functions import MAX_WAIT_MS, Functions, replied
from clz_core.client.async_client import AsyncClient
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Values


class AsyncPump:
    """Asks for what waits, for as long as there are handlers, and calls them. A command raises what they raise."""

    def __init__(self, who: Who) -> None:
        self.holder = os.urandom(8).hex()
        self.handlings: list[AsyncHandling] = []
        self.functions = Functions()
        self._client = async_client(who)
        self._poll: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._problems: list[BaseException] = []

    def start(self) -> None:
        """Begin to ask."""
        if self._poll is None or self._poll.done():
            self._poll = asyncio.get_running_loop().create_task(self._ask_on())

    async def ask(self, name: str, params: Values) -> Values:
        """Give a command beside that which the page is at. Raises: ClzError."""
        return await self._client.call(name, params)

    async def carried(self, client: AsyncClient, name: str, params: Any, timeout_ms: float | None) -> Any:
        """Give a page's command. Raises: what it raises, else what a handler has raised."""
        failure: ClzError | None = None
        result: Any = None
        try:
            result = await client.call(name, params, timeout_ms)
        except ClzError as problem:
            failure = problem
        if self._problems:
            raise self._problems.pop(0) from failure  # which may have come of it
        if failure:
            raise failure
        return result

    async def close(self) -> None:
        """Stop asking."""
        if self._poll is not None:
            self._poll.cancel()
            await asyncio.gather(self._poll, return_exceptions=True)
        self._client.close()

    async def _ask_on(self) -> None:
        while self.handlings or self.functions:
            try:
                given = {"holder": self.holder, "waitMs": MAX_WAIT_MS, "bodies": bool(self.handlings)}
                came = await self._client.call("takeHeld", given)
            except ClzError as problem:
                self._problems.append(problem)
                return
            for held in came["requests"]:
                self._start(self._decide(held))
            for call in came["calls"]:
                self._start(self._call(call))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, held: Values) -> None:
        fitting = [handling for handling in self.handlings if handling.fits(held)]
        try:
            await AsyncRoute(self.ask, held, fitting)._next()
        except Exception as problem:  # noqa: BLE001 it is raised by the next command
            self._problems.append(problem)
        await self._drop_those_over()

    async def _drop_those_over(self) -> None:
        for handling in [handling for handling in self.handlings if handling.over]:
            self.handlings.remove(handling)
            await self.ask("removeRoutes", {"id": handling.id, "all": False})

    async def _call(self, call: Values) -> None:
        handler, given = self.functions.of(call)
        try:
            value = handler(*given)
            reply = replied(await value if inspect.isawaitable(value) else value)
        except Exception as problem:  # noqa: BLE001 the page gets it
            reply = {"error": f"{type(problem).__name__}: {problem}"}
        try:
            await self.ask("answerCall", {"id": call["id"], **reply})
        except ClzError:
            pass  # its page is gone
