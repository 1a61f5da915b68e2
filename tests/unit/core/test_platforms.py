"""What only some systems have is imported where it is used, so that clz starts on all of them."""

from __future__ import annotations

import ast

import pytest

from clz_generate.files import ROOT
from tests.support.cases.sources import module

pytestmark = pytest.mark.xdist_group("sources")  # whose worker reads each module once

SOME_HAVE = {"fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "tty", "winreg"}
ROOMS = ("core", "native", "cli", "mcp_adapter", "tools")


def test_no_module_needs_one_system_to_be_imported() -> None:
    needed = []
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in module(path).imported_at_once:
            names = [str(node.module)] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            needed += [f"{path.relative_to(ROOT)}: {name}" for name in names if name.split(".")[0] in SOME_HAVE]
    assert needed == []


def test_the_windows_registry_is_touched_in_one_module_alone() -> None:
    users = [path.name for room in ROOMS for path in (ROOT / room).rglob("*.py") if "import winreg" in path.read_text()]
    assert users == ["registry.py"]
