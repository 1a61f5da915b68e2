"""How long the host waits before it starts the warm process again; the clock and the process are stand-ins."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clz_core.config.paths import SessionPaths
from clz_native.host import warm


class Over(Exception):
    """Enough was seen."""


def waits(lived: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[float]:
    """The waits before each start of a process that lives so long each time."""
    now = 0.0
    waited: list[float] = []
    lives = iter(lived)

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def run(self: warm.WarmProcess) -> None:
        nonlocal now
        try:
            now += next(lives)
        except StopIteration:
            raise Over from None

    monkeypatch.setenv(warm.WARM, "1")
    monkeypatch.setattr(warm, "_sleep", sleep)
    monkeypatch.setattr(warm, "_clock", lambda: now)
    monkeypatch.setattr(warm.WarmProcess, "_run", run)
    with pytest.raises(Over):
        asyncio.run(warm.WarmProcess(SessionPaths("default", tmp_path)).keep())
    return waited


def test_one_that_ends_at_once_is_started_ever_more_seldom(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert waits([0.1] * 8, monkeypatch, tmp_path) == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_one_that_was_well_is_started_again_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert waits([0.1, 0.1, 0.1, 3600.0, 0.1, 3600.0], monkeypatch, tmp_path) == [1, 2, 4, 8, 1, 2, 1]
