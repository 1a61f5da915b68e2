"""The focus loops of one session of clz: which sessions of Claude Code must go on, and how often each was sent back.

They are in one file of the session's folder, which the host, the command line, the MCP server and the stop hook read
and write alike, each under a lock and at once; so loops need no Firefox and outlive every one of these. A file that
cannot be read holds nobody: no loop is better than one that nobody can end.

A loop lives at most an hour on the monotonic clock, which all processes of a machine share. After a restart of the
machine that clock says nothing, and the wall clock's time of its end counts.

A loop is its owner's: the agent that started it. To other agents it is as if there were none under its key. The person
(`PERSON`) sees and ends every loop; the stop hook asks as the person too.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from clz_core.config.paths import SessionPaths, check_private, private_dir, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import (
    LOOP_LOCK_MS,
    LOOP_PREVIEW_CHARS,
    MAX_LOOP_ITERATIONS,
    MAX_LOOP_MINUTES,
    MAX_LOOP_REPEATS,
    MAX_LOOPS,
)
from clz_core.contract.shapes import Params
from clz_core.loops.key import no_key

if TYPE_CHECKING:
    from clz_core.generated.results import (
        GetLoopStateVerify,
        IncrementLoopIterationResult,
        ListLoopsLoops,
        StartLoopResult,
        StopLoopResult,
    )

PERSON = None  # asks for any loop, by whomever it was started
VERSION = 2
WhyNot = Literal["none", "iterations", "time", "repeated"]


class Loop(NamedTuple):
    """One loop. `ends` is on the monotonic clock, `ends_at` on the wall clock; both in seconds."""

    key: str
    id: str
    prompt: str
    promise: str | None
    verify: GetLoopStateVerify | None  # a shell command: set by the command line alone, never over the wire
    max_iterations: int
    seconds: float
    ends: float
    ends_at: float
    owner: str
    iteration: int = 0
    ended: Literal["iterations", "time"] | None = None
    last_message: str | None = None
    repeats: int = 0  # blocks in a row with that last message
    blocks: int = 0  # blocks in a row without a tool call, which Claude Code counts too
    heard: int = 0  # how much of the transcript the stop hook has read, in bytes


class LoopStore:
    """The loops of the session of `paths`, by key. `clock` is monotonic, `wall` the time of day; both in seconds."""

    def __init__(
        self,
        paths: SessionPaths,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.paths = paths
        self._clock = clock
        self._wall = wall

    def start(self, params: Params, agent: str, verify: GetLoopStateVerify | None = None) -> StartLoopResult:
        """Raises: INVALID_PARAMS, LOOP_ACTIVE, BUSY, FILE_ERROR."""
        key = key_of(params)
        promise = _promise(params.get("completionPromise"))
        if not params["prompt"].strip():
            raise error("INVALID_PARAMS", "The prompt of a focus loop cannot be empty.")
        seconds = params["minutes"] * 60
        with self._changing(lenient=True) as loops:
            present = loops.get(key)
            if present is not None and present.ended is None:
                raise _active(present, agent)
            for ended in [loop.key for loop in loops.values() if loop.ended is not None]:
                del loops[ended]
            if len(loops) >= MAX_LOOPS:
                raise error("BUSY", f"{MAX_LOOPS} focus loops are active already.", "End one: clz loop list")
            loops[key] = Loop(
                key=key,
                id=os.urandom(8).hex(),
                prompt=params["prompt"],
                promise=promise,
                verify=verify,
                max_iterations=params["maxIterations"],
                seconds=seconds,
                ends=self._clock() + seconds,
                ends_at=self._wall() + seconds,
                owner=agent,
            )
            return self._describe(key, loops[key])

    def stop(self, params: Params, agent: str | None, wait_ms: int = LOOP_LOCK_MS) -> StopLoopResult:
        """End a loop that the agent may know of; `stopped` is False if there was none. Raises: INVALID_PARAMS, BUSY."""
        key = key_of(params)
        stopped = False
        loop = None
        if self.paths.loops.exists():  # nothing is made for a session that has no loops
            with self._changing(lenient=True, wait_ms=wait_ms) as loops:
                loop = _known_to(agent, loops.get(key))
                if loop is not None:
                    stopped = loops.pop(key).ended is None
        return {**self._describe(key, loop), "stopped": stopped, "active": False}

    def state(self, params: Params, agent: str | None) -> StartLoopResult:
        """The loop of a key; `active` is False if there is none. Raises: INVALID_PARAMS."""
        key = key_of(params)
        return self._describe(key, _known_to(agent, self._readable().get(key)))

    def verify(self, key: str, agent: str | None) -> GetLoopStateVerify | None:
        """The command that must succeed before the promise of a loop counts."""
        loop = _known_to(agent, self._readable().get(key))
        return None if loop is None else loop.verify

    def rows(self, agent: str | None) -> list[ListLoopsLoops]:
        """Every loop that the agent may know of, in short."""
        rows: list[ListLoopsLoops] = []
        for loop in self._readable().values():
            if _known_to(agent, loop) is None:
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

    def advance(
        self, params: Params, agent: str | None, blocks: int = 0, heard: int = 0
    ) -> IncrementLoopIterationResult:
        """Count one more iteration, unless a limit is reached or the agent does nothing but repeat itself.

        Raises: INVALID_PARAMS, BUSY, FILE_ERROR.
        """
        key = key_of(params)
        with self._changing() as loops:
            loop = _known_to(agent, loops.get(key))
            why: WhyNot | None = "none"
            if loop is not None:
                loop, why = _step(loop, params.get("lastMessage"))
                loop = loops[key] = loop._replace(blocks=blocks, heard=heard)
            return {**self._describe(key, loop), "advanced": why is None, "why": why}

    def find(self, key: str) -> Loop | None:
        """The loop of a key, for the stop hook. Raises: FILE_ERROR, RUNTIME_UNSAFE if that cannot be found out."""
        return self._read().get(key)

    def note(self, key: str, blocks: int, heard: int) -> None:
        """Keep what the stop hook counts where a stop is let through. Raises: BUSY, FILE_ERROR."""
        with self._changing() as loops:
            if key in loops:
                loops[key] = loops[key]._replace(blocks=blocks, heard=heard)

    def left_ms(self, loop: Loop) -> int:
        """Milliseconds until the loop's time is over."""
        left = loop.ends - self._clock()
        if left > loop.seconds:  # the monotonic clock of another start of the machine
            left = min(loop.ends_at - self._wall(), loop.seconds)
        return max(0, int(left * 1000)) if loop.ended is None else 0

    @contextlib.contextmanager
    def _changing(self, lenient: bool = False, wait_ms: int = LOOP_LOCK_MS) -> Iterator[dict[str, Loop]]:
        """The loops, to be changed: nobody else changes them meanwhile, and they are written if nothing was raised.

        Raises: BUSY if another process does not let go of them, FILE_ERROR, RUNTIME_UNSAFE.
        """
        from filelock import FileLock, Timeout

        private_dir(self.paths.runtime)
        private_dir(self.paths.folder)
        try:
            with FileLock(self.paths.loops_lock, mode=0o600, timeout=wait_ms / 1000, poll_interval=0.01):
                before = self._readable() if lenient else self._read()
                loops = dict(before)
                yield loops
                if loops != before or not before:
                    self._write(loops)
        except Timeout:
            raise error("BUSY", f"Another process holds {self.paths.loops_lock}.", "Try again.") from None
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot write {self.paths.loops}: {problem.strerror}.") from problem

    def _write(self, loops: dict[str, Loop]) -> None:
        if loops:
            kept = [loop._asdict() for loop in loops.values()]
            write_private(self.paths.loops, strict_json.dumps({"version": VERSION, "loops": kept}).decode())
        else:
            self.paths.loops.unlink(missing_ok=True)

    def _readable(self) -> dict[str, Loop]:
        """The loops; none if their file cannot be read."""
        try:
            return self._read()
        except ClzError as problem:
            import logging

            logging.getLogger("clz.loops").warning("no focus loop holds its session: %s", problem.message)
            return {}

    def _read(self) -> dict[str, Loop]:
        """The loops by key, ended where their time is over. Raises: FILE_ERROR, RUNTIME_UNSAFE."""
        path = self.paths.loops
        try:
            for folder in (self.paths.runtime, self.paths.folder):
                check_private(folder)
            data = strict_json.loads(read_private(path))
            if data["version"] != VERSION:
                raise ValueError("another version of clz wrote it")
            loops = [_checked(Loop(**fields)) for fields in data["loops"][:MAX_LOOPS]]
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else "it does not hold focus loops"
            raise error("FILE_ERROR", f"Cannot read {path}: {why}.", f"Remove it: rm {path}") from problem
        return {loop.key: self._timed(loop) for loop in loops}

    def _timed(self, loop: Loop) -> Loop:
        return loop._replace(ended="time") if loop.ended is None and self.left_ms(loop) == 0 else loop

    def _describe(self, key: str, loop: Loop | None) -> StartLoopResult:
        return {
            "active": loop is not None and loop.ended is None,
            "key": key,
            "id": loop.id if loop else None,
            "prompt": loop.prompt if loop else None,
            "iteration": loop.iteration if loop else 0,
            "maxIterations": loop.max_iterations if loop else 0,
            "leftMs": self.left_ms(loop) if loop else 0,
            "completionPromise": loop.promise if loop else None,
            "ended": loop.ended if loop else None,
            "session": self.paths.name,
        }


