"""One event of Claude Code: JSON on stdin, and what to do about it on stdout (https://code.claude.com/docs/en/hooks).

Whatever is in doubt lets Claude Code go on as it would have, for a hook must never trap anybody; and it says so, for a
focus loop that holds nobody any more looks like one that is done.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable

from clz_apps.loops import stop, subagent
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import JsonObject
from clz_core.loops.key import SESSION_VARIABLE

EVENT_SECONDS = 30.0  # for the event on stdin, from a machine under load; CLZ_HOOK_SECONDS is another time
BROKEN = "clz did not receive Claude Code's event, so a focus loop of this session does not block this stop"
HANDLERS: dict[str, Callable[[JsonObject, str], JsonObject | None]] = {
    "Stop": stop.answer,
    "SessionEnd": stop.end,
    "SubagentStart": subagent.begin,
    "SubagentStop": subagent.end,
}


def answered() -> str:
    """The answer to the event on stdin, in JSON; empty if there is nothing to say."""
    answer = _answer()
    return "" if answer is None else json.dumps(answer)


def _answer() -> JsonObject | None:
    event = _read()
    if event is None:
        return {"systemMessage": BROKEN}
    handle = HANDLERS.get(str(event.get("hook_event_name")))
    session = event.get("session_id") or os.environ.get(SESSION_VARIABLE)
    if handle is None or not isinstance(session, str) or not session.strip():
        return None
    try:
        return handle(event, session.strip())
    except ClzError as problem:
        why = f"{problem.message} {problem.hint}".strip()
    except Exception as problem:  # noqa: BLE001 - of whatever kind, nobody is held up by it
        why = f"clz failed: {type(problem).__name__}: {problem}"
    return {"systemMessage": f"a focus loop does not block this stop: {why}"}


def _read() -> JsonObject | None:
    """The event; None if stdin holds none, or does not end in time."""
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.signal(signal.SIGALRM, _too_late)
        signal.setitimer(signal.ITIMER_REAL, _patience())
    try:
        event = strict_json.loads(sys.stdin.buffer.read())
    except (ValueError, OSError):  # _too_late is one
        event = None
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    return event if isinstance(event, dict) else None


def _too_late(_number: int, _frame: object) -> None:
    raise TimeoutError


def _patience() -> float:
    try:
        return min(EVENT_SECONDS, max(0.1, float(os.environ.get("CLZ_HOOK_SECONDS", ""))))
    except ValueError:
        return EVENT_SECONDS
