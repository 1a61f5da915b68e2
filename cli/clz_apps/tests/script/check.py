"""Whether a step can be run: its command, its options, and the names that it refers to, without running it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from clz_apps.lines import Lines, Mistyped
from clz_apps.tests.script.mistakes import mistakes_in
from clz_apps.tests.script.model import Meant, like, meant
from clz_apps.tests.script.objects import command_of
from clz_apps.tests.script.words import Word
from clz_apps.tests.script.world_names import NAMED, mistake_in_name
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Values

KEYWORDS = ("base", "before", "after", "setup", "test", "needs", "let", "include", "with")
STATE = "state"  # at the left, with a file; else a command

Found = Iterator[tuple[int, str]]  # a column of the line, and what is wrong there


def wrong_in(
    line: list[Word] | JsonObject, values: Mapping[str, str], later: frozenset[str], base: str, lines: Lines
) -> Found:
    """What is wrong with a line. `values` are known already, those of the names `later` when it runs."""
    if isinstance(line, dict):
        try:
            command, given = command_of(line)
        except ClzError as problem:
            yield 1, problem.message
        else:
            yield from _refused(command, 1)
            yield from ((1, said) for _, said in _unreadable(command, given))
        return
    if not line:
        yield 1, "No command was given."
        return
    lost = [(word, name) for word in line for name in word.names if name not in values and name not in later]
    for word, name in lost:
        said = f"There is no ${name}, in the environment or by `let`."
        yield (
            word.column,
            meant(said, f"${name}", like(name, [*later, *values], "$"), " In single quotes it is plain text."),
        )
    if not lost:
        filled = {**values, **dict.fromkeys(later, "1")}
        uncertain = any(name in later for word in line for name in word.mentioned)
        yield from _wrongly_typed(line, filled, base, later if uncertain else frozenset(), lines)


def _wrongly_typed(
    line: list[Word], values: Mapping[str, str], base: str, later: frozenset[str], lines: Lines
) -> Found:
    """What the command line says about the words; where they name what is known `later`, values may still be right."""
    uncertain = bool(later)
    typed = [word.filled(values) for word in line]
    known = list(dict.fromkeys(name.split()[0] for name in COMMANDS.cli_words()))
    lost = f"There is no command {typed[0]!r}."
    if foreign := lines.meant(typed):
        yield line[0].column, _foreign(lost, typed, foreign)
        return
    if not typed[0].startswith("-") and typed[0] not in known:
        yield line[0].column, meant(lost, typed[0], like(typed[0], [*known, *KEYWORDS]))
        return
    if any(text in ("--help", "-h") for text in typed):
        yield line[0].column, "--help is for a shell, not for a step."
        return
    try:
        command, given = lines.parsed(typed_with(line, values, lines))
        if command.typed.pure and not uncertain and at_base(given.get("url"), base) == given.get("url"):
            # A state file may be what an earlier test saves.
            given = lines.prepared(command, {**given, "state": None})
    except Mistyped as problem:
        if not (uncertain and problem.of_value):
            yield _column(line, typed, problem.message), problem.message
    except ClzError as problem:
        yield _column(line, typed, problem.message), problem.message
    else:
        yield from _refused(command, line[0].column)
        for source, said in _unreadable(command, given):
            word = next((word for word, text in zip(line, typed, strict=True) if text.endswith(source)), line[0])
            if not any(name in later for name in word.mentioned):
                yield word.column, said
        if given.get("follow"):
            yield line[0].column, "--follow never ends: leave it out."


def _foreign(lost: str, typed: list[str], meaning: list[str] | str) -> str:
    """What a line in the words of another tool means here."""
    if isinstance(meaning, str):
        return f"{lost} {meaning}"
    said, first = f"{lost} Write: {shlex.join(meaning)}", len(meaning) - len(typed) + 1
    if first < 1 or meaning[first:] != typed[1:]:
        return said
    made = Meant(said)
    made.fix = (typed[0], shlex.join(meaning[:first]))
    return made


def _unreadable(command: Command, given: Values) -> Iterator[tuple[str, str]]:
    """Values that are sure to be refused, and why."""
    yield from ((source, mistake) for source, mistake in mistakes_in(command, given) if mistake)
    for name in NAMED:
        if command.name == "emulate" and given.get(name) and (mistake := mistake_in_name(name, given[name])):
            yield given[name], mistake


def typed_with(line: list[Word], values: Mapping[str, str], lines: Lines) -> list[str]:
    """What is run for a line: its references filled in. A value that begins with `-` is a value, not an option."""
    filled = [word.filled(values) for word in line]
    dashed = {
        at
        for at, (word, text) in enumerate(zip(line, filled, strict=True))
        if text.startswith("-") and not word.text.startswith("-")
    }
    if not dashed:
        return filled
    try:
        return lines.with_arguments_last(filled, dashed)
    except Mistyped:  # parsing it says the same
        return filled


def saved_names(line: list[Word] | JsonObject) -> list[str]:
    """The names that `request … --save NAME=path` gives values to."""
    if isinstance(line, dict) or not line or line[0].text != "request":
        return []
    words = [word.text for word in line]
    given = [after for word, after in pairwise(words) if word == "--save"]
    given += [word.removeprefix("--save=") for word in words if word.startswith("--save=")]
    return [one.partition("=")[0] for one in given]


def at_base(path: Any, base: str) -> Any:
    """An address or a glob that begins with `/` is one of the site that `base` names; all else stays as it is."""
    return base.rstrip("/") + path if base and isinstance(path, str) and path.startswith("/") else path


def _refused(command: Command, column: int) -> Found:
    if not (command.typed.in_batch and command.typed.in_tests):
        yield column, f"clz {command.cli.split()[0]} is not for tests."


def _column(line: list[Word], typed: list[str], said: str) -> int:
    """The column of the word that a message is about; that of the command if it names none."""
    about = said.partition(" (")[0]
    named = [word for word, text in zip(line, typed, strict=True) if text and text.partition("=")[0] in about]
    return max(named, key=lambda word: len(word.text), default=line[0]).column
