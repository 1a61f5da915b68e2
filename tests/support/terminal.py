"""A program on a terminal of its own: what a person types, and what they see."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import subprocess
import termios
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>]|\][^\x07]*\x07)|[\r\x07\x08]")


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """What the program has shown is in `said`, without colours and cursor movements, and in `raw` as it came."""

    def __init__(self, command: list[str], env: dict[str, str], controlling: bool = False) -> None:
        """With `controlling` it is the terminal of the program's session: keys are signals, and jobs are held by it."""
        self.said = ""
        self.raw = ""
        self._end, program = pty.openpty()
        self.process = subprocess.Popen(
            command,
            env=env,
            stdin=program,
            stdout=program,
            stderr=program,
            start_new_session=True,
            preexec_fn=_take_terminal if controlling else None,  # noqa: PLW1509 - it takes no lock
        )
        os.close(program)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait(5)
        os.close(self._end)

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def watch(self, enough: Callable[[], bool], timeout_s: float = 20) -> str:
        """Read on until `enough`, or the program is done, or the time is up."""
        end = time.monotonic() + timeout_s
        while not enough() and (left := end - time.monotonic()) > 0:
            if select.select([self._end], [], [], min(left, 0.2))[0]:
                try:
                    came = os.read(self._end, 4096).decode("utf-8", "replace")
                    self.raw += came
                    self.said += ESCAPES.sub("", came)
                except OSError:
                    break  # the other end is closed
        return self.said
