"""Which tests a change runs: by one table, which is held to what imports what."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.running import changed
from tests.running.changed import ROOT, Change, broken_by, folders, rooms
from tests.support.cases import sources

pytestmark = pytest.mark.xdist_group("sources")  # whose worker reads each module once

ROOMS = ("core", "native", "cli", "mcp_adapter", "tools")
BY_NAME = (
    "cli/clz_cli/main.py",
    "cli/clz_cli/line.py",
    "cli/clz_cli/commands",
    "cli/clz_cli/serve.py",
    "cli/clz_apps/machine/browser.py",
    "core/clz/__init__.py",
    "tests/running/forked.py",
)
"""What hands over to a room where its word is said: what these import inside of a function is for that word alone."""


def test_every_path_and_every_folder_of_the_table_is_there() -> None:
    for room in rooms():
        assert all((ROOT / path).exists() for path in room["paths"]), room["paths"]
        assert set(room["tests"]) <= set(folders()), set(room["tests"]) - set(folders())
    paths = [path for room in rooms() for path in room["paths"]]
    assert len(paths) == len(set(paths))


@cache
def modules() -> dict[str, Path]:
    """The sources in Python, tests included, by what one writes to import them."""
    found = {}
    for path in [*(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").rglob("*.py")]:
        if not {"node_modules", "__pycache__", "dist"} & set(path.parts):
            found[".".join(path.relative_to(ROOT).with_suffix("").parts)] = path
    for room in ROOMS:
        for path in [*(ROOT / room).glob("clz_*/**/*.py"), *(ROOT / room).glob("clz/**/*.py")]:
            parts = path.relative_to(ROOT / room).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def goals(imported: Iterable[ast.Import | ast.ImportFrom]) -> Iterator[Path]:
    for node in imported:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            wholes = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [whole if whole in modules() else node.module or "" for whole in wholes]
        yield from (modules()[name] for name in names if name in modules())


def inner(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def arrows() -> frozenset[tuple[str, str]]:
    """Which file needs which: one that imports it."""
    found = set()
    for path in modules().values():
        file = sources.module(path)
        by_name = any(changed._holds(door, inner(path)) for door in BY_NAME)
        for goal in goals(file.imported_at_once if by_name else file.imported):
            found.add((inner(path), inner(goal)))
    pattern = re.compile(r'\b(?:from|import) "(\.[^"]+)"')
    for path in (ROOT / "extension/src").rglob("*.ts"):
        if ".test." in path.name:
            continue
        for name in pattern.findall(path.read_text("utf-8")):
            goal = (path.parent / f"{name}.ts").resolve()
            if goal.is_file():
                found.add((inner(path), inner(goal)))
    return frozenset((one, other) for one, other in found if one != other)


@cache
def needed_by() -> dict[str, set[str]]:
    found = defaultdict(set)
    for one, other in arrows():
        found[other].add(one)
    return found


def all_who_need(file: str) -> set[str]:
    found: set[str] = set()
    left = [file]
    while left:
        for one in needed_by().get(left.pop(), ()):
            if one not in found:
                found.add(one)
                left.append(one)
    return found


def test_whoever_needs_a_file_has_no_tests_that_it_does_not_bring_along() -> None:
    """Of its own room or of another one, and be it by way of others. Tests need what they import."""
    missing = []
    for file in sorted({other for _, other in arrows()}):
        named = broken_by(file)
        if named is None or file.startswith("tests/"):
            continue
        for one in all_who_need(file):
            if one.startswith(("tests/unit/", "tests/running/", "tests/support/", "tests/conftest.py")):
                continue  # what imports these is asked for itself
            theirs = broken_by(one)
            if theirs is None:
                missing.append(f"{file}: {one} can break any test")
            elif left := theirs - named - {"unit"} - {name for name in theirs if name.startswith("unit")}:
                missing.append(f"{file}: {one} has {sorted(left)}")
    assert missing == []


def test_every_folder_of_tests_that_says_a_word_of_a_room_runs_with_it() -> None:
    assert {"e2e/run", "e2e/fleet"} <= changed.saying("run")
    assert changed.saying("no-such-word") == set()
    assert changed.saying("uninstall") <= (broken_by("native/clz_native/uninstall/leftovers.py") or set())


def test_a_folder_of_tests_that_takes_something_from_another_runs_with_it() -> None:
    wrong = []
    for one, other in arrows():
        if not (one.startswith("tests/e2e/") and other.startswith("tests/")):
            continue
        ours, theirs = broken_by(one), broken_by(other)
        if theirs is not None and (ours is None or not ours <= theirs):
            wrong.append((one, other))
    assert wrong == []


@pytest.mark.parametrize(
    ("files", "tests"),
    [
        (["core/clz/playwright/_values.py"], {"e2e/fronts", "e2e/record"}),
        (["tests/e2e/run/test_run.py", "CHANGELOG.md"], {"e2e/run"}),
        (["tests/unit/test_changed.py", "tests/unit/core/test_keys.py"], {"unit"}),
        (["native/clz_native/host/pending.py"], None),
        (["cli/clz_apps/watch/show/main.py", "extension/src/background/main.ts"], None),
        (["tests/support/browsers.py"], None),
        (["tests/e2e/conftest.py"], None),
        (["something/new.py"], None),
        ([], set()),
    ],
)
def test_in_doubt_all_tests_run(files: list[str], tests: set[str] | None) -> None:
    assert Change("base", tuple(files)).tests() == (None if tests is None else frozenset(tests))


@pytest.mark.parametrize(
    ("file", "test", "differ"),
    [
        ("extension/src/content/synthetic-input/new.ts", "actions/test_click.py", True),
        ("extension/src/background/input/router.ts", "actions/test_click.py", True),  # is not there any more
        ("extension/build.mjs", "actions/test_click.py", True),
        ("extension/src/background/scopes.ts", "actions/test_click.py", False),
        ("tests/e2e/actions/test_click.py", "actions/test_click.py", True),
        ("tests/e2e/actions/test_keys.py", "actions/test_click.py", False),
        ("docs/faq.md", "actions/test_click.py", False),
    ],
)
def test_the_plain_build_runs_by_day_where_a_change_touches_what_differs(file: str, test: str, differ: bool) -> None:
    assert Change("base", (file,)).builds_differ(test) == differ


def test_a_base_that_there_is_not_is_said_with_what_to_do() -> None:
    words = [sys.executable, "-m", "pytest", "--changed", "nowhere", "--collect-only", "tests/unit/test_groups.py"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 4
    assert "Git knows no commit nowhere to compare with. Name another: BASE=COMMIT" in done.stderr


def test_what_is_left_out_is_said() -> None:
    one_room = Change("0123456789abcdef", ("tests/e2e/fleet/test_map.py",)).told()
    assert one_room[0] == "1 files differ from 0123456789: e2e/fleet, unit run"
    assert one_room[1].startswith("left out: e2e/actions, e2e/devtools, ")
    assert "e2e/fleet" not in one_room[1]
    any_test = Change("0123456789abcdef", ("Makefile",)).told()
    assert any_test == ["1 files differ from 0123456789: all tests run, since Makefile can break any"]
