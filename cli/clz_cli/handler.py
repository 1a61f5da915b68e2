"""What the command line alone does around one command; what every front does, and its text, is in `clz_core.fronts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from clz_apps.say import Say
from clz_cli.output.text import plain
from clz_cli.parser.options import Options
from clz_core.contract.shapes import Values

R = TypeVar(
    "R", bound=Mapping[str, Any]
)  # a result as it is rendered; its types as sent are in `clz_core.generated.results`


class Batch(NamedTuple):
    """Lines of a file that are to be run, each as a `clz` of its own. `path` is `-` for standard input."""

    path: str
    keep_going: bool
    options: Options


class Tests(NamedTuple):
    """Files of tests that are to be run, as `clz run` was typed."""

    values: Values
    options: Options


LineRunner = Batch | Tests  # what runs lines of `clz` itself, and so is run by `main`, which knows how


def spoken(options: Options) -> Say:
    """Where an application says what goes on."""
    from clz_cli.output.printing import Spoken

    return Spoken(options)


def application(module: str, name: str) -> Callable[[Values, Options], Any]:
    """Answers a command by a function of `clz_apps`, which is loaded when the command is run."""

    def run(values: Values, options: Options) -> Any:
        return getattr(import_module(f"clz_apps.{module}"), name)(values, options, spoken(options))

    return run


def renderer(module: str) -> Callable[[Any], str]:
    """Makes text of a result by the function `rendered` of a module of `clz_apps`, which is loaded then."""
    return lambda result: str(import_module(f"clz_apps.{module}").rendered(result))


class Follow(NamedTuple, Generic[R]):
    """How `--follow` shows a buffer: the entries of a result, and the line of one."""

    entries: Callable[[R], Sequence[Any]]
    line: Callable[[Any], str]


class CommandHandler(NamedTuple, Generic[R]):
    """One command, in the order in which things happen.

    `before_send` works on what was typed, before the steps of every front (`clz_core.fronts`); it may refuse it.
    `handle_locally` answers in `clz` itself: always where the command never crosses the wire; elsewhere None means
    that it is sent. It returns an exit code if everything is printed already. `progress_label` says what goes on
    meanwhile. `on_not_connected` is for a command that finds no host: it answers itself, or returns None so that the
    command is sent again. `after_result` works on the answer, after the steps of every front and before `render` makes
    text of it; `exit_code` is that of the answer, 0 if it is left out.
    """

    render: Callable[[R], str] = plain
    before_send: Callable[[Values], Values] | None = None
    handle_locally: Callable[[Values, Options], R | int | LineRunner | None] | None = None
    follow: Follow[R] | None = None
    progress_label: Callable[[Values], str] | None = None
    on_not_connected: Callable[[Options], R | None] | None = None
    after_result: Callable[[Any, Values], R] | None = None
    exit_code: Callable[[R], int] | None = None
