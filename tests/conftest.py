"""Fixtures of every room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.hosts import HostProcess, use
from tests.support.scratch import Scratch, scratch_home


@pytest.fixture
def scratch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scratch]:
    """A home of the test's own, for this process and those it starts."""
    with scratch_home() as home:
        use(home, monkeypatch)
        yield home


@pytest.fixture
def host(scratch: Scratch) -> Iterator[HostProcess]:
    """A running host whose extension answers everything with `pong`."""
    with HostProcess(scratch) as process:
        yield process
