"""Measures: no folder is too full to look through, no function too long to read. ESLint counts lines of TypeScript."""

from __future__ import annotations

import ast
from collections import Counter

from clz_generate.files import ROOT

MAX_FILES = 20
MAX_LINES = 80

SOURCES = [
    path.relative_to(ROOT)
    for room in ("bench", "cli", "core", "extension/src", "hooks", "mcp_adapter", "native", "tests")
    for path in (ROOT / room).rglob("*")
    if path.is_file() and path.suffix in {".py", ".ts", ".tsx", ".mjs"} and "node_modules" not in path.parts
]


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How long it is without its docstring."""
    described = function.body[0] if ast.get_docstring(function) is not None else None
    docstring = range(described.lineno, (described.end_lineno or 0) + 1) if described else ()
    return (function.end_lineno or 0) - function.lineno + 1 - len(docstring)


def test_no_folder_has_more_sources_of_its_own_than_one_can_look_through() -> None:
    assert len(SOURCES) > 600
    folders = Counter(path.parent for path in SOURCES)
    assert {str(folder): count for folder, count in folders.items() if count > MAX_FILES} == {}


def test_no_function_is_longer_than_a_screen_or_two() -> None:
    functions = [
        (f"{path}: {node.name}", lines_of(node))
        for path in SOURCES
        if path.suffix == ".py"
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert len(functions) > 2_000
    assert [function for function in functions if function[1] > MAX_LINES] == []
