"""CONTRIBUTING.md tells how a command is added: what it says is done in a copy of the tree, and works there."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import textwrap
import venv
from pathlib import Path

import pytest

from clz_generate.files import ROOT

BLOCK = re.compile(r"^ *```(?:python|ts)\n *(?:#|//) (\S+/\S+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
ROOMS = ("core", "native", "cli", "mcp_adapter", "tools")


def copied(folder: Path) -> Path:
    """The tree as it is, with the packages of npm that are installed."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    for part in ("extension/node_modules", "tests/site/node_modules", "tests/site/dist"):
        (folder / part).symlink_to(ROOT / part)
    return folder


def put_in(tree: Path, name: str, code: str) -> None:
    """Write a new file; into one that is there go imports at its head, a command at the end, a name in its table."""
    path = tree / name
    if not path.exists():
        path.write_text(code, "utf-8")
        return
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        assert text.endswith("\n)\n")
        path.write_text(f"{text[:-2]}{textwrap.indent(code.rstrip(), '    ')},\n)\n", "utf-8")
        return
    head, table = code.split("\n\n")
    opening = table.splitlines()[0]
    assert text.count(opening) == 1
    text = text.replace(opening, table.rstrip("\n"))
    path.write_text(text.replace("import ", f"{head}\nimport ", 1), "utf-8")


def python_of(tree: Path) -> str:
    """A Python that has the rooms of `tree`, and the packages that are installed for this one."""
    venv.create(tree / ".venv", symlinks=True)
    (packages,) = (tree / ".venv").glob("lib/python*/site-packages")
    paths = [*(tree / room for room in ROOMS), Path(sysconfig.get_path("purelib"))]
    (packages / "tree.pth").write_text("".join(f"{path}\n" for path in paths), "utf-8")
    return str(tree / ".venv/bin/python")


@pytest.mark.night
def test_a_command_is_added_in_the_three_steps_that_are_told(tmp_path: Path) -> None:
    steps = BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert len(steps) == 4
    tree = copied(tmp_path / "tree")
    for name, code in steps:
        put_in(tree, name, textwrap.dedent(code))
    python = python_of(tree)
    for words in (
        [python, "-m", "clz_generate"],
        ["npm", "--prefix", "extension", "run", "--silent", "typecheck"],
        ["npm", "--prefix", "extension", "run", "--silent", "build"],
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/e2e/reading/test_title.py"],
    ):
        done = subprocess.run(words, cwd=tree, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
