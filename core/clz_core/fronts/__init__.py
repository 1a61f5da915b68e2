"""What every front does around a command: the command line, the MCP server and the Python API read it here.

A family that has such steps keeps them in a module of its folder and name, loaded when one of its commands is used.
What only one front does, such as reading standard input, is done there. `STEPS` of such a module are by wire name, and
so are its `VIEWS`; where a view names commands, `views` makes them in the words of their reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from clz_core.contract.commands import COMMANDS, FAMILIES
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params, Values

if TYPE_CHECKING:
    from clz_core.fronts.view import View, Words


class Steps(NamedTuple):
    """The steps of one command, in the order in which they are taken. Values are by the names of parameters.

    `before` makes of what was given what is sent, such as what is in a file for its path; it may refuse it. `explain`
    works on the error of a command that failed, `after` on a result: what goes to a file is written. A file that is
    there is replaced, unless the value `replace` is false.
    """

    before: Callable[[Values], Values] | None = None
    explain: Callable[[ClzError, Values], None] | None = None
    after: Callable[[Any, Values], Any] | None = None


NONE = Steps()


def steps_of(command: Command) -> Steps:
    return steps_in(COMMANDS.family(command.name))[command.name] if command.steps else NONE


def steps_in(family: str) -> Mapping[str, Steps]:
    """The steps of the commands of a family, by wire name."""
    steps: Mapping[str, Steps] = getattr(module_of(family, __name__), "STEPS", {})
    return steps


def view_of(command: Command, words: Words = str) -> View | None:
    """How the result of a command is shown; None if it has no view of its own."""
    return views_in(COMMANDS.family(command.name), words).get(command.name) if command.name in COMMANDS else None


@cache
def views_in(family: str, words: Words = str) -> Mapping[str, View]:
    """The views of the commands of a family, by wire name. `words` puts commands in the terms of the reader."""
    module = module_of(family, __name__)
    make = getattr(module, "views", None)
    views: Mapping[str, View] = getattr(module, "VIEWS", {}) if make is None else make(words)
    return views


@cache
def module_of(family: str, package: str) -> ModuleType | None:
    """The module of a family in a package whose folders are those of the declarations; None for one that needs none."""
    name = f"{package}.{FAMILIES[family][0]}.{family}"
    try:
        return import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name not in (name, name.rpartition(".")[0]):
            raise
        return None


def params_of(command: Command, values: Values) -> Params:
    """What is sent of values; what is None was not given."""
    return {param.wire: values[param.name] for param in command.wire_params if values.get(param.name) is not None}
