"""Focus loops: which sessions of Claude Code are to go on, and how often they were told so.

A loop lives at most an hour on the monotonic clock. Loops are kept in the session's runtime folder too, with the wall
clock's time of their end, so that a Firefox that restarts does not drop a task half done; what cannot be read there is
dropped, for no loop is better than one that nobody can end. Handlers never wait, so each of them is atomic.

A loop is its owner's: the agent that started it. To other agents it is as if there were none under its key. The person
sees and ends every loop, in the popup and as the command line's own agent, `cli`; the stop hook asks as that one too.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, Field, FiniteFloat, NonNegativeInt

from clz_core.client.keys import is_kept
from clz_core.client.loop_key import PERSONS_AGENT, no_key
from clz_core.config.paths import SessionPaths, read_private, write_private
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import (
    LOOP_PREVIEW_CHARS,
    MAX_LOOP_ITERATIONS,
    MAX_LOOP_MINUTES,
    MAX_LOOP_REPEATS,
    MAX_LOOPS,
)
from clz_core.contract.shapes import Params
from clz_native.host.server import Handler, Request

if TYPE_CHECKING:
    from clz_core.contract.results import (
        IncrementLoopIterationResult,
        ListLoopsLoops,
        ListLoopsResult,
        StartLoopResult,
        StopLoopResult,
    )

log = logging.getLogger("clz.loops")


@dataclass
class Loop:
    """One loop. `ends_at` is in seconds of the wall clock and serves a restart alone."""

    key: Annotated[str, Field(min_length=1)]
    id: Annotated[str, Field(min_length=1)]
    prompt: Annotated[str, Field(min_length=1)]
    promise: str | None
    max_iterations: Annotated[int, Field(ge=1, le=MAX_LOOP_ITERATIONS)]
    ends_at: FiniteFloat
    owner: str = ""  # the id of an agent; empty in what an older host wrote: the person's alone
    iteration: NonNegativeInt = 0
    ended: Literal["iterations", "time"] | None = None
    last_message: str | None = None
    repeats: NonNegativeInt = 0  # blocks in a row with that last message


class Kept(BaseModel):
    """The file of a session's loops."""

    version: Literal[1] = 1
    loops: list[Loop] = []


WhyNot = Literal["none", "iterations", "time", "repeated"]


