"""Writing a file at a path that somebody named: a picture, a print, an archive, a report, a saved log-in.

It looks first. Nothing, or a file, is replaced at once: readers see the old one or the new one, and a full disk leaves
the old one. A symbolic link is followed, and stays. A terminal, another character device such as /dev/null, and a pipe
that somebody reads are written into and stay what they are; a folder, a disk, a socket and a pipe without a reader are
refused.
"""

from __future__ import annotations

import os
import select
import stat
import sys
import time
from pathlib import Path

from clz_core.config.paths import write_at_once
from clz_core.contract.errors import ClzError, error

READ_S = 10.0  # a pipe whose reader takes nothing for so long is given up


def write_output(
    path: Path | str, data: bytes | str, mode: int = 0o666, keep_mode: bool = True, replace: bool = True
) -> None:
    """Write `data` at `path`. `mode` is that of a new file, less the umask; one that is there keeps its own.

    Without `replace` nothing that is there is touched, as where an agent names the path. Raises: FILE_ERROR.
    """
    path = Path(path)
    data = data.encode("utf-8", "replace") if isinstance(data, str) else data
    try:
        there = _look(path)
        if not replace and (there is not None or path.is_symlink()):
            raise _taken(path)
        if there is None or stat.S_ISREG(there.st_mode):
            if there is None or not _into_standard_file(there, data):
                write_at_once(Path(os.path.realpath(path)), data, mode, keep_mode, replace)
        elif stat.S_ISDIR(there.st_mode):
            raise error("FILE_ERROR", f"{path} is a folder.", "Name a file in it.")
        elif not _into_standard_file(there, data):
            _into(path, there, data)
    except FileExistsError:
        raise _taken(path) from None
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem


def _look(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _taken(path: Path) -> ClzError:
    return error("FILE_ERROR", f"{path} is there already, and is left as it is.", "Name another file.")


def _into_standard_file(there: os.stat_result, data: bytes) -> bool:
    """Write to standard output or error if that is what the path names, as /dev/stdout does."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            same = os.path.samestat(os.fstat(number), there)
        except OSError:  # it is closed
            continue
        if same:
            if stream is not None:
                stream.flush()
            _pour(number, data)
            return True
    return False


def _into(path: Path, there: os.stat_result, data: bytes) -> None:
    """Write into what is no file, without waiting for ever. Raises: FILE_ERROR, OSError."""
    if not (stat.S_ISCHR(there.st_mode) or stat.S_ISFIFO(there.st_mode)):
        kind = "a socket" if stat.S_ISSOCK(there.st_mode) else "a disk"
        raise error("FILE_ERROR", f"{path} is {kind}, and is left as it is.", "Name a file.")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as problem:
        if stat.S_ISFIFO(there.st_mode):
            raise error(
                "FILE_ERROR", f"Nobody reads the pipe {path}.", "Start its reader first, or name a file."
            ) from problem
        raise
    try:
        if not os.path.samestat(os.fstat(descriptor), there):
            raise error("FILE_ERROR", f"{path} was replaced by something else meanwhile.", "Run it again.")
        _pour(descriptor, data)
    finally:
        os.close(descriptor)


def _pour(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    until = time.monotonic() + READ_S
    while left:
        if os.get_blocking(descriptor):
            written = os.write(descriptor, left)
        else:
            poll = select.poll()
            poll.register(descriptor, select.POLLOUT)
            if not poll.poll(max(0.0, until - time.monotonic()) * 1000):
                raise TimeoutError(0, "its reader takes nothing")
            try:
                written = os.write(descriptor, left)
            except BlockingIOError:
                written = 0
        if written:
            until = time.monotonic() + READ_S
        left = left[written:]
