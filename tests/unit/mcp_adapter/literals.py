"""What the sources say to users: the strings in them that name a command of clz, comments and docstrings left out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
NAMES_ONE = re.compile(r"\bclz [a-z]")
EXAMPLE = re.compile(r"^clz |[|&;] clz |^\S+=\S* ")  # a line as it is typed, rather than a sentence that names one


@cache
def literals_with_commands() -> tuple[str, ...]:
    """Of core, host, MCP server and extension; what is filled in at run time is ABC."""
    python = (path for room in ("core/clz_core", "native", "mcp_adapter") for path in (ROOT / room).rglob("*.py"))
    script = (path for path in (ROOT / "extension/src").rglob("*.ts") if not path.name.endswith(".test.ts"))
    found = {text for path in python if _written(path) for text in _of_python(path)}
    found |= {text for path in script if _written(path) for text in _of_typescript(path)}
    return tuple(sorted(text for text in found if NAMES_ONE.search(text) and not EXAMPLE.search(text)))


def _written(path: Path) -> bool:
    return "generated" not in path.parts


def _of_python(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    # A string that is a statement is a docstring; a part of an f-string is no text of its own.
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    nodes = [node for node in ast.walk(tree) if id(node) not in skipped]
    plain = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return plain | {_filled(node) for node in nodes if isinstance(node, ast.JoinedStr)}


def _filled(text: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "ABC" for part in text.values)


def _of_typescript(path: Path) -> set[str]:
    source = re.sub(r"^\s*(?://|\*|/\*).*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    found = re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', source)
    return {re.sub(r"\$\{[^}]*\}", "ABC", quoted or template).replace("\\`", "`") for quoted, template in found}
