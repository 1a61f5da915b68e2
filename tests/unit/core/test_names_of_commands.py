"""What is true of one command is declared with it: no other part keeps a table of commands by name."""

from __future__ import annotations

import re
from pathlib import Path

from clz_core.contract.commands import COMMANDS
from clz_generate.files import ROOT

NAMES = {command.name for command in COMMANDS}
MOST = 4  # different names that a file may know
# Where commands are declared, where each is carried out, and what every front or a terminal alone does around it.
OWN = (
    "core/clz_core/contract/",
    "core/clz_core/generated/",
    "core/clz_core/fronts/",
    "core/clz/",
    "cli/clz_cli/commands/",
    "cli/clz_apps/loops/commands.py",
    "native/clz_native/handlers/",
    "native/clz_native/agents/",
    "mcp_adapter/clz_mcp_adapter/tools/local.py",
    "extension/src/generated/",
    "extension/src/background/handlers/",
    "extension/src/content/",
    "extension/src/privileged/",
)

TABLE = "cli/clz_apps/record/person.py"  # what a person does becomes commands

# They have the words of other tools, some of which are names here.
WORDS = {
    "cli/clz_cli/parser/foreign/synonyms.py",
    "core/clz_core/journal/code.py",
    "mcp_adapter/clz_mcp_adapter/tools/foreign.py",
}


def names_in(path: Path) -> set[str]:
    """The names of commands that are quoted in a file, without those that are plain words."""
    found = set(
        re.findall(r"[\"']([a-z]+[A-Z]\w*|screenshot|pdf|navigate|click|evaluate|upload)[\"']", path.read_text("utf-8"))
    )
    return found & NAMES


def test_no_part_keeps_a_table_of_commands_by_name() -> None:
    sources = [
        path.relative_to(ROOT)
        for room, ending in (
            ("core", "py"),
            ("cli", "py"),
            ("native", "py"),
            ("mcp_adapter", "py"),
            ("tools", "py"),
            ("extension/src", "ts"),
        )
        for path in (ROOT / room).rglob(f"*.{ending}")
    ]
    outside = [path for path in sources if not path.as_posix().startswith(OWN) and ".test." not in path.name]
    assert len(outside) > 200
    known = {path.as_posix(): names_in(ROOT / path) for path in outside}
    tables = {path: sorted(names) for path, names in known.items() if len(names) > MOST and path not in WORDS}
    assert list(tables) == [TABLE]
