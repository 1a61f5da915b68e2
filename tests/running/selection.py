"""Which tests run when: by their marks, by the shard that is asked for, and the few that have a second try."""

from __future__ import annotations

import argparse
import heapq
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.running import changed
from tests.running.changed import Change

FLAKY = Path(__file__).parents[1] / "flaky.toml"
BUILDS = Path(__file__).parents[1] / "builds.toml"


def flaky() -> list[dict[str, Any]]:
    """The entries of flaky.toml: `id` of a test, or of a function with all its cases, `cause`, `seen`."""
    entries: list[dict[str, Any]] = tomllib.loads(FLAKY.read_text()).get("test", [])
    return entries


def give_second_tries(items: Sequence[pytest.Item]) -> None:
    """To those that are named in flaky.toml, and to no others."""
    named = {entry["id"] for entry in flaky()}
    for item in items:
        if named & {item.nodeid, item.nodeid.partition("[")[0]}:
            item.add_marker(pytest.mark.flaky(reruns=1))


def builds() -> dict[str, dict[str, str]]:
    """The reasons of builds.toml by path: of what runs in both builds, and of what runs in the managed one alone."""
    return tomllib.loads(BUILDS.read_text())


def leave_plain_to_the_night(items: Sequence[pytest.Item], root: Path, change: Change | None = None) -> None:
    """Mark `night` the plain half of what runs in both builds, where builds.toml finds no difference between them, and
    where a change touches no code in which they differ.
    """
    both = {item.nodeid.partition("[")[0] for item in items if build_of(item) == "managed"}
    table = builds()
    for item in items:
        if build_of(item) != "plain" or item.nodeid.partition("[")[0] not in both:
            continue
        function = item.nodeid.partition("[")[0].rpartition("::")[2]
        file = item.path.relative_to(root).as_posix()
        if not is_doubled(f"{file}::{function}", table) or (change and not change.builds_differ(file)):
            item.add_marker(pytest.mark.night)


def leave_further_cases_to_the_night(items: Sequence[pytest.Item]) -> None:
    """Of a test marked `by_day(N)` the first N cases, in each build, run by day; the others at night."""
    seen: Counter[tuple[str, str | None]] = Counter()
    for item in items:
        marker = item.get_closest_marker("by_day")
        if marker is None:
            continue
        of = item.nodeid.partition("[")[0], build_of(item)
        seen[of] += 1
        if seen[of] > marker.args[0]:
            item.add_marker(pytest.mark.night)


def build_of(item: pytest.Item) -> str | None:
    """The build that a test is one of two for; None where it is for none or for one alone."""
    callspec = getattr(item, "callspec", None)
    return callspec.params.get("build") if callspec else None


def group_of(item: pytest.Item) -> str | None:
    """The group of tests that need a Firefox beside the one that every worker has."""
    asked_for = set(getattr(item, "fixturenames", ()))
    if build_of(item) == "plain" or "plain_browser" in asked_for:
        return "plain"
    return "person" if {"watched", "plain_watched"} & asked_for else None


def is_doubled(path: str, table: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a test, `FOLDER/FILE.py::FUNCTION`, runs in both builds. Raises: KeyError where builds.toml has none."""
    named = {name: section for section, names in table.items() for name in names}
    fits = [name for name in named if path == name or path.startswith((f"{name}/", f"{name}::"))]
    if not fits:
        raise KeyError(f"{path} runs in both builds, and tests/builds.toml does not say whether it must")
    return named[max(fits, key=len)] == "managed-and-plain"


def add_options(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shard", metavar="I/N", type=shard, help="run the I-th of N parts of the tests, whole files each"
    )
    parser.addoption("--changed", metavar="BASE", type=base, help="run what can break by what has changed since BASE")


def change_of(config: pytest.Config) -> Change | None:
    """The change that alone is tested; None where all is."""
    named: str | None = config.getoption("--changed")
    return changed.since(named) if named else None


def base(words: str) -> str:
    """A commit that Git knows."""
    try:
        return changed.since(words).base
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from problem


def shard(words: str) -> tuple[int, int]:
    """Read `2/3`. Raises: ValueError, which argparse turns into the usage."""
    part, of = (int(word) for word in words.split("/"))
    if not 1 <= part <= of:
        raise ValueError
    return part, of


def keep_shard(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what belongs to other shards."""
    chosen: tuple[int, int] | None = config.getoption("--shard")
    if chosen is None:
        return
    part, of = chosen
    ours = shares(Counter(item.path.as_posix() for item in items), of)[part - 1]
    config.hook.pytest_deselected(items=[item for item in items if item.path.as_posix() not in ours])
    items[:] = [item for item in items if item.path.as_posix() in ours]


def shares(files: Mapping[str, int], of: int) -> list[set[str]]:
    """Files with so many tests each, whole, in `of` parts: the largest first, each into the part that has least."""
    parts: list[tuple[int, int, set[str]]] = [(0, n, set()) for n in range(of)]
    for file, tests in sorted(files.items(), key=lambda entry: (-entry[1], entry[0])):
        size, n, names = heapq.heappop(parts)
        heapq.heappush(parts, (size + tests, n, names | {file}))
    return [names for _, _, names in sorted(parts, key=lambda part: part[1])]
