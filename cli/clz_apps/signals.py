"""Signals that are handled otherwise for a while."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def handled(handler: Callable[[int, FrameType | None], object], *numbers: int) -> Iterator[None]:
    """Handle these signals otherwise for a while; those that are ignored, as under nohup, stay ignored."""
    before = {number: signal.getsignal(number) for number in numbers}
    heeded = [number for number in numbers if before[number] is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])
