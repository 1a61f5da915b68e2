"""What earlier runs knew of the elements that they found: the newest that a command of a file did something with."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from clz_core.journal.entries import CommandEntry, Locator
from clz_core.journal.files import read

Known = dict[str, dict[str, Locator]]  # by file and target, both as they were typed


def known_of(folders: Iterable[Path], files: Iterable[str]) -> Known:
    """What the journals in `folders`, the oldest first, say of the targets in `files`."""
    known: Known = {file: {} for file in files}
    by_path = {os.path.realpath(file): known[file] for file in known}
    for folder in folders:
        with suppress(OSError):
            _add(folder, by_path)
    return known


def known_in(folder: str, test: str, target: object) -> Locator | None:
    """What the journal in `folder` says of a target of a test: of its element, when it was found last."""
    last: Locator | None = None
    with suppress(OSError):
        for entry in read(folder):
            ours = entry["kind"] == "command" and entry["ok"] and entry.get("test") == test
            if ours and "locator" in entry and entry["locator"].get("target") == target:
                last = entry["locator"]
    return last


def _add(folder: Path, known: Known) -> None:
    """Take what a journal says. The entry of a run, which says where it was begun, comes last."""
    found: list[CommandEntry] = []
    for entry in read(folder):
        if entry["kind"] == "command" and entry["ok"] and "at" in entry and "target" in entry.get("locator", {}):
            found.append(entry)
        elif entry["kind"] == "run":
            cwd = str(entry.get("cwd", ""))
            for one in found if cwd else []:
                targets = known.get(os.path.realpath(os.path.join(cwd, one["at"]["file"])))
                if targets is not None:
                    targets[one["locator"]["target"]] = one["locator"]
            found = []
