"""What a test run costs: kept while it runs, written into build/tests/ at its end, shown by `make slow`.

`junit.xml` has the seconds of each test, with those of its fixtures. `costs.json` has what JUnit has no place for: the
seconds of each fixture, and the CPU seconds of each Firefox.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import psutil
import pytest

FOLDER = Path(__file__).parents[2] / "build/tests"
JUNIT = FOLDER / "junit.xml"
COSTS = FOLDER / "costs.json"

FIREFOXES: list[tuple[str, float]] = []
"""Of each Firefox of this process: the test that it ended with, and its CPU seconds."""


def count_firefoxes(processes: list[psutil.Process]) -> None:
    """Keep what the Firefoxes among these processes, which are about to end, have cost."""
    used = 0.0
    for process in processes:
        try:
            if "firefox" in process.name() or "firefox" in process.exe():
                times = process.cpu_times()
                used += times.user + times.system
        except psutil.Error:
            continue
    if used:
        FIREFOXES.append((os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0], round(used, 2)))


class Costs:
    """The plugin of pytest. Workers of xdist hand their part to the process that reports."""

    def __init__(self) -> None:
        self._fixtures: dict[str, list[float]] = {}  # name → how often, seconds
        self._inner: list[float] = []  # of the fixtures that are being made: the seconds of those that they asked for
        self._firefoxes: list[tuple[str, float]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        begun = time.perf_counter()
        self._inner.append(0.0)
        try:
            return (yield)
        finally:
            took = time.perf_counter() - begun
            cost = self._fixtures.setdefault(fixturedef.argname, [0, 0.0])
            cost[0] += 1
            cost[1] += took - self._inner.pop()
            if self._inner:
                self._inner[-1] += took

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._firefoxes += FIREFOXES
        costs = {"fixtures": self._fixtures, "firefoxes": self._firefoxes}
        handed_over = getattr(session.config, "workeroutput", None)
        if handed_over is not None:
            handed_over["costs"] = costs
            return
        FOLDER.mkdir(parents=True, exist_ok=True)
        COSTS.write_text(json.dumps(costs))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        costs = getattr(node, "workeroutput", {}).get("costs", {"fixtures": {}, "firefoxes": []})
        self._firefoxes += costs["firefoxes"]
        for name, (count, seconds) in costs["fixtures"].items():
            cost = self._fixtures.setdefault(name, [0, 0.0])
            cost[0] += count
            cost[1] += seconds
