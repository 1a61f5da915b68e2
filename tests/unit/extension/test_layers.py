"""The parts of the extension run apart from each other: what they share is in `shared`, and nowhere else. And no file
imports itself in a circle.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from clz_generate.files import ROOT

SOURCES = ROOT / "extension/src"
IMPORT = re.compile(r'\b(?:from|import) "(\.[^"]+)"')

KNOWS = {
    "generated": set(),
    "shared": {"generated"},
    "content": {"shared", "generated"},
    "privileged": {"shared", "generated"},
    "background": {"shared", "generated"},
    "panel": {"shared", "generated"},
    "popup": {"panel", "shared", "generated"},
    "options": {"panel", "shared", "generated"},
}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCES).parts[0]


def test_every_part_has_its_place_among_the_layers() -> None:
    assert {part_of(path) for path in SOURCES.rglob("*.ts")} == set(KNOWS)


def test_no_file_imports_itself_by_way_of_others() -> None:
    """Not even its types."""
    imports = {
        path: {
            (path.parent / f"{goal}.ts").resolve()
            for goal in IMPORT.findall(path.read_text("utf-8"))
            if not goal.endswith(".json")
        }
        for path in SOURCES.rglob("*.ts")
    }
    assert len(imports) > 200
    order = list(TopologicalSorter(imports).static_order())  # or CycleError
    assert set(order) == set(imports)


@pytest.mark.parametrize("part", sorted(KNOWS))
def test_a_part_imports_from_no_other_than_those_below_it(part: str) -> None:
    leaks = [
        f"{path.relative_to(SOURCES)} imports {goal}"
        for path in sorted((SOURCES / part).rglob("*.ts"))
        for goal in IMPORT.findall(path.read_text("utf-8"))
        if part_of((path.parent / goal).resolve()) not in {part, *KNOWS[part]}
    ]
    assert leaks == []
