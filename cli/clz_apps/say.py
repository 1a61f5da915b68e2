"""Where an application says what goes on: a front shows it in its own way, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from clz_core.contract.errors import ClzError

SOON_S = 1.0  # what takes no longer needs no line


class Say:
    """Nobody listens to this one."""

    quiet = True
    """True if only errors are to be shown."""
    silent = True
    """True if progress is not to be shown: it is quiet, or a program reads the result."""

    def line(self, text: str) -> None:
        """A line of what was asked for, at once."""

    def note(self, text: str) -> None:
        """A line beside the result."""

    def failed(self, problem: ClzError) -> None:
        """What failed, where that does not end it."""

    def page(self, text: str) -> None:
        """Lines beside the result that may quote a page."""

    def progress(self, label: str | Callable[[], str], after_s: float = 0) -> AbstractContextManager[None]:
        """What goes on while this is entered, if it takes longer than `after_s` seconds."""
        return nullcontext()

    def agreed(self, question: str) -> bool:
        """The person's answer; False without a terminal."""
        return False
