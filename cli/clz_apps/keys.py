"""Single keys of a terminal, as they are pressed: nobody types Enter after them."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

POLL_S = 0.05
NOBODY = ""  # nobody can press a key any more
Pressed = Callable[[float], str | None]


def can_be_pressed() -> bool:
    """True if a person can press keys here."""
    return sys.stdin.isatty()


@contextmanager
def reading() -> Iterator[Pressed]:
    """A function that waits this many seconds for a key: it gives None if none came, and `NOBODY` for good.

    Where nobody is at a terminal it waits, and gives None.
    """
    if not can_be_pressed():
        yield _nothing
    elif os.name == "nt":
        yield _of_windows
    else:
        with _key_by_key():
            yield _of_unix


def _nothing(seconds: float) -> None:
    time.sleep(seconds)


@contextmanager
def _key_by_key() -> Iterator[None]:
    """The terminal gives what is typed at once and does not show it; Ctrl-C interrupts as ever."""
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)  # what was typed already counts
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _of_unix(seconds: float) -> str | None:
    terminal = sys.stdin.fileno()
    if not select.select([terminal], [], [], seconds)[0]:
        return None
    try:
        return os.read(terminal, 1).decode("latin-1")
    except OSError:  # the terminal has gone
        return NOBODY


def _of_windows(seconds: float) -> str | None:
    import msvcrt

    until = time.monotonic() + seconds
    while not msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
        if time.monotonic() >= until:
            return None
        time.sleep(POLL_S)
    key = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
    if key == "\x03":
        raise KeyboardInterrupt
    return str(key)
