"""Waiting on a condition, for the few places where nothing tells when it is there."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_never = threading.Event()


def until(condition: Callable[[], T | None], timeout_s: float = 10) -> T:
    """Ask `condition` until it is true, and return what it gave."""
    end = time.monotonic() + timeout_s
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
