"""Print what the last test run spent its time on: `make slow`."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable

from junitparser import JUnitXml, TestCase

from tests.running.costs import COSTS, JUNIT

SHOWN = 15

Row = tuple[str, int, float]
"""What it is, how often it was there, its seconds in all."""


def main() -> int:
    if not (JUNIT.exists() and COSTS.exists()):
        print("No test run has been recorded yet. Make one: make test", file=sys.stderr)
        return 1
    cases = [case for suite in JUnitXml.fromfile(str(JUNIT)) for case in suite]
    costs = json.loads(COSTS.read_text())
    whole = sum(case.time or 0 for case in cases)
    print(f"{len(cases):,} tests, {whole:,.0f} s in all workers together\n")
    show("files", by(cases, lambda case: case.classname or "?"), whole)
    show("fixtures", [(name, int(count), seconds) for name, (count, seconds) in costs["fixtures"].items()], whole)
    many = by(cases, lambda case: f"{case.classname}::{(case.name or '?').partition('[')[0]}")
    show("parametrisations", [row for row in many if row[1] > 1], whole)
    show("tests", by(cases, lambda case: f"{case.classname}::{case.name}"), whole)
    firefoxes: list[tuple[str, float]] = costs["firefoxes"]
    show("CPU seconds of Firefoxes, by the test they ended with", [(test, 1, cpu) for test, cpu in firefoxes])
    print(f"{len(firefoxes)} Firefoxes, {sum(cpu for _, cpu in firefoxes):,.0f} CPU seconds")
    return 0


def by(cases: Iterable[TestCase], key: Callable[[TestCase], str]) -> list[Row]:
    """The cases added up by what `key` says of each."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for case in cases:
        found[key(case)].append(case.time or 0)
    return [(name, len(times), sum(times)) for name, times in found.items()]


def show(title: str, rows: Iterable[Row], whole: float = 0) -> None:
    """The costliest rows, with their share of `whole`."""
    print(title)
    for name, count, seconds in sorted(rows, key=lambda row: -row[2])[:SHOWN]:
        share = f"{seconds / whole:6.1%}" if whole else ""
        print(f"{seconds:8.1f} s {share}  {count:5} × {name}")
    print()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):  # whoever reads has seen enough
        sys.exit(main())
