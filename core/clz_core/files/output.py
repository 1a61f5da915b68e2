"""Writing a file at a path that somebody named: a picture, a print, an archive, a report, a saved log-in.

It looks first. Nothing, or a file, is replaced at once: readers see the old one or the new one, and a full disk leaves
the old one. A symbolic link is followed, and stays. A terminal, another character device such as /dev/null, and a pipe
that somebody reads are written into and stay what they are; a folder, a disk, a socket and a pipe without a reader are
refused.
"""

from __future__ import annotations

import errno
import os
import select
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from clz_core.config.paths import write_at_once
from clz_core.contract.errors import ClzError, error

READ_S = 10.0  # a pipe whose reader takes nothing for so long is given up
CHUNK_BYTES = 1 << 20


def write_output(
    path: Path | str, data: bytes | str, mode: int = 0o666, keep_mode: bool = True, replace: bool = True
) -> None:
    """Write `data` at `path`. `mode` is that of a new file, less the umask; one that is there keeps its own.

    Without `replace` nothing that is there is touched, as where an agent names the path. Raises: FILE_ERROR.
    """
    data = data.encode("utf-8", "replace") if isinstance(data, str) else data
    _put(Path(path), (data,), lambda file: write_at_once(file, data, mode, keep_mode, replace), replace)


def append_output(path: Path | str, text: str) -> None:
    """Add to what a file holds, or write into a device or a pipe. Raises: FILE_ERROR."""
    path = Path(path)
    check_output(path)
    try:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
        descriptor = os.open(path, flags, 0o666)
        try:
            _pour(descriptor, text.encode("utf-8", "replace"))
        finally:
            os.close(descriptor)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem


def move_output(source: Path, path: Path) -> None:
    """Move the file `source` to `path`, which it replaces as a whole or not at all. Raises: FILE_ERROR."""
    _put(path, _chunks(source), lambda file: _move(source, file))
    source.unlink(missing_ok=True)


def check_output(path: Path, replace: bool = True) -> None:
    """Refuse what certainly cannot be written, before anything is done for it. Raises: FILE_ERROR."""
    try:
        there = path.stat()
    except OSError:  # nothing is there, or the writing says why not
        there = None
    if not replace and (there is not None or path.is_symlink()):
        raise _taken(path)
    if there is not None:
        _check_kind(path, there)


def check_new(path: Path, force: bool) -> None:
    """Refuse a file that is there, unless `force` replaces it, and a folder that takes none. Raises: FILE_ERROR."""
    if path.exists() and not force:
        raise error("FILE_ERROR", f"{path} exists already.", "Replace it: --force")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise error("FILE_ERROR", f"Cannot write into {path.parent}.", "Check the folder and its permissions.")


def _put(path: Path, data: Iterable[bytes], at_once: Callable[[Path], None], replace: bool = True) -> None:
    try:
        check_output(path, replace)
        there = _look(path)
        if there is None:
            at_once(Path(os.path.realpath(path)))
        elif not _into_standard_file(there, data):
            if stat.S_ISREG(there.st_mode):
                at_once(Path(os.path.realpath(path)))
            else:
                _into(path, there, data)
    except FileExistsError:
        raise _taken(path) from None
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem


def _chunks(source: Path) -> Iterator[bytes]:
    with source.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def _move(source: Path, path: Path) -> None:
    try:
        os.replace(source, path)
    except OSError as problem:
        if problem.errno != errno.EXDEV:
            raise
        beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            with open(beside, "xb") as target, source.open("rb") as file:
                shutil.copyfileobj(file, target)
            shutil.copymode(source, beside)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)


def _look(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _taken(path: Path) -> ClzError:
    return error(
        "FILE_ERROR",
        f"{path} is there already, and is left as it is.",
        "Name another file, or give overwrite: true (expect: update).",
    )


def _check_kind(path: Path, there: os.stat_result) -> None:
    """Raises: FILE_ERROR for what nothing is written into."""
    if stat.S_ISDIR(there.st_mode):
        raise error("FILE_ERROR", f"{path} is a folder.", "Name a file in it.")
    if not (stat.S_ISREG(there.st_mode) or stat.S_ISCHR(there.st_mode) or stat.S_ISFIFO(there.st_mode)):
        kind = "a socket" if stat.S_ISSOCK(there.st_mode) else "a disk"
        raise error("FILE_ERROR", f"{path} is {kind}, and is left as it is.", "Name a file.")


def _into_standard_file(there: os.stat_result, data: Iterable[bytes]) -> bool:
    """Write to standard output or error if that is what the path names, as /dev/stdout does."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            same = os.path.samestat(os.fstat(number), there)
        except OSError:  # it is closed
            continue
        if same:
            if stream is not None:
                stream.flush()
            for part in data:
                _pour(number, part)
            return True
    return False


def _into(path: Path, there: os.stat_result, data: Iterable[bytes]) -> None:
    """Write into a pipe or device, without waiting for ever. Raises: FILE_ERROR, OSError."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as problem:
        if stat.S_ISFIFO(there.st_mode):
            raise error(
                "FILE_ERROR", f"The pipe {path} has no reader.", "Start its reader first, or name a file."
            ) from problem
        raise
    try:
        if not os.path.samestat(os.fstat(descriptor), there):
            raise error("FILE_ERROR", f"{path} was replaced by something else meanwhile.", "Run it again.")
        for part in data:
            _pour(descriptor, part)
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
