"""The sources in Python as their tests look at them: each file is read once, and its tree is not kept."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path


@dataclass
class Module:
    """What is in a file; of `functions` the name with the number of lines, of the rest the line with it."""

    functions: list[tuple[str, int]] = field(default_factory=list)
    imported: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    imported_at_once: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    texts: list[tuple[int, str]] = field(default_factory=list)
    docstrings: list[tuple[int, str]] = field(default_factory=list)


@cache
def module(path: Path) -> Module:
    """All that is in a file."""
    tree = ast.parse(path.read_text("utf-8"))
    found = Module(_lengths(tree))
    found.imported_at_once += [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    alone = set()
    for node in _nodes(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                (found.docstrings if id(node) in alone else found.texts).append((node.lineno, node.value))
        elif isinstance(node, ast.Expr):
            alone.add(id(node.value))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.imported.append(node)
    return found


def functions(path: Path, whole: bool) -> list[tuple[str, int]]:
    """Its functions and how long each is without its docstring. `whole` files are looked at for other things too."""
    return module(path).functions if whole else _lengths(ast.parse(path.read_text("utf-8")))


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """As `ast.walk`, in half the time; parents before their children."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                left += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                left.append(value)


def _lengths(tree: ast.Module) -> list[tuple[str, int]]:
    """Of the functions in it. Only what holds statements is looked into: no function is in anything else."""
    found = []
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((node.name, _lines_of(node)))
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                left += inner
    return found


def _lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    described = function.body[0] if ast.get_docstring(function) is not None else None
    docstring = range(described.lineno, (described.end_lineno or 0) + 1) if described else ()
    return (function.end_lineno or 0) - function.lineno + 1 - len(docstring)
