"""Measures: no folder is too full to look through, no function too long to read. ESLint counts lines of TypeScript."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.support.cases.sources import functions

pytestmark = pytest.mark.xdist_group("sources")  # whose worker reads each module once

MAX_FILES = 20
MAX_LINES = 80

ROOMS = ("bench", "cli", "core", "extension/src", "hooks", "mcp_adapter", "native", "tests", "tools")

TOP = """
.ci .claude-plugin .dockerignore .gitattributes .github .gitignore .pre-commit-hooks.yaml .prettierignore
.prettierrc.json CHANGELOG.md CONTRIBUTING.md Dockerfile LICENSE Makefile PROTOCOL.md README.md SECURITY.md action.yml
pyproject.toml requirements-dev.lock requirements-docs.lock requirements-wheels.lock
requirements.lock bench cli core docs editors examples extension hooks mcp_adapter native skills tests tools
""".split()


def files_below(folder: Path) -> Iterator[Path]:
    """What is ours there: packages of others, thousands of files, are not looked through."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in {"node_modules", "__pycache__"}]
        yield from (Path(parent, name) for name in names)


@pytest.fixture(scope="module")
def sources() -> list[Path]:
    return [
        path.relative_to(ROOT)
        for room in ROOMS
        for path in files_below(ROOT / room)
        if path.suffix in {".py", ".ts", ".tsx", ".mjs"}
    ]


def test_no_folder_has_more_sources_of_its_own_than_one_can_look_through(sources: list[Path]) -> None:
    assert len(sources) > 600
    folders = Counter(path.parent for path in sources)
    assert {str(folder): count for folder, count in folders.items() if count > MAX_FILES} == {}


def test_no_function_is_longer_than_a_screen_or_two(sources: list[Path]) -> None:
    lengths = [
        (f"{path}: {name}", lines)
        for path in sources
        if path.suffix == ".py"
        for name, lines in functions(ROOT / path, whole=path.parts[0] not in {"bench", "tests"})
    ]
    assert len(lengths) > 2_000
    assert [function for function in lengths if function[1] > MAX_LINES] == []


def test_the_top_level_holds_what_it_is_known_to_hold() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    assert sorted({path.partition("/")[0] for path in listed.split("\0") if path}) == sorted(TOP)
