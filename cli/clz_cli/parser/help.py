"""The help: one page for each command and each group, made from the registry.

`clz click --help` loads no Typer for it; where Typer shows the help, as for `clz` alone, it is the same page.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from textwrap import wrap

from clz_cli.output import own
from clz_cli.parser.syntax import (
    GLOBALS,
    HELP,
    OF_TYPER,
    after_dashes,
    arguments,
    command_of,
    global_options,
    is_group,
    listed,
    options,
    sections,
    usual,
)
from clz_core.contract.commands import GROUPS
from clz_core.contract.registry import Command, Param

MOST_COLUMNS, LEAST_COLUMNS = 100, 50  # longer lines are hard to read
MOST_LEFT = 32  # columns of what is explained; what is longer has a line of its own
BOLD, RESET = "\x1b[1m", "\x1b[0m"
ABOUT = "Drive Firefox from your shell, tests or AI agent."
MORE = "All of one command: clz help COMMAND. Many commands of Playwright, Cypress and Selenium work, or get a hint."
_TAKES = {"integer": "N", "number": "X", "string": "TEXT", "array": "TEXT", "object": "FILE"}
_FORMATS = {"url": "URL", "path": "PATH", "target": "TARGET", "expression": "JS"}


def show(words: list[str]) -> bool:
    """Print the help of the command or group that words name; False if they name none."""
    name = " ".join(words)
    if not (is_group(name) or command_of(name)) or "" in words:
        return False
    own.show(page(name))
    return True


def page(words: str) -> str:
    """The help of the command or group that `words` name."""
    from shutil import get_terminal_size

    columns = max(LEAST_COLUMNS, min(get_terminal_size().columns, MOST_COLUMNS))
    bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return "\n".join(_Page(columns, bold).of(words))


class _Page:
    def __init__(self, columns: int, bold: bool) -> None:
        self._columns = columns
        self._bold = bold

    def of(self, words: str) -> list[str]:
        command, group = command_of(words), is_group(words)
        lines = [self._head("Usage:") + " " + usage for usage in _usages(words, command, group)]
        lines += ["", *self._text(ABOUT if not words else command.summary if command else GROUPS[words])]
        if command is not None:
            for word, meaning in command.terms:
                lines += ["", *self._text(f"{word}: {meaning}")]
            if command.examples:
                lines += ["", self._head("Examples:"), *(f"  {line}" for line in command.examples)]
            lines += self._table("Arguments", [(typed_word(param), _described(param)) for param in arguments(command)])
            lines += self._options("Options", options(command))
            every = ", ".join(_option(param).replace(" ", "\xa0") for param in (*global_options(command), HELP))
            lines += ["", self._head("For every command, as clz --help explains:")]
            lines += [line.replace("\xa0", " ") for line in self._text(every)]
        elif words:
            lines += self._options("Options", [HELP])
        if not words:
            lines += ["", *self._text(MORE)]
            shown = sections()
            left = max(len(word) for section in shown.values() for word in section)
            for title, section in shown.items():
                lines += self._table(title, [(word.ljust(left), brief(summary)) for word, summary in section.items()])
            lines += self._options("For every command", [*GLOBALS, HELP])
            lines += self._options("For clz itself", OF_TYPER)
        elif group:
            lines += self._table("Commands", [(word, brief(summary)) for word, summary in listed(words).items()])
        return lines

    def _head(self, text: str) -> str:
        return f"{BOLD}{text}{RESET}" if self._bold else text

    def _text(self, text: str) -> list[str]:
        indent = "  "
        return wrap(text, self._columns, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)

    def _options(self, title: str, params: Iterable[Param]) -> list[str]:
        return self._table(title, [(_option(param), _described(param)) for param in params])

    def _table(self, title: str, rows: Iterable[tuple[str, str]]) -> list[str]:
        rows = list(rows)
        if not rows:
            return []
        left = 4 + max((len(word) for word, _ in rows if len(word) <= MOST_LEFT), default=MOST_LEFT)
        lines = ["", self._head(f"{title}:")]
        for word, meaning in rows:
            first = f"  {word}".ljust(left)
            if len(first) > left:
                lines.append(first)
                first = " " * left
            wrapped = wrap(first + meaning, self._columns, subsequent_indent=" " * left, break_on_hyphens=False)
            lines += wrapped or [first.rstrip()]
        return lines


def _usages(words: str, command: Command | None, group: bool) -> list[str]:
    """The ways to type it: a group may also be a command."""
    name = f"clz {words}".rstrip()
    found = []
    if command is not None:
        rest = after_dashes(command)
        parts = [
            name,
            "[OPTIONS]",
            *map(typed_word, arguments(command)),
            *([f"[-- {rest.metavar}]"] if rest else []),
        ]
        found.append(" ".join(parts))
    if group:
        found.append(f"{name} COMMAND [ARGS…]" if command else f"{name} [OPTIONS] COMMAND [ARGS…]")
    return found


def brief(summary: str) -> str:
    """What is said first of a command: for a line of a list."""
    return re.split(r"[.:;](?: |$)", summary, maxsplit=1)[0]


def typed_word(param: Param) -> str:
    """An argument as the usage shows it."""
    word = "|".join(param.choices) or param.metavar or param.name.upper()
    if param.kind == "array" and not word.endswith("…"):
        word += "…"
    return word if param.required else f"[{word}]"


def _option(param: Param) -> str:
    """An option as it is typed, its short form first."""
    words = re.sub(r"--(\S+)/--no-\1", r"--[no-]\1", ", ".join(sorted(param.option, key=len)))
    if param.kind == "boolean":
        return words
    taken = param.metavar or "|".join(param.choices) or _FORMATS.get(param.format) or _TAKES[param.kind]
    return f"{words}[={taken}]" if param.bare else f"{words} {taken}"


def _described(param: Param) -> str:
    notes = []
    low, high = param.limits
    if param.kind in ("integer", "number") and (low is not None or high is not None):
        notes.append(f"{low or 0:g} or more" if high is None else f"{low or 0:.15g} to {high:.15g}")
    default = _default(param)
    if param.required:
        notes.append("required")
    elif default:
        notes.append(f"default: {default}")
    return param.help + (f" [{'; '.join(notes)}]" if notes else "")


def _default(param: Param) -> str:
    value = usual(param)
    if not value:
        return ""
    if value is True:
        return param.spellings[0]
    if param.setting:  # a person's text, or that of a project's file
        from clz_core.text.display import line

        return line(str(value))
    return str(value)
