"""Measures: no folder is too full to look through, no function too long to read. ESLint counts lines of TypeScript."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_generate.files import ROOT

MAX_FILES = 20
MAX_LINES = 80

ROOMS = ("bench", "cli", "core", "extension/src", "hooks", "mcp_adapter", "native", "tests")


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


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How long it is without its docstring."""
    described = function.body[0] if ast.get_docstring(function) is not None else None
    docstring = range(described.lineno, (described.end_lineno or 0) + 1) if described else ()
    return (function.end_lineno or 0) - function.lineno + 1 - len(docstring)


def test_no_folder_has_more_sources_of_its_own_than_one_can_look_through(sources: list[Path]) -> None:
    assert len(sources) > 600
    folders = Counter(path.parent for path in sources)
    assert {str(folder): count for folder, count in folders.items() if count > MAX_FILES} == {}


def test_no_function_is_longer_than_a_screen_or_two(sources: list[Path]) -> None:
    functions = [
        (f"{path}: {node.name}", lines_of(node))
        for path in sources
        if path.suffix == ".py"
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert len(functions) > 2_000
    assert [function for function in functions if function[1] > MAX_LINES] == []
