"""Fixtures of every room."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.support.hosts import HostProcess, use
from tests.support.scratch import Scratch, scratch_home

# A shell starts what runs in the background with interrupts ignored, and so would every program that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
