"""Where a command comes from: what is called inside `at` carries its place and its test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from clz_core.journal.entries import Place, Test

_here: ContextVar[tuple[Place | None, Test | None]] = ContextVar("clz_journal_place", default=(None, None))


@contextmanager
def at(place: Place | None, test: Test | None = None) -> Iterator[None]:
    """Let the commands inside carry `place`, and `test`; where one is None, that of the block around it."""
    place_before, test_before = _here.get()
    token = _here.set((place or place_before, test or test_before))
    try:
        yield
    finally:
        _here.reset(token)


def here() -> tuple[Place | None, Test | None]:
    return _here.get()
