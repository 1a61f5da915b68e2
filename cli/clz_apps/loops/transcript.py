"""What the transcript of a session shows since the last stop: whether tools were called, and whether a cancel waits.

Claude Code keeps commands that are typed during a turn until it ends, which is what a focus loop prevents; but it notes
them in the transcript at once, a file of one JSON object a line. Its format is Claude Code's own affair: what cannot be
read there tells nothing, and then the loop is only less well informed.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from clz_core.config.paths import open_file
from clz_core.contract import strict_json
from clz_core.loops.store import Loop

CANCEL = "/clz:cancel-focus"
MAX_BYTES = 8 * 1024 * 1024  # of the end; a turn may hold pictures


class Transcript(NamedTuple):
    """What happened since the loop's last stop. `size` is where to go on, in bytes."""

    tools: bool
    cancelled: bool
    size: int


def read(path: object, loop: Loop) -> Transcript:
    """Read on where the loop's last stop left off."""
    try:
        with open_file(str(path))[0] as file:  # never a pipe or a device, which may have no end
            size = file.seek(0, os.SEEK_END)
            file.seek(max(min(loop.heard, size), size - MAX_BYTES))
            text = file.read(MAX_BYTES)
    except (OSError, ValueError):
        return Transcript(tools=True, cancelled=False, size=0)
    started = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(loop.ends_at - loop.seconds))
    queued = [line for line in text.splitlines() if b'"enqueue"' in line and CANCEL.encode() in line]
    return Transcript(
        tools=b'"type":"tool_use"' in text,
        cancelled=any(_cancels(line, started) for line in queued),
        size=size,
    )


def _cancels(line: bytes, started: str) -> bool:
    """True for a command that cancels, typed since the loop was started."""
    try:
        entry = strict_json.loads(line)
        words = str(entry["content"]).split()
        return entry["operation"] == "enqueue" and words[:1] == [CANCEL] and str(entry["timestamp"]) >= started
    except (ValueError, KeyError, TypeError):
        return False
