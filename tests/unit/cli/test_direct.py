"""Lines that are understood without Typer mean what Typer makes of them, for every command and every option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from clz_cli.lines import app, direct
from clz_cli.lines.direct import Line
from clz_cli.lines.typed import GLOBAL_NAMES
from clz_cli.parser import syntax
from clz_cli.parser.typer_private import ClickException
from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command, Param

TYPED = [command for command in COMMANDS if command.cli]
GLOBALS = (["--json"], ["--no-json"], ["--session", "work"], ["--tab=3"], ["--timeout", "5000"], ["--quiet", "--raw"])
ODD = [
    "--",
    "-",
    "",
    "-x",
    "--no-such",
    "--help",
    "-h",
    "list",
    "--tab",
    "-1",
    "a=b",
    "--json=yes",
    "-i",
    "-ic",
    "--nth=0",
]
ROUNDS = 3_000


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """What Typer would have had carried out."""
    lines: list[Line] = []

    def keep(command: Command, values: dict[str, Any], before: dict[str, Any]) -> int:
        lines.append(Line(command, dict(values), before or dict.fromkeys(GLOBAL_NAMES)))
        return 0

    monkeypatch.setattr(app, "carry_out", keep)
    return lines


def by_typer(words: list[str], seen: list[Line]) -> Line | None:
    """None if it is a mistake, or anything but one command."""
    seen.clear()
    try:
        app.group().main(list(words), prog_name="clz", standalone_mode=False)
    except ClickException:
        return None
    return seen[0] if seen else None


def value_of(param: Param) -> str:
    if param.choices:
        return param.choices[-1]
    if param.kind not in ("integer", "number"):
        return "some words"
    return str(int(next((bound for bound in param.limits if bound is not None), 7)))


def arguments_of(command: Command, all_of_them: bool) -> list[str]:
    return [value_of(param) for param in syntax.arguments(command) if all_of_them or param.required]


def ways(param: Param) -> Iterator[list[str]]:
    for word in param.spellings:
        if param.kind == "boolean":
            yield [word]
        else:
            yield [word, value_of(param)]
            if word.startswith("--"):
                yield [f"{word}={value_of(param)}"]


def lines_of(command: Command) -> Iterator[list[str]]:
    name, rest = command.cli.split(), arguments_of(command, False)
    must = [word for param in syntax.options(command) if param.required for word in next(ways(param))]
    yield [*name, *rest, *must]
    yield [*name, *arguments_of(command, True), *must]
    for param in (*syntax.options(command), *syntax.global_options(command)):
        for words in ways(param):
            yield [*name, *words, *rest, *must]
            yield [*name, *rest, *must, *words, *words]
    for words in GLOBALS:
        yield [*words, *name, *rest, *must]
        yield [*words, *name, *rest, *must, "--no-json", "--session=other"]


@pytest.mark.parametrize("command", TYPED, ids=lambda command: command.cli)
def test_every_option_means_what_it_means_to_typer(command: Command, seen: list[Line]) -> None:
    for words in lines_of(command):
        found = direct.understood(words)
        if found is not None:
            typer = by_typer(words, seen)
            assert typer is not None, words
            assert found == typer, words


def test_nearly_every_plain_line_is_understood() -> None:
    lines = [words for command in TYPED for words in lines_of(command)]
    understood = sum(direct.understood(words) is not None for words in lines)
    assert understood > 0.9 * len(lines)
    for line in ("click #count", "snapshot -i", "fill x y", "--json tab select 3", "screenshot a.png --format png"):
        assert direct.understood(line.split()) is not None, line


def test_no_mistake_is_understood(seen: list[Line]) -> None:
    chance = random.Random(36)
    words_of = {command: [word for words in lines_of(command) for word in words] for command in TYPED}
    for _ in range(ROUNDS):
        command = chance.choice(TYPED)
        words = [*command.cli.split()]
        for _ in range(chance.randrange(5)):
            words.insert(chance.randrange(len(words) + 1), chance.choice([*words_of[command], *ODD]))
        found = direct.understood(words)
        if found is not None:
            typer = by_typer(words, seen)
            assert typer is not None, words
            assert found == typer, words


NOT_PLAIN = """

click
click x y
clik x
click x --help
click -- x
click x --nth
click x --nth one
click x --nth=0
click x --jso
tab
tab --json close
wheel -1,2
type x -5
goto x
ready -- make
"""


@pytest.mark.parametrize("line", NOT_PLAIN.splitlines()[1:])
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    assert direct.understood(line.split()) is None
