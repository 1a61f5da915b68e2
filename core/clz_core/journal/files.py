"""The files of a journal: appended to by many processes at once, read with whatever is in them.

A line is one write under a lock, so that lines never mix; what a full disk cut off is taken back. Files are 0600 and
folders that are made 0700, for a page's words and pictures are nobody else's business.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from clz_core.config.path_trust import check_parents
from clz_core.config.paths import HAS_IPC, make_parents, open_file
from clz_core.contract import strict_json
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.journal.entries import VERSION, CommandEntry

NAME = "journal.jsonl"
EVIDENCE = "evidence"
LOCK_MS = 500  # a process that holds it longer is stopped; a line is one write even so
LOCK_POLL_S = 0.002
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

_warned: set[str] = set()


class Journal:
    """The journal in `folder`, which is made at the first entry. Nothing here raises: what fails is warned of once."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(os.path.abspath(folder))
        self.problem = ""  # why the last that was not written could not be
        self._made = False

    def append(self, entry: Mapping[str, Any]) -> bool:
        """Write an entry; False if it could not be written."""
        try:
            line = strict_json.dumps(entry) + b"\n"
            self._make()
            try:
                self._write(line)
            except FileNotFoundError:  # the folder was taken away meanwhile
                self._made = False
                self._make()
                self._write(line)
            return True
        except (OSError, ClzError, strict_json.BadJson) as problem:
            self.problem = warn(self.folder, problem)
            return False

    def keep(self, name: str, data: bytes) -> str | None:
        """Write a file of evidence; its name relative to the folder, or None if it could not be written."""
        folder = self.folder / EVIDENCE
        path = folder / name
        try:
            self._make()
            folder.mkdir(mode=0o700, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
            except OSError:
                path.unlink(missing_ok=True)
                raise
            return f"{EVIDENCE}/{name}"
        except (OSError, ClzError) as problem:
            self.problem = warn(self.folder, problem)
            return None

    def _make(self) -> None:
        if self._made:
            return
        make_parents(self.folder)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if HAS_IPC:
            check_parents(self.folder)
        self._made = True

    def _write(self, line: bytes) -> None:
        descriptor = os.open(self.folder / NAME, _APPEND, 0o600)
        try:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode) or (HAS_IPC and info.st_uid != os.getuid()):
                raise OSError(errno.EPERM, f"{NAME} is not your file")
            alone = _lock(descriptor)
            size = os.fstat(descriptor).st_size
            # What another process left unfinished stays a line of its own.
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = b"\n" + line
            try:
                written = os.write(descriptor, line)
            except OSError:
                if alone:
                    os.ftruncate(descriptor, size)
                raise
            if written < len(line):
                if alone:
                    os.ftruncate(descriptor, size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            os.close(descriptor)


@cache
def journal_of(folder: str) -> Journal:
    """The journal of a folder, one for a process."""
    return Journal(folder)


class Entries:
    """The entries of a journal, oldest first. `broken` counts the invalid lines read so far."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.broken = 0
        self._path = Path(folder) / NAME

    def __iter__(self) -> Iterator[CommandEntry]:
        """Raises: OSError if there is no journal, or it cannot be read."""
        file, _ = open_file(self._path)
        with file:
            for line in file:
                entry = _entry(line)
                if entry is not None:
                    yield entry
                elif line.strip():
                    self.broken += 1


def read(folder: str | os.PathLike[str]) -> Entries:
    """The entries of the journal in `folder`, whatever their kind."""
    return Entries(folder)


def _entry(line: bytes) -> CommandEntry | None:
    try:
        made = strict_json.loads(line)
    except strict_json.BadJson:
        return None
    whole = isinstance(made, dict) and made.get("v") == VERSION and isinstance(made.get("kind"), str)
    return cast("CommandEntry", made) if whole else None


def _lock(descriptor: int) -> bool:
    """Lock a file for as long as it is open; False if somebody else does not let go of it."""
    try:
        import fcntl
    except ImportError:  # Windows: there a write at the end is one as well
        return False
    end = Deadline.after(LOCK_MS)
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError as problem:
            if problem.errno not in (errno.EWOULDBLOCK, errno.EACCES) or end.passed:
                return False
        time.sleep(LOCK_POLL_S)


def warn(folder: Path, problem: Exception) -> str:
    """Say once what the journal in `folder` lacks, and return why. Without any logging set up it goes to stderr."""
    import logging

    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    text = f"the journal in {folder} cannot be written: {reason}"
    if text not in _warned:
        _warned.add(text)
        logging.getLogger("clz.journal").warning("warning: %s", text)
    return reason
