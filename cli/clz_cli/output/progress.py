"""The progress line: what goes on, on a terminal, while it takes longer than a moment."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import ClassVar, Self

from clz_core.text import display

EVERY_S = 1.0
ERASE = "\r\x1b[2K"
COUNTED_FROM_S = 2  # whole seconds that are worth telling


class Line:
    """One line, drawn from a thread of its own, so that the work itself need not think of it."""

    _open: ClassVar[list[Line]] = []  # the innermost one is last; it alone draws
    _lock = threading.Lock()

    def __init__(self, text: str | Callable[[], str], after_s: float) -> None:
        self._text = text
        self._after_s = after_s
        self._begin = time.monotonic()
        self._over = threading.Event()
        self._drawn = False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        with self._lock:
            self._open.append(self)
        if self._after_s <= 0:
            self._draw()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        with self._lock:
            self._open.remove(self)
            if self._drawn:
                _write(ERASE)

    def _run(self) -> None:
        if self._over.wait(max(self._after_s, EVERY_S if self._drawn else 0)):
            return
        self._draw()
        while not self._over.wait(EVERY_S):
            self._draw()

    def _draw(self) -> None:
        with self._lock:
            if self._over.is_set() or self._open[-1] is not self:
                return
            text = self._text if isinstance(self._text, str) else self._text()
            spent = int(time.monotonic() - self._begin)
            tail = f" … {spent} s" if spent >= COUNTED_FROM_S else " …"
            room = shutil.get_terminal_size().columns - len(tail) - 1
            clean = display.line(text)
            head = clean if len(clean) <= room else clean[: max(room - 1, 0)] + "…"
            self._drawn = True
            _write(f"{ERASE}{head}{tail}")


def _write(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, UnicodeError):  # a terminal that went away, or that has no such characters
        pass
