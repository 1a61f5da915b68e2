"""Tasks that nobody awaits: kept from being collected, and never failing in silence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any


class Background:
    """The background tasks of one owner. A failure is logged and passed to `on_failure`."""

    def __init__(self, log: logging.Logger, on_failure: Callable[[Exception], None] | None = None) -> None:
        self._log = log
        self._on_failure = on_failure or (lambda _: None)
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def wait(self, timeout_s: float) -> None:
        """Wait until all that are under way now have ended, or the time is up."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout_s)

    async def end(self) -> None:
        """Cancel all, and wait until they have ended."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        problem = task.exception()
        if isinstance(problem, Exception):
            self._log.error("a background task failed", exc_info=problem)
            self._on_failure(problem)