def _step(loop: Loop, last_message: str | None) -> tuple[Loop, WhyNot | None]:
    """The loop after one more iteration, or why there is none."""
    if loop.ended is None and loop.iteration >= loop.max_iterations:
        loop = loop._replace(ended="iterations")
    if loop.ended is not None:
        return loop, loop.ended
    if last_message is None or last_message != loop.last_message:
        loop = loop._replace(last_message=last_message, repeats=0)
    if loop.repeats >= MAX_LOOP_REPEATS:
        return loop, "repeated"
    return loop._replace(repeats=loop.repeats + 1, iteration=loop.iteration + 1), None


def _known_to(agent: str | None, loop: Loop | None) -> Loop | None:
    """The loop, if the agent may know of it."""
    return loop if loop is not None and agent in (PERSON, loop.owner) else None


def _active(loop: Loop, agent: str) -> ClzError:
    if _known_to(agent, loop) is None:
        return error("LOOP_ACTIVE", "Another agent's focus loop is active for this session.", "Use another key.")
    where = f"iteration {loop.iteration} of {loop.max_iterations}"
    return error("LOOP_ACTIVE", f"A focus loop is active for this session already ({where}).")


def _checked(loop: Loop) -> Loop:
    """A loop as it can be. Raises: ValueError, TypeError, KeyError for one that clz has not written."""
    texts: list[Any] = [loop.key, loop.id, loop.prompt, loop.owner]
    texts += [text for text in (loop.promise, loop.last_message) if text is not None]
    texts += [] if loop.verify is None else [loop.verify["command"], loop.verify["folder"]]
    numbers: list[Any] = [loop.seconds, loop.ends, loop.ends_at]
    counts: list[Any] = [loop.max_iterations, loop.iteration, loop.repeats, loop.blocks, loop.heard]
    whole = (
        all(isinstance(text, str) for text in texts)
        and all(texts[:3])
        and all(isinstance(number, int | float) for number in numbers)
        and all(isinstance(count, int) and count >= 0 for count in counts)
        and 0 < loop.seconds <= MAX_LOOP_MINUTES * 60
        and 1 <= loop.max_iterations <= MAX_LOOP_ITERATIONS
        and loop.ended in (None, "iterations", "time")
    )
    if not whole:
        raise ValueError("it is not a focus loop")
    return loop


def preview(prompt: str) -> str:
    """The beginning of a prompt, on one line."""
    text = " ".join("".join(c if c.isprintable() else " " for c in prompt).split())
    return text if len(text) <= LOOP_PREVIEW_CHARS else text[: LOOP_PREVIEW_CHARS - 1] + "…"


def key_of(params: Params) -> str:
    """Raises: INVALID_PARAMS."""
    key = str(params.get("key", "")).strip()
    if not key:
        raise no_key()
    if not key.isprintable():
        raise error("INVALID_PARAMS", "The key of a focus loop can contain only printable characters.")
    return key


def _promise(text: str | None) -> str | None:
    """The promise as it must be on its line. Raises: INVALID_PARAMS."""
    if text is None:
        return None
    promise = text.strip()
    if not promise or "\n" in promise or "\r" in promise:
        raise error("INVALID_PARAMS", "A promise is one line of text.")
    return promise
