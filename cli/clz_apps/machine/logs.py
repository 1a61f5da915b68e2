"""The logs of the host and of the Firefox that clz started: their end, and what comes.

Both are plain files, so that they can be read with nothing running. The host's rotates (`host-NAME.log.1` is older);
Firefox's begins again at each start. What is followed is read to its end before the next file is.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.config.paths import check_name, state_dir
from clz_core.contract.errors import error
from clz_core.contract.limits import LOG_FILES
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import LogsEntries, LogsResult

LEVELS = ("debug", "info", "warning", "error", "critical")
ENTRY = re.compile(r"(\d{4}-\d\d-\d\d [\d:,]+) (\d+) (DEBUG|INFO|WARNING|ERROR|CRITICAL) (.*)", re.DOTALL)
LOOK_EVERY_S = 0.2
Levels = Sequence[str]


def logs(values: Values, place: Place, say: Say) -> LogsResult:
    """The last entries. Raises: USAGE."""
    path, wanted = _asked(values, place)
    if not path.exists() and not say.quiet:
        say.note(f"nothing was written yet: {path}")
    return {"path": str(path), "exists": path.exists(), "entries": _last(path, values["lines"], wanted)}


def _asked(values: Values, place: Place) -> tuple[Path, Levels]:
    """The file, and the levels that are wanted. Raises: USAGE."""
    if values["firefox"] and values["level"]:
        raise error("USAGE", "Firefox's own messages have no levels.", "Leave out --level.")
    name = f"{'firefox' if values['firefox'] else 'host'}-{check_name(place.session)}.log"
    return state_dir() / "logs" / name, () if values["level"] is None else LEVELS[LEVELS.index(values["level"]) :]


def line(entry: LogsEntries) -> str:
    if not {"time", "pid", "level"} <= entry.keys():
        return str(entry["message"])
    return f"{entry['time']} {entry['pid']} {entry['level']:<7} {entry['message']}"


def _last(path: Path, count: int, wanted: Levels, end: int | None = None) -> list[LogsEntries]:
    """The last `count` entries, from the older files too where the newest has fewer, of which the first `end` bytes
    count."""
    found: list[LogsEntries] = []
    for file in (path, *(path.with_name(f"{path.name}.{number}") for number in range(1, LOG_FILES + 1))):
        if len(found) >= count:
            break
        try:
            text = file.read_bytes()[: end if file == path else None].decode("utf-8", "replace")
        except OSError:
            continue
        found = [*_chosen(_entries(text.splitlines()), wanted), *found]
    return found[-count:] if count else []


def _entries(lines: list[str]) -> list[LogsEntries]:
    """A line that begins like none belongs to the one before it, as those of a traceback do."""
    entries: list[LogsEntries] = []
    for text in lines:
        made = _entry(text)
        if "level" not in made and entries and "level" in entries[-1]:
            entries[-1]["message"] += "\n" + text
        else:
            entries.append(made)
    return entries


def _entry(text: str) -> LogsEntries:
    found = ENTRY.fullmatch(text)
    if found is None:
        return {"message": text}
    return {"time": found[1], "pid": int(found[2]), "level": found[3].lower(), "message": found[4]}


def _chosen(entries: list[LogsEntries], wanted: Levels) -> list[LogsEntries]:
    return [entry for entry in entries if not wanted or entry.get("level") in wanted]


def followed(values: Values, place: Place, say: Say) -> Iterator[LogsEntries]:
    """The last entries and what comes, without an end. Raises: USAGE."""
    path, wanted = _asked(values, place)
    file = _opened(path)
    end = 0 if file is None else file.seek(0, os.SEEK_END)
    if file is None and not say.quiet:
        say.note(f"nothing was written yet, waiting for {path}")
    return itertools.chain(_last(path, values["lines"], wanted, end), _coming(path, file, wanted))


def _coming(path: Path, file: IO[str] | None, wanted: Levels) -> Iterator[LogsEntries]:
    """What is written from the position of `file`, and in the files that take its place. A traceback's lines have the
    level of the entry before them."""
    half, level = "", ""
    while True:
        # A file that was moved away is known before its rest is read: after that nothing comes in it.
        over = file is None or _is_over(file, path)
        while file is not None and (text := file.readline()):
            half += text
            if half.endswith("\n"):
                entry = _entry(half.rstrip("\r\n"))
                level = str(entry.get("level", level))
                half = ""
                if not wanted or level in wanted:
                    yield entry
        if over:
            if file is not None:
                file.close()
            file = _opened(path)
            if file is not None:
                continue
        time.sleep(LOOK_EVERY_S)


def _opened(path: Path) -> IO[str] | None:
    try:
        return open(path, encoding="utf-8", errors="replace", newline="\n")
    except OSError:
        return None


def _is_over(file: IO[str], path: Path) -> bool:
    """True if the path names another file by now, or where this one was begun again."""
    own = os.fstat(file.fileno())
    try:
        now = os.stat(path)
    except OSError:
        return True
    return (now.st_dev, now.st_ino) != (own.st_dev, own.st_ino) or now.st_size < file.tell()
