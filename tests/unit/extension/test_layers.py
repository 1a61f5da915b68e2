"""The parts of the extension run apart from each other: what they share is in `shared`, and nowhere else. And no file
imports itself in a circle.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.support.cases import floors

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

NONE: frozenset[str] = frozenset()
# The folders of each, from the ground up. Those named with one are above it, and it knows them all the same: an arrow
# that is not needed any more is to be taken out here.
FLOORS = {
    "background": {
        "privileged": NONE,
        "tabs": frozenset({"emulation", "network", "policy"}),
        "devtools": NONE,
        "navigation": NONE,
        "policy": frozenset({"network"}),
        "secrets": frozenset({"network"}),
        "emulation": NONE,
        "page": NONE,
        "screenshot": NONE,
        "film": NONE,
        "host": NONE,
        "network": NONE,
        "trace": NONE,
        "expect": NONE,
        "state": NONE,
        "ui": NONE,
        "input": NONE,
        "handlers": NONE,
    },
    "content": {
        "injected": NONE,
        "dom": frozenset({"locators"}),
        "text": NONE,
        "obstacles": NONE,
        "synthetic-input": frozenset({"actions"}),
        "snapshot": frozenset({"reading"}),
        "concealed-text": NONE,
        "actionability": frozenset({"locators"}),
        "trace": NONE,
        "locators": NONE,
        "actions": NONE,
        "reading": NONE,
        "expect": NONE,
        "safe": NONE,
        "recorder": NONE,
    },
    "privileged": dict.fromkeys(("reading", "input", "documents", "storage", "passkeys", "prompts", "tabs"), NONE),
    "shared": {"secrets": frozenset({"text"}), "text": NONE, "values": NONE},
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


@pytest.mark.parametrize("part", sorted(FLOORS))
def test_a_folder_imports_from_no_other_than_those_below_it(part: str) -> None:
    arrows = set()
    for path in (SOURCES / part).rglob("*.ts"):
        for goal in IMPORT.findall(path.read_text("utf-8")):
            imported = (path.parent / goal).resolve()
            one, other = (each.relative_to(SOURCES).parts[1:] for each in (path, imported))
            if ".test." not in path.name and part_of(imported) == part and len(one) > 1 < len(other):
                arrows.add((one[0], other[0]))
    assert floors.wrong({(one, other) for one, other in arrows if one != other}, FLOORS[part]) == (set(), set(), set())
