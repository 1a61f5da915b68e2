"""The moment by which something must be done. One goes down all hops of a command; margins are in `limits`."""

from __future__ import annotations

import time
from typing import NamedTuple, Self


class Deadline(NamedTuple):
    """A moment: `at` is in seconds on the monotonic clock of this process. The earlier of two is their `min`."""

    at: float

    @classmethod
    def after(cls, ms: float) -> Self:
        """The moment this many milliseconds from now."""
        return cls(time.monotonic() + ms / 1000)

    @property
    def passed(self) -> bool:
        return time.monotonic() >= self.at

    @property
    def remaining_ms(self) -> float:
        """Milliseconds until then; 0 once it has passed."""
        return self.remaining_s * 1000

    @property
    def remaining_s(self) -> float:
        """Seconds until then; 0 once it has passed."""
        return max(0.0, self.at - time.monotonic())

    @property
    def to_send_ms(self) -> int:
        """The time left as it is sent to the next hop: whole milliseconds, at least 1."""
        return max(1, int(self.remaining_ms))

    def minus(self, margin_ms: float) -> Self:
        """An earlier moment, so that the next hop can say what went wrong."""
        return type(self)(self.at - margin_ms / 1000)

    def plus(self, grace_ms: float) -> Self:
        """A later moment, so that the last hop's own word can still come."""
        return type(self)(self.at + grace_ms / 1000)
