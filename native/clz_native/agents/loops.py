"""Focus loops, for those that ask the host. They are in files that it shares with all other fronts.

The holder of their lock may be slow, so changes are made in a thread: the host answers others meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from clz_core.client.keys import is_kept
from clz_core.config.paths import SessionPaths
from clz_core.contract.limits import LOOP_PERSON_LOCK_MS
from clz_core.contract.shapes import Params
from clz_core.loops.key import PERSONS_AGENT
from clz_core.loops.store import PERSON, LoopStore, preview
from clz_native.request import Handler, Request

if TYPE_CHECKING:
    from clz_core.generated.results import (
        IncrementLoopIterationResult,
        ListLoopsLoops,
        ListLoopsResult,
        StartLoopResult,
        StopLoopResult,
    )

log = logging.getLogger("clz.loops")


class Loops:
    """The loops of the session of one host."""

    def __init__(self, paths: SessionPaths) -> None:
        self._store = LoopStore(paths)

    def table(self) -> dict[str, Handler]:
        return {
            "startLoop": self.start,
            "stopLoop": self.stop,
            "getLoopState": self.state,
            "listLoops": self.list_all,
            "incrementLoopIteration": self.advance,
        }

    async def start(self, request: Request) -> StartLoopResult:
        """Raises: INVALID_PARAMS, LOOP_ACTIVE, BUSY, FILE_ERROR."""
        result = await asyncio.to_thread(self._store.start, request.params, request.agent)
        times, begin = result["maxIterations"], preview(request.params["prompt"])
        log.info("loop %s started, up to %d times: %s", result["key"], times, begin)
        return result

    async def stop(self, request: Request) -> StopLoopResult:
        """Raises: INVALID_PARAMS, BUSY, FILE_ERROR."""
        return _logged(await asyncio.to_thread(self._store.stop, request.params, _who(request)))

    def end(self, params: Params) -> StopLoopResult:
        """End the loop of a key, for the person. Raises: INVALID_PARAMS, BUSY, FILE_ERROR."""
        return _logged(self._store.stop(params, PERSON, LOOP_PERSON_LOCK_MS))

    async def state(self, request: Request) -> StartLoopResult:
        """Raises: INVALID_PARAMS."""
        return self._store.state(request.params, _who(request))

    async def list_all(self, request: Request) -> ListLoopsResult:
        return {"loops": self._store.rows(_who(request))}

    def rows(self) -> list[ListLoopsLoops]:
        """Every loop in short, for the person."""
        return self._store.rows(PERSON)

    async def advance(self, request: Request) -> IncrementLoopIterationResult:
        """Raises: INVALID_PARAMS, BUSY, FILE_ERROR."""
        return await asyncio.to_thread(self._store.advance, request.params, _who(request))


def _who(request: Request) -> str | None:
    """The agent that asks; the person's own command line asks for every loop."""
    return PERSON if is_kept(request.agent, PERSONS_AGENT) else request.agent


def _logged(result: StopLoopResult) -> StopLoopResult:
    if result["stopped"]:
        log.info("loop %s stopped after %d iterations", result["key"], result["iteration"])
    return result
