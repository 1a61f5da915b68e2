"""A file of JSON lines that says what is done: read at the beginning, and added to by one whole line at a time."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator
from typing import Any

from clz_core.contract.errors import error

BEGINS = b'{"url": '


class Lines:
    """The file. A last line that was cut off while it was written is removed, and its address done again."""

    def __init__(self, path: str) -> None:
        """Raises: FILE_ERROR if it cannot be read and written or another run uses it, USAGE if it is another file."""
        self.path = path
        self._seen: set[bytes] = set()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0), 0o666)
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise error("FILE_ERROR", f"{path} is not a file.", "Name another.")
            _take(self._file, path)
            with open(path, "rb") as file:
                end = self._load(file)
            os.ftruncate(self._file, end)
        except OSError as problem:
            raise error("FILE_ERROR", f"{path} cannot be used: {problem.strerror}.", "Name another file.") from problem

    def __len__(self) -> int:
        return len(self._seen)

    def __del__(self) -> None:
        self.close()

    def fresh(self, urls: Iterable[str]) -> Iterator[str]:
        """Those that are not done, each once."""
        for url in urls:
            mark = _mark(str(url))
            if mark not in self._seen:
                self._seen.add(mark)
                yield url

    def write(self, entry: dict[str, Any]) -> None:
        """Add a line, of which "url" is the first. Raises: FILE_ERROR, as on a full disk."""
        line = json.dumps(entry, allow_nan=False).encode() + b"\n"
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(0, "the disk took only a part of a line")
        except OSError as problem:
            raise error("FILE_ERROR", f"{self.path} was not written: {problem.strerror}.", "Make room.") from problem

    def close(self) -> None:
        """Close the file. It may be called again."""
        file, self._file = getattr(self, "_file", -1), -1
        if file >= 0:
            os.close(file)

    def _load(self, file: Iterable[bytes]) -> int:
        """Where the whole lines end."""
        end = 0
        for number, line in enumerate(file, 1):
            url = _url_in(line)
            if url is not None:
                self._seen.add(_mark(url))
                end += len(line)
            elif line.endswith(b"\n") or line[: len(BEGINS)] != BEGINS[: len(line)]:
                raise error(
                    "USAGE", f"Line {number} of {self.path} is not a line of a checkpoint.", "Name another file."
                )
        return end


def _take(file: int, path: str) -> None:
    """Lock the file for this run, for as long as it is open. Raises: FILE_ERROR if another run has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise error("FILE_ERROR", f"Another run writes {path}.", "Wait for its end, or name another file.") from None


def _url_in(line: bytes) -> str | None:
    """The address that a whole line is about."""
    try:
        url = json.loads(line)["url"] if line.endswith(b"\n") else None
    except (ValueError, LookupError, TypeError):
        return None
    return url if isinstance(url, str) else None


def _mark(url: str) -> bytes:
    """Short, whatever the address: there may be many."""
    return hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=12).digest()
