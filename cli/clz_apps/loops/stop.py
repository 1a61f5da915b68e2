"""What a focus loop does when Claude Code is about to stop, and when its session ends.

A stop is held by `additionalContext`: Claude Code goes on with that text, and shows no error line as it would for
`decision: block`. A message alone lets the stop happen and says why.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from clz_apps.loops.subagent import forget_agent
from clz_apps.loops.transcript import Transcript, read
from clz_core.config.paths import all_sessions
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import JsonObject
from clz_core.loops.key import SESSION_VARIABLE
from clz_core.loops.store import PERSON, Loop, LoopStore
from clz_core.text.loops import minutes

MAX_CHARS = 9_500  # Claude Code puts what is longer than 10,000 into a file
CAP_VARIABLE = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"  # Claude Code's own; 0 is none
CAP = 8  # stops in a row, without a tool call between them, that hooks may hold; Claude Code lets the next one through
DONE = ("completed", "failed", "killed", "stopped", "cancelled")  # states of background tasks that run no more
ENDED = {"time": "its time is over", "iterations": "that was the last one"}


class Found(NamedTuple):
    """A loop, and the files that hold it."""

    store: LoopStore
    loop: Loop


def answer(event: JsonObject, session: str) -> JsonObject | None:
    """The answer to Claude Code when it is about to stop. Raises: ClzError if there cannot be one."""
    found = _find(session)
    if found is None:
        return None
    loop = found.loop
    if loop.ended is not None:
        return _over(found, ENDED[loop.ended])
    since = read(event.get("transcript_path"), loop)
    if since.cancelled:
        return _over(found, "it was cancelled")
    if _at_work(event):
        return _let_through(loop, "background tasks or scheduled jobs of this session still run")
    said = event.get("last_assistant_message")
    message = said if isinstance(said, str) else ""
    problem = None
    if loop.promise is not None and message.rstrip().rsplit("\n", 1)[-1] == f"<promise>{loop.promise}</promise>":
        problem = _failed_check(loop)
        if problem is None:
            return _over(found, "the promise was kept")
        if read(event.get("transcript_path"), loop).cancelled:  # while it was checked
            return _over(found, "it was cancelled")
    return _hold(found, message, problem, since, _blocks(event, loop, since))


def end(_event: JsonObject, session: str) -> None:
    """The session is over, and with it its agent and its loop. Raises: ClzError."""
    # Without waiting: Claude Code may give this hook little time.
    forget_agent([], {SESSION_VARIABLE: session})
    if (found := _find(session)) is not None:
        found.store.stop({"key": session}, PERSON)


def _find(session: str) -> Found | None:
    """The loop of a session of Claude Code, in whichever session of clz it was started.

    Raises: FILE_ERROR, RUNTIME_UNSAFE if a file that may hold it cannot be read.
    """
    trouble: ClzError | None = None
    for paths in all_sessions():
        try:
            store = LoopStore(paths)
            if (loop := store.find(session)) is not None:
                return Found(store, loop)
        except ClzError as problem:
            trouble = problem
    if trouble is not None:
        raise trouble
    return None


def _failed_check(loop: Loop) -> str | None:
    if loop.verify is None:
        return None
    from clz_apps.loops.verify import failure  # not on the way of a stop that promises nothing

    return failure(loop.verify["command"], loop.verify["folder"])


def _hold(found: Found, message: str, problem: str | None, since: Transcript, blocks: int) -> JsonObject:
    """Give the task back, unless a limit is reached."""
    store, loop = found
    cap = _cap()
    if cap and blocks >= cap:
        store.note(loop.key, 0, since.size)
        return _let_through(loop, f"Claude Code itself ends a turn after {cap} blocked stops without a tool call")
    step = store.advance({"key": loop.key, "lastMessage": _digest(message)}, PERSON, blocks + 1, since.size)
    if step["why"] == "none":
        return {"systemMessage": "focus loop over: it was ended meanwhile"}
    if step["why"] == "repeated":
        return _let_through(loop, "the same answer again and again", "with the next answer that differs")
    if step["why"] is not None:
        return _over(found, ENDED[step["why"]])
    note = f"iteration {step['iteration']}/{step['maxIterations']}"
    if problem is not None:
        note += ": the promise did not pass its check"
    place = (
        f"This is iteration {step['iteration']} of {step['maxIterations']} of a focus loop, with "
        f"{minutes(step['leftMs'])} left."
    )
    if cap and blocks + 1 >= cap / 2:
        place += (
            f" Stops blocked in a row without a tool call: {blocks + 1}; Claude Code lets you stop after {cap}. "
            "Continue with a tool, or say plainly what keeps you from it."
        )
    if blocks + 1 == cap:
        note += f"; Claude Code lets the next stop through, after {cap} without a tool call"
    text = _task(loop, problem, MAX_CHARS - len(place)) + place
    return {"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": text}, "systemMessage": note}


def _task(loop: Loop, problem: str | None, room: int) -> str:
    """The task once more; the report of a failed check takes the room that is left."""
    text = f"{loop.prompt}\n\n"
    if loop.promise is not None:
        text += (
            "When this is done, and only when that is true, end your answer with this as its whole last line:\n"
            f"<promise>{loop.promise}</promise>\n\n"
        )
    if problem is not None:
        told = f"You gave that promise, but it does not hold yet: {problem}"
        left = max(0, room - len(text) - 3)
        text += (told if len(told) <= left else told[: left // 2] + "…" + told[len(told) - left // 2 :]) + "\n\n"
    return text


def _over(found: Found, why: str) -> JsonObject:
    """Say that the loop is over, and take it away."""
    store, loop = found
    text = f"focus loop over at iteration {_count(loop)}: {why}"
    try:
        store.stop({"key": loop.key}, PERSON)
    except ClzError as problem:
        text += f". It is still listed: {problem.message}"
    return {"systemMessage": text}


def _let_through(loop: Loop, why: str, goes_on: str = "at the next stop") -> JsonObject:
    where = f"focus loop at iteration {_count(loop)}"
    return {"systemMessage": f"{where}: this stop is let through: {why}. It continues {goes_on}; end it: clz loop stop"}


def _blocks(event: JsonObject, loop: Loop, since: Transcript) -> int:
    """How many stops in a row were held without a tool call, as Claude Code counts them."""
    return loop.blocks if event.get("stop_hook_active") is True and not since.tools else 0


def _cap() -> int:
    try:
        return int(os.environ.get(CAP_VARIABLE, CAP))
    except ValueError:
        return CAP


def _at_work(event: JsonObject) -> bool:
    """True while something of the session still runs or will run: it is waiting, not giving up."""
    tasks, jobs = event.get("background_tasks"), event.get("session_crons")
    if not isinstance(tasks, list):
        return bool(tasks) or bool(jobs)
    return bool(jobs) or any(not isinstance(task, dict) or task.get("status") not in DONE for task in tasks)


def _digest(message: str) -> str:
    import hashlib

    return hashlib.sha256(message.encode("utf-8", "replace")).hexdigest()


def _count(loop: Loop) -> str:
    return f"{loop.iteration}/{loop.max_iterations}"
