"""What the command line does around one command. Most have a `render` alone; the rest is for those that need it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from clz_cli.options import Options
from clz_cli.output.text import Result, plain

Values = dict[str, Any]  # what was typed, by parameter, with defaults filled in


@dataclass(frozen=True)
class Batch:
    """Lines of a file that are to be run, each as a `clz` of its own. `path` is `-` for standard input."""

    path: str
    keep_going: bool
    options: Options


class Follow(NamedTuple):
    """How `--follow` shows a buffer: the entries of a result, and the line of one."""

    entries: Callable[[Result], list[Result]]
    line: Callable[[Result], str]


@dataclass(frozen=True)
class CommandHandler:
    """One command, in the order in which things happen.

    `before_send` makes of what was typed what is sent; it may refuse it. `handle_locally` answers in `clz` itself:
    always where the command never crosses the wire, else None has it sent. It gives an exit code where all is printed.
    `progress_label` says what goes on meanwhile. `on_not_connected` is for a command that finds no host: it answers
    itself, or gives None to have it sent again. `after_result` works on the answer before `render` makes text of it;
    `exit_code` is that of the answer, 0 where it is left out.
    """

    render: Callable[[Result], str] = plain
    before_send: Callable[[Values], Values] | None = None
    handle_locally: Callable[[Values, Options], Result | int | Batch | None] | None = None
    follow: Follow | None = None
    progress_label: Callable[[Values], str] | None = None
    on_not_connected: Callable[[Options], Result | None] | None = None
    after_result: Callable[[Result, Values], Result] | None = None
    exit_code: Callable[[Result], int] | None = None
