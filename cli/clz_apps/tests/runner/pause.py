"""A run that has stopped at a failure: how to look at its page, and what lets it go on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from clz_apps import keys
from clz_apps.tests.runner.messages import PausedEvent
from clz_core.config.paths import private_dir, state_dir, write_private
from clz_core.contract.errors import ClzError, error
from clz_core.text.counts import counted

LOOK_S = 0.1
GO = ("\n", "\r")
WORD = "clz run --resume"
PREFIX = "paused-"


def lines_of(event: PausedEvent, session: str, headed: bool) -> list[str]:
    """What somebody at the terminal must know."""
    step = event["step"]
    where = f"clz --session {session}"
    look = "its page is open in the window of Firefox" if headed else f"to see its page and click in it: {where} show"
    at = [f"paused at {step['file']}:{step['line']}: {step['text']}"] if step is not None else []
    return [
        *at,
        f"{look}; in text: {where} --agent {event['agent']} snapshot -i",
        f"Enter resumes the run, or, from another terminal: {WORD}",
    ]


def wait(session: str) -> None:
    """Return when Enter is pressed, it cannot be pressed any more, or `resume` is called."""
    mark = _folder() / f"{PREFIX}{session}-{os.getpid()}"
    with suppress(ClzError):  # then the word does not help, and Enter does
        private_dir(mark.parent.parent)
        private_dir(mark.parent)
        write_private(mark, "")
    is_marked = mark.exists()
    try:
        with keys.reading() as pressed:
            while not is_marked or mark.exists():
                if pressed(LOOK_S) in (*GO, keys.NOBODY):
                    return
    finally:
        mark.unlink(missing_ok=True)


def resume() -> str:
    """Resume all paused runs. Raises: USAGE without one."""
    marks = list(_folder().glob(f"{PREFIX}*")) if _folder().is_dir() else []
    paused = 0
    for mark in marks:
        pid = mark.name.rpartition("-")[2]
        paused += pid.isdecimal() and _lives(int(pid))
        mark.unlink(missing_ok=True)
    if not paused:
        raise error("USAGE", "No run is paused.", "To pause where a test fails: clz run --pause-on-failure")
    return f"resumed {counted(paused, 'run')}"


def _lives(pid: int) -> bool:
    import psutil

    return psutil.pid_exists(pid)


def _folder() -> Path:
    return state_dir() / "runs"
