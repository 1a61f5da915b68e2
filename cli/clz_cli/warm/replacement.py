"""When the standby fork is replaced, once it has a command to run.

Making one takes as much of the processors as a click does. So it waits until the command has ended, or for a moment if
it is a long one; but where commands come one right after the other, the next one is made beside the command.
"""

from __future__ import annotations

MOMENT_S = 0.05  # a second call within it comes from a script; a command that takes longer waits for something


class Replacement:
    """The moment at which another fork is to be made, if none is on standby; on any clock that only goes forward."""

    def __init__(self) -> None:
        self._at: float | None = 0.0
        self._ended_at: float | None = None
        self._hurried = False

    def wait_s(self, now: float) -> float | None:
        """Seconds until then; None while it is not wanted."""
        return None if self._at is None else max(0.0, self._at - now)

    def made(self) -> None:
        self._at = None

    def begun(self, now: float, alone: bool) -> None:
        """A client has come, while no other one was there, or not."""
        self._hurried = not alone or (self._ended_at is not None and now - self._ended_at < MOMENT_S)
        self._at = now + MOMENT_S

    def called(self, at_once: bool) -> None:
        """A command has been sent; `at_once` if the standby fork is of no use to its caller."""
        if self._hurried or at_once:
            self._at = 0.0

    def ended(self, now: float) -> None:
        """A command has ended."""
        self._at, self._ended_at = 0.0, now
