"""Waiting on a condition, for the few places where nothing tells when it is there."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_never = threading.Event()


def paced(seconds: float) -> float:
    """What takes so many seconds on an idle machine may take on this one, where tasks share its processors."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def until(condition: Callable[[], T | None], timeout_s: float = 10) -> T:
    """Ask `condition` until it is true, and return what it gave. On a busy machine it has longer."""
    end = time.monotonic() + paced(timeout_s)
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"still not so after {timeout_s} s: {condition}")
        _never.wait(0.01)


def rest_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it prints to its end, on both streams. `communicate` would lose what `readline` has read ahead."""
    told: list[str] = []
    assert process.stdout is not None
    assert process.stderr is not None
    other = threading.Thread(target=lambda stream: told.append(stream.read()), args=(process.stderr,))
    with process:  # which closes both
        other.start()
        out = process.stdout.read()
        other.join()
    return out, told[0]
