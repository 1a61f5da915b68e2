"""What a server says, in a file for the command that `clz ready` runs: its last lines go into reports.

`CLZ_SERVER_SAID` names the file, which is there as long as the server is.
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress

from clz_core.config.paths import open_file

VARIABLE = "CLZ_SERVER_SAID"
LINES = 20
LINE_CHARS = 500
MAX_BYTES = 256_000  # of the file: what came first goes then
READ_BYTES = 32_000  # from its end
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Said:
    """The file, from the side that writes. A disk that is full costs the lines, and the server nothing."""

    def __init__(self) -> None:
        self.path = ""
        self._file: int | None = None
        with suppress(OSError):
            self._file, self.path = tempfile.mkstemp(prefix="clz-server-")

    def add(self, data: bytes) -> None:
        if self._file is None:
            return
        with suppress(OSError):
            if os.fstat(self._file).st_size + len(data) > MAX_BYTES:
                data = (os.pread(self._file, MAX_BYTES, 0) + data)[-MAX_BYTES // 2 :]
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, data)

    def remove(self) -> None:
        """Take the file away; the server may still say something."""
        with suppress(OSError):
            os.unlink(self.path)


def clean(line: bytes) -> str:
    """A line as people read it."""
    text = COLOURS.sub("", line[: LINE_CHARS * 4].decode("utf-8", "replace")).rstrip()
    return text if len(text) <= LINE_CHARS else text[: LINE_CHARS - 1] + "…"


def last_lines() -> list[str]:
    """The last lines of the server around this process; none where there is none."""
    path = os.environ.get(VARIABLE)
    if not path:
        return []
    try:
        file, info = open_file(path)
    except OSError:
        return []
    with file:
        file.seek(max(info.st_size - READ_BYTES, 0))
        lines = file.read(READ_BYTES).split(b"\n")
    whole = lines[1:] if info.st_size > READ_BYTES else lines
    return [text for text in map(clean, whole) if text][-LINES:]
