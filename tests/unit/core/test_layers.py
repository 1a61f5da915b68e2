"""Which room and which module may import which: no room knows one above it, and nothing imports itself in a circle."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.support.cases import floors, sources

KNOWS = {
    "clz_core": set(),
    "clz": {"clz_core"},
    "clz_native": {"clz_core"},
    "clz_mcp_adapter": {"clz_core", "clz_native"},
    "clz_apps": {"clz_core", "clz", "clz_native"},
    "clz_cli": {"clz_core", "clz", "clz_native", "clz_mcp_adapter", "clz_apps"},
    "clz_generate": {"clz_core", "clz", "clz_native", "clz_apps", "clz_cli", "clz_mcp_adapter"},
}

pytestmark = pytest.mark.xdist_group("sources")  # whose worker reads each module once

NONE: frozenset[str] = frozenset()
# The folders of each, from the ground up. Those named with one are above it, and it knows them all the same: an arrow
# that is not needed any more is to be taken out here.
FLOORS = {
    "clz_core": {
        "generated": NONE,
        "contract": NONE,
        "text": NONE,
        "state": NONE,
        "config": NONE,
        "loopback": NONE,
        "secrets": frozenset({"client"}),
        "files": NONE,
        "loops": NONE,
        "fronts": NONE,
        "journal": frozenset({"client"}),
        "trace": NONE,
        "client": frozenset({"remote"}),
        "remote": NONE,
        "heal": NONE,
        "fleet": NONE,
    },
    "clz_native": {
        "policy": NONE,
        "secrets": NONE,
        "film": NONE,
        "host": frozenset({"agents"}),
        "agents": NONE,
        "handlers": NONE,
        "machine": NONE,
        "firefox": NONE,
        "setup": NONE,
        "doctor": NONE,
        "download": NONE,
        "uninstall": NONE,
    },
    "clz_mcp_adapter": {
        "results": frozenset({"tools"}),
        "tools": frozenset({"server"}),
        "server": NONE,
    },
    "clz_apps": {
        "loops": NONE,
        "agents": NONE,
        "machine": NONE,
        "remote": NONE,
        "fleet": NONE,
        "ready": NONE,
        "watch": NONE,
        "record": NONE,
        "tests": NONE,
        "compare": NONE,
    },
    "clz_cli": {
        "output": NONE,
        "parser": NONE,
        "commands": NONE,
        "lines": NONE,
        "tests": NONE,
        "warm": NONE,
    },
}

FRONTS = {"typer", "click", "rich", "clz_cli", "clz_mcp_adapter"}


def module_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_of(path, room): path
    for room in (ROOT / name for name in ("core", "native", "cli", "mcp_adapter", "tools"))
    for path in [*room.glob("clz_*/**/*.py"), *room.glob("clz/**/*.py")]
}


@cache
def imports(module: str) -> set[str]:
    """The modules of ours that one imports, be it inside of a function."""
    found = set()
    for node in sources.module(MODULES[module]).imported:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            wholes = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {whole if whole in MODULES else node.module for whole in wholes}
    return (found & MODULES.keys()) - {module}


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert len(MODULES) > 150
    order = list(TopologicalSorter({module: imports(module) for module in MODULES}).static_order())  # or CycleError
    assert set(order) == set(MODULES)


@pytest.mark.parametrize("room", sorted(KNOWS))
def test_a_room_imports_from_no_other_than_those_below_it(room: str) -> None:
    own = [module for module in MODULES if module.split(".")[0] == room]
    assert own
    leaks = [
        f"{module} imports {goal}"
        for module in own
        for goal in imports(module)
        if goal.split(".")[0] not in {room, *KNOWS[room]}
    ]
    assert leaks == []


def folder_of(module: str) -> str:
    """The room of a package that a module is in; nothing for those that are in none, which tie rooms together."""
    path = MODULES[module]
    inner = path.relative_to(next(each for each in path.parents if each.name == module.split(".", maxsplit=1)[0])).parts
    return inner[0] if len(inner) > 1 and path.name != "__main__.py" else ""


@pytest.mark.parametrize("package", sorted(FLOORS))
def test_a_folder_imports_from_no_other_than_those_below_it(package: str) -> None:
    arrows = {
        (folder_of(module), folder_of(goal))
        for module in MODULES
        if module.split(".")[0] == package
        for goal in imports(module)
        if goal.split(".")[0] == package
    }
    assert floors.wrong({(one, other) for one, other in arrows if one and other}, FLOORS[package]) == (
        set(),
        set(),
        set(),
    )


def names_imported(module: str) -> set[str]:
    """What one imports, ours or not; that nothing prints is Ruff's to say (T201)."""
    nodes = sources.module(MODULES[module]).imported
    return {
        name
        for node in nodes
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }


def test_an_application_says_what_goes_on_and_leaves_it_to_the_front_to_print() -> None:
    own = [module for module in MODULES if module.split(".")[0] == "clz_apps"]
    assert len(own) > 80
    known = {module: {name.split(".")[0] for name in names_imported(module)} & FRONTS for module in own}
    assert {module: front for module, front in known.items() if front} == {}
