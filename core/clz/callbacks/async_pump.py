"""What waits for a program, with asyncio: requests that it decides about, and its functions that pages call."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
from typing import Any

from clz._calls import CLOSED, Who, async_client
from clz.callbacks.async_routes import AsyncHandling, AsyncRoute
from clz.callbacks.functions import MAX_WAIT_MS, Functions, described, replied
from clz_core.client.async_client import AsyncClient
from clz_core.contract.errors import ClzError, error
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
        self._gone: set[int] = set()
        self._closed = False

    def start(self) -> None:
        """Begin to ask."""
        if self._poll is None or self._poll.done():
            self._poll = asyncio.get_running_loop().create_task(self._ask_on())

    async def ask(self, name: str, params: Values) -> Values:
        """Give a command beside that which the page is at. Raises: ClzError."""
        if self._closed:  # a connection that is made now is closed by nobody
            raise error("TAB_CLOSED", CLOSED, "Decide about its requests before it is closed.")
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

    def forget(self, tab_id: int) -> None:
        """Decide no more about a tab that is gone; its handlers that still run have nothing to decide."""
        self._gone.add(tab_id)
        self.handlings[:] = [handling for handling in self.handlings if handling.tab_id != tab_id]
        self.functions.forget(tab_id)

    async def close(self) -> None:
        """Stop asking, and end the handlers that still run."""
        own = asyncio.current_task()  # a handler may close its page
        ending = {task for task in (self._poll, *self._tasks) if task is not None and task is not own}
        for task in ending:
            task.cancel()
        if ending:
            await asyncio.wait(ending, timeout=MAX_WAIT_MS / 1000)
        self._closed = True
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
        try:
            await AsyncRoute(self.ask, held, self.handlings)._next()
        except ClzError as problem:
            if held["tabId"] not in self._gone:
                self._problems.append(problem)
        except Exception as problem:  # noqa: BLE001 it is raised by the next command
            self._problems.append(problem)
        if not self._closed:
            await self._drop_those_over()

    async def _drop_those_over(self) -> None:
        for handling in [handling for handling in self.handlings if handling.over]:
            self.handlings.remove(handling)
            await self.ask("removeRoutes", {"id": handling.id, "all": False})

    async def _call(self, call: Values) -> None:
        try:
            handler, given = self.functions.of(call)
            value = handler(*given)
            reply = replied(await value if inspect.isawaitable(value) else value)
        except Exception as problem:  # noqa: BLE001 the page gets it
            reply = {"error": described(problem)}
        try:
            await self.ask("answerCall", {"id": call["id"], **reply})
        except ClzError as problem:  # the reply cannot be sent, or its page is gone
            with contextlib.suppress(ClzError):
                await self.ask("answerCall", {"id": call["id"], "error": problem.message})
