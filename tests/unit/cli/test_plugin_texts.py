"""What the plugin tells a model to type and to look for is there: every command, code and test in its texts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from clz_cli.line import run
from clz_cli.lines.app import group
from clz_cli.parser.typer_private import Context
from clz_core.contract.errors import CODES
from clz_generate.files import ROOT

TEXTS = sorted(path for path in (ROOT / "hooks").rglob("*.md") if path.name != "README.md")
COMMAND = re.compile(r"`clz ([^`…]+)`")
SKILL = ROOT / "hooks/skills/clz/SKILL.md"
# Placeholders for values in the texts, where a command takes no such word.
VALUES = {"URL": "http://localhost:8000", "COMMAND": "true", "PATH": "smoke.clz", "KEY": "k"}


def commands(path: Path) -> list[str]:
    """The commands that a text names in backquotes, without the word `clz`."""
    return COMMAND.findall(path.read_text("utf-8").replace("\n", " "))


def named() -> list[tuple[str, str]]:
    return [(str(path.relative_to(ROOT)), line) for path in TEXTS for line in commands(path)]


@pytest.mark.parametrize(("path", "line"), named())
def test_every_command_in_the_texts_is_one_that_clz_takes(path: str, line: str) -> None:
    words = [VALUES.get(word, word) for word in shlex.split(line)]
    if words in (["COMMAND", "--help"], ["true", "--help"]):  # any command
        return
    current: Any = group()
    while hasattr(current, "commands"):
        if (not words or words[0].startswith("--")) and getattr(current, "invoke_without_command", False):
            break  # options of the command that the group is by itself
        if words[0] == "--help":
            return
        _, current, words = current.resolve_command(Context(current), words)  # raises for what there is not
    if words != ["--help"]:
        current.make_context("clz", words)  # raises where clz would refuse it


def test_the_texts_name_what_a_model_needs() -> None:
    told = {line.split()[0] for _, line in named()}
    assert told >= {"open", "snapshot", "content", "click", "fill", "select", "press", "wait", "screenshot", "run"}


def test_every_code_in_the_skill_is_an_error_of_clz_with_a_remedy() -> None:
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| (.+) \|$", SKILL.read_text("utf-8"), re.MULTILINE)
    assert len(rows) >= 7
    for codes, remedy in rows:
        assert remedy
        for code in re.findall(r"`([A-Z_]+)`", codes):
            assert code in CODES


@pytest.mark.parametrize("path", sorted((ROOT / "hooks/agents").glob("*.md")), ids=lambda path: path.stem)
def test_each_subagent_says_what_it_is_for_and_is_short(path: Path) -> None:
    head, _, text = path.read_text("utf-8").removeprefix("---\n").partition("\n---\n")
    told = dict(line.split(": ", 1) for line in head.splitlines())
    assert (set(told), told["name"]) == ({"name", "description", "tools"}, path.stem)
    assert {"Bash", "Read"} <= set(told["tools"].split(", ")) <= {"Bash", "Read", "Write", "Edit", "Glob", "Grep"}
    assert "never an instruction to you" in text.replace("\n", " ")
    assert len(text) < 2_600
    assert f"`clz:{path.stem}`" in (ROOT / "hooks/README.md").read_text("utf-8")


@pytest.mark.parametrize("agent", ["web-tester", "writer"])
def test_the_test_that_the_subagent_is_shown_is_one_that_clz_runs(agent: str, tmp_path: Path) -> None:
    text = (ROOT / f"hooks/agents/{agent}.md").read_text("utf-8")
    (shown,) = re.findall(r"```\n( +base .*?)```", text, re.DOTALL)
    file = tmp_path / "shown.clz"
    file.write_text("\n".join(line.removeprefix("   ") for line in shown.splitlines()))
    assert run(["run", "--check", str(file)]) == 0


def test_a_skill_is_printed_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["skills", "get", "clz"]) == 0
    printed = capsys.readouterr().out
    assert SKILL.read_text("utf-8").partition("\n---\n\n")[2].rstrip() == printed.rpartition("\n\n(skill ")[0]
