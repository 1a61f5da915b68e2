"""What every front does around a command: the command line, the MCP server and the Python API read it here.

A family that has such steps keeps them in a module of its folder and name, loaded when one of its commands is used.
What only one front does, such as reading standard input, is done there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from clz_core.contract.commands import COMMANDS, FAMILIES
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params, Values


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
    steps: Mapping[str, Steps] = import_module(f"{__name__}.{FAMILIES[family]}.{family}").STEPS
    return steps


def params_of(command: Command, values: Values) -> Params:
    """What is sent of values; what is None was not given."""
    return {param.wire: values[param.name] for param in command.wire_params if values.get(param.name) is not None}
