"""The Firefoxes that stay from one test to the next, of which a worker of a test run hosts two at most."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

AT_MOST = 2

T = TypeVar("T")


class Lasting:
    """They have names. When one more would be too many, the one whose last test is longest ago ends.

    What the running test has asked for stays: one that needs three Firefoxes has three.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[ExitStack, Any, str]] = {}  # with its last test; the one used last is last
        self._hosted = 0

    def get(self, name: str, begin: Callable[[], AbstractContextManager[T]]) -> T:
        """What `begin` gave when the first test asked for this name, or the first since it ended."""
        if name in self._kept:
            stack, value, _ = self._kept.pop(name)
        else:
            stack = ExitStack()
            with patch.dict(os.environ):  # in which it may set its home
                value = stack.enter_context(begin())
        self._kept[name] = stack, value, _running_test()
        found: T = value
        return found

    @contextmanager
    def room(self) -> Iterator[None]:
        """Room for one Firefox, whether it is to last or a test's own."""
        while self._hosted >= AT_MOST and (name := self._spare()):
            self._end(name)
        self._hosted += 1
        try:
            yield
        finally:
            self._hosted -= 1

    def close(self) -> None:
        for name in list(self._kept):
            self._end(name)

    def _spare(self) -> str | None:
        running = _running_test()
        return next((name for name, (_, _, test) in self._kept.items() if test != running), None)

    def _end(self, name: str) -> None:
        with patch.dict(os.environ):
            self._kept.pop(name)[0].close()


def _running_test() -> str:
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]


LASTING = Lasting()
