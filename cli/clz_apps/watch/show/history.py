"""What an agent did before somebody looked, by its journal: that of CLZ_JOURNAL, or of `clz record` while it runs."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Any

from clz_core.client.journaling import journal_folder
from clz_core.config.paths import SessionPaths, check_name
from clz_core.contract.errors import ClzError
from clz_core.journal.entries import CommandEntry
from clz_core.journal.files import read
from clz_core.journal.words import line_of

MOST = 200
MAX_CHARS = 300


def of(paths: SessionPaths, agent: str) -> dict[str, Any]:
    """The last commands of an agent, oldest first, and the folder of its journal; empty if none is kept."""
    folder = None
    with suppress(ClzError):
        check_name(agent, "agent")
        folder = journal_folder(paths, agent)
    if folder is None:
        return {"journal": "", "actions": []}
    last: deque[CommandEntry] = deque(maxlen=MOST)
    with suppress(OSError):
        last.extend(one for one in read(folder) if one["kind"] == "command" and one["agent"] == agent)
    return {"journal": folder, "actions": [_action(one) for one in last]}


def _action(entry: CommandEntry) -> dict[str, Any]:
    error = entry.get("error")
    return {
        "line": " ".join(["clz", *line_of(entry["command"], entry["params"])])[:MAX_CHARS],
        "outcome": error["code"] if error else "ok",
        "ms": round(entry["ms"]),
        "at": entry["time"][:19].replace("T", " "),
    }
