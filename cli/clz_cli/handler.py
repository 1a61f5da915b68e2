"""What the command line does around one command. Most have a `render` alone; the rest is for those that need it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from clz_cli.options import Options
from clz_cli.output.text import plain

R = TypeVar(
    "R", bound=Mapping[str, Any]
)  # a result as it is rendered; as it is sent, `clz_core.contract.results` has it
Values = dict[str, Any]  # what was typed, by parameter, with defaults filled in


@dataclass(frozen=True)
class Batch:
    """Lines of a file that are to be run, each as a `clz` of its own. `path` is `-` for standard input."""

    path: str
    keep_going: bool
    options: Options


@dataclass(frozen=True)
class Follow(Generic[R]):
    """How `--follow` shows a buffer: the entries of a result, and the line of one."""

    entries: Callable[[R], Sequence[Any]]
    line: Callable[[Any], str]


@dataclass(frozen=True)
class CommandHandler(Generic[R]):
    """One command, in the order in which things happen.

    `before_send` makes of what was typed what is sent; it may refuse it. `handle_locally` answers in `clz` itself:
    always where the command never crosses the wire, else None has it sent. It gives an exit code where all is printed.
    `progress_label` says what goes on meanwhile. `on_not_connected` is for a command that finds no host: it answers
    itself, or gives None to have it sent again. `after_result` works on the answer before `render` makes text of it;
    `exit_code` is that of the answer, 0 where it is left out.
    """

    render: Callable[[R], str] = plain
    before_send: Callable[[Values], Values] | None = None
    handle_locally: Callable[[Values, Options], R | int | Batch | None] | None = None
    follow: Follow[R] | None = None
    progress_label: Callable[[Values], str] | None = None
    on_not_connected: Callable[[Options], R | None] | None = None
    after_result: Callable[[Any, Values], R] | None = None
    exit_code: Callable[[R], int] | None = None
