"""Plain lines, understood from the registry alone: a command by its name, and options as they are declared.

It gives what Typer makes of the same line, in a tenth of the time and without loading it, or nothing: whatever is not
surely understood, such as help, a mistake, a word of another tool or a value that begins with `-`, is for Typer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from clz_cli.parser import syntax
from clz_core.contract.commands import COMMANDS, GROUPS
from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import Values


class Line(NamedTuple):
    """A command with the values of its own parameters and the global options after it, and those before it."""

    command: Command
    values: Values
    before: Values


class _Unsure(Exception):
    """Typer is to say what the line means."""


def understood(words: Sequence[str]) -> Line | None:
    """What a line means; None if that is not for here to say."""
    left = iter(words)
    before: Values = {param.name: None for param in syntax.GLOBALS}
    try:
        name = _take_options(left, _spelled(None), before)
        command = _command(name, left)
        return Line(command, _values(command, left), before)
    except (_Unsure, StopIteration):
        return None


def from_name_on(words: Sequence[str]) -> list[str]:
    """The words of a line without the options before the command's name; none if it is not sure where that is."""
    left = iter(words)
    try:
        return [_take_options(left, _spelled(None), {param.name: None for param in syntax.GLOBALS}), *left]
    except (_Unsure, StopIteration):
        return []


def _take_options(words: Iterator[str], known: dict[str, tuple[Param, bool]], values: Values) -> str:
    """Take the options that come first, and return the word after them. Raises: _Unsure, StopIteration."""
    for word in words:
        if not _is_option(word):
            return word
        _take(word, words, known, values)
    raise _Unsure


def _command(name: str, words: Iterator[str]) -> Command:
    while name in GROUPS:
        word = next(words)
        if _is_option(word):
            raise _Unsure
        name = f"{name} {word}"
    command = COMMANDS.by_cli(name)
    if command is None or syntax.after_dashes(command) or any(param.metavar == "DX,DY" for param in command.params):
        raise _Unsure
    return command


def _values(command: Command, words: Iterator[str]) -> Values:
    options, arguments = _declared(command)
    values: Values = {param.name: _unset(param) for param in (*arguments, *options)}
    known = _spelled(command)
    positional = []
    for word in words:
        if _is_option(word):
            _take(word, words, known, values)
        else:
            positional.append(word)
    for param in arguments:
        if param.kind == "array":  # all that is left, and so only as the last one
            if param is not arguments[-1] or (param.required and not positional):
                raise _Unsure
            values[param.name] = positional or None
            positional = []
        elif positional:
            values[param.name] = _made(param, positional.pop(0))
        elif param.required:
            raise _Unsure
    if positional or any(param.required and values[param.name] is None for param in options):
        raise _Unsure
    return values


def _take(word: str, words: Iterator[str], known: dict[str, tuple[Param, bool]], values: Values) -> None:
    """Take an option, with its value."""
    name, joined, text = word.partition("=")
    param, positive = known.get(name, (None, True))
    if param is None or (joined and (param.kind == "boolean" or not name.startswith("--"))):
        raise _Unsure
    if param.kind == "boolean":
        values[param.name] = positive
        return
    text = text if joined else param.bare or next(words)
    if _is_option(text):
        raise _Unsure
    values[param.name] = [*(values[param.name] or ()), text] if param.kind == "array" else _made(param, text)


def _made(param: Param, text: str) -> Any:
    """The value that a word means. Raises: _Unsure."""
    if param.choices and text not in param.choices:
        raise _Unsure
    if param.kind not in ("integer", "number"):
        return text
    try:
        number = int(text) if param.kind == "integer" else float(text)
    except ValueError:
        raise _Unsure from None
    low, high = param.limits
    if (low is not None and not number >= low) or (high is not None and not number <= high):
        raise _Unsure
    return number


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"


def _unset(param: Param) -> Any:
    if param.setting or param.required or param.default is None:
        return None
    return float(param.default) if param.kind == "number" else param.default


@lru_cache(64)
def _declared(command: Command) -> tuple[list[Param], list[Param]]:
    """Its options, those of every command included, and its arguments."""
    return [*syntax.options(command), *syntax.global_options(command)], syntax.arguments(command)


@lru_cache(64)
def _spelled(command: Command | None) -> dict[str, tuple[Param, bool]]:
    """The options of a command, or of `clz` itself, as they are typed; and whether a flag says yes so."""
    known = {}
    for param in syntax.GLOBALS if command is None else _declared(command)[0]:
        for flag in param.option:
            yes, _, no = flag.partition("/")
            known[yes] = (param, True)
            if no:
                known[no] = (param, False)
    return known