class Loops:
    """The loops of one host, by key. `clock` is monotonic, `wall` the time of day; both in seconds."""

    def __init__(
        self,
        paths: SessionPaths,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._session = paths.name
        self._file = paths.loops
        self._clock = clock
        self._wall = wall
        self._loops: dict[str, Loop] = {}
        self._ends: dict[str, float] = {}  # by key, on the monotonic clock
        self._load()

    def table(self) -> dict[str, Handler]:
        return {
            "startLoop": self.start,
            "stopLoop": self.stop,
            "getLoopState": self.state,
            "listLoops": self.list_all,
            "incrementLoopIteration": self.advance,
        }

    async def start(self, request: Request) -> StartLoopResult:
        """Raises: INVALID_PARAMS, LOOP_ACTIVE, BUSY."""
        params = request.params
        key = _key(params)
        promise = _promise(params.get("completionPromise"))
        if not params["prompt"].strip():
            raise error("INVALID_PARAMS", "The prompt of a focus loop cannot be empty.")
        present = self._get(key)
        if present is not None and present.ended is None:
            if not _may(request, present):
                raise error("LOOP_ACTIVE", "Another agent's focus loop is active for this session.", "Use another key.")
            where = f"iteration {present.iteration} of {present.max_iterations}"
            raise error("LOOP_ACTIVE", f"A focus loop is active for this session already ({where}).")
        for ended in [loop.key for loop in self._all() if loop.ended is not None]:
            self._drop(ended)
        if len(self._loops) >= MAX_LOOPS:
            raise error("BUSY", f"{MAX_LOOPS} focus loops are active already.", "End one: clz loop list")
        seconds = params["minutes"] * 60
        loop = Loop(
            key=key,
            id=os.urandom(8).hex(),
            prompt=params["prompt"],
            promise=promise,
            max_iterations=params["maxIterations"],
            ends_at=self._wall() + seconds,
            owner=request.agent,
        )
        self._loops[key] = loop
        self._ends[key] = self._clock() + seconds
        self._save()
        log.info("loop %s started, up to %d times: %s", key, loop.max_iterations, preview(loop.prompt))
        return self._describe(key, loop)

    async def stop(self, request: Request) -> StopLoopResult:
        """End a loop of the agent's; `stopped` is False if it had none. Raises: INVALID_PARAMS."""
        key = _key(request.params)
        return self._end(key, self._of(request, key))

    def end(self, params: Params) -> StopLoopResult:
        """End the loop of a key, for the person. Raises: INVALID_PARAMS."""
        key = _key(params)
        return self._end(key, self._get(key))

    def _end(self, key: str, loop: Loop | None) -> StopLoopResult:
        answer: StopLoopResult = {
            **self._describe(key, loop),
            "stopped": loop is not None and loop.ended is None,
            "active": False,
        }
        if loop is not None:
            self._drop(key)
            self._save()
            log.info("loop %s stopped after %d iterations", key, loop.iteration)
        return answer

    async def state(self, request: Request) -> StartLoopResult:
        """The loop of a key; `active` is False if there is none. Raises: INVALID_PARAMS."""
        key = _key(request.params)
        return self._describe(key, self._of(request, key))

    async def list_all(self, request: Request) -> ListLoopsResult:
        return {"loops": self.rows(request)}

    def rows(self, request: Request | None = None) -> list[ListLoopsLoops]:
        """Every loop in short; for a request, those that its agent may know of."""
        rows: list[ListLoopsLoops] = []
        for loop in self._all():
            if request is not None and not _may(request, loop):
                continue
            row = self._describe(loop.key, loop)
            rows.append(
                {
                    "active": row["active"],
                    "key": row["key"],
                    "iteration": row["iteration"],
                    "maxIterations": row["maxIterations"],
                    "leftMs": row["leftMs"],
                    "ended": row["ended"],
                    "preview": preview(loop.prompt),
                }
            )
        return rows

    async def advance(self, request: Request) -> IncrementLoopIterationResult:
        """Count one more iteration, unless a limit is reached or the agent does nothing but repeat itself.

        Raises: INVALID_PARAMS.
        """
        key = _key(request.params)
        loop = self._of(request, key)
        why = self._step(loop, request.params.get("lastMessage"))
        if loop is not None:
            self._save()
            log.info("loop %s: %s", key, why or f"iteration {loop.iteration} of {loop.max_iterations}")
        return {**self._describe(key, loop), "advanced": why is None, "why": why}

    def _step(self, loop: Loop | None, last_message: str | None) -> WhyNot | None:
        if loop is None:
            return "none"
        if loop.ended is None and loop.iteration >= loop.max_iterations:
            loop.ended = "iterations"
        if loop.ended is not None:
            return loop.ended
        if last_message is None or last_message != loop.last_message:
            loop.last_message, loop.repeats = last_message, 0
        if loop.repeats >= MAX_LOOP_REPEATS:
            return "repeated"
        loop.repeats += 1
        loop.iteration += 1
        return None

    def _get(self, key: str) -> Loop | None:
        """The loop of `key`, ended where its time is over."""
        loop = self._loops.get(key)
        if loop is not None and loop.ended is None and self._clock() >= self._ends[key]:
            loop.ended = "time"
        return loop

    def _of(self, request: Request, key: str) -> Loop | None:
        """The loop of `key`, if the agent that asks may know of it."""
        loop = self._get(key)
        return loop if loop is not None and _may(request, loop) else None

    def _all(self) -> list[Loop]:
        return [loop for key in list(self._loops) if (loop := self._get(key)) is not None]

    def _drop(self, key: str) -> None:
        del self._loops[key], self._ends[key]

    def _describe(self, key: str, loop: Loop | None) -> StartLoopResult:
        active = loop is not None and loop.ended is None
        return {
            "active": active,
            "key": key,
            "id": loop.id if loop else None,
            "prompt": loop.prompt if loop else None,
            "iteration": loop.iteration if loop else 0,
            "maxIterations": loop.max_iterations if loop else 0,
            "leftMs": max(0, int((self._ends[key] - self._clock()) * 1000)) if active else 0,
            "completionPromise": loop.promise if loop else None,
            "ended": loop.ended if loop else None,
            "session": self._session,
        }

    def _save(self) -> None:
        try:
            if self._loops:
                write_private(self._file, Kept(loops=list(self._loops.values())).model_dump_json())
            else:
                self._file.unlink(missing_ok=True)
        except (ClzError, OSError) as problem:
            log.warning("the loops could not be written: %s", problem)  # they hold until the host ends

    def _load(self) -> None:
        try:
            kept = Kept.model_validate_json(read_private(self._file))
        except FileNotFoundError:
            return
        except (OSError, ValueError, ClzError) as problem:
            log.warning("the loops of the last host were dropped: %s", type(problem).__name__)
            return
        for loop in kept.loops[:MAX_LOOPS]:
            left = min(loop.ends_at - self._wall(), MAX_LOOP_MINUTES * 60)  # a clock that was set back adds nothing
            if left > 0 and loop.ended is None:
                self._loops[loop.key] = loop
                self._ends[loop.key] = self._clock() + left
        log.info("%d loops go on", len(self._loops))


def _may(request: Request, loop: Loop) -> bool:
    """True for the agent that started the loop, and for the person's own command line."""
    return request.agent == loop.owner or is_kept(request.agent, PERSONS_AGENT)


def preview(prompt: str) -> str:
    """The beginning of a prompt, on one line."""
    text = " ".join("".join(c if c.isprintable() else " " for c in prompt).split())
    return text if len(text) <= LOOP_PREVIEW_CHARS else text[: LOOP_PREVIEW_CHARS - 1] + "…"


def _key(params: Params) -> str:
    """Raises: INVALID_PARAMS."""
    key = str(params.get("key", "")).strip()
    if not key:
        raise no_key()
    if not key.isprintable():
        raise error("INVALID_PARAMS", "The key of a focus loop can hold printable characters alone.")
    return key


def _promise(text: str | None) -> str | None:
    """The promise as it must stand on its line. Raises: INVALID_PARAMS."""
    if text is None:
        return None
    promise = text.strip()
    if not promise or "\n" in promise or "\r" in promise:
        raise error("INVALID_PARAMS", "A promise is one line of text.")
    return promise
