"""What the command line does around each command: a module a family, of the same name as in `clz_core`.

A module is loaded when one of its commands is typed; what only some of its commands need, they load themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.commands import COMMANDS, FAMILIES
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values
from clz_core.fronts import steps_of

PLAIN: CommandHandler[Any] = CommandHandler()


def handler_of(command: Command) -> CommandHandler[Any]:
    """The handler of a command of the registry; one that is in no table is sent as typed, and printed by field."""
    return handlers_of(COMMANDS.family(command.name)).get(command.name, PLAIN)


def prepared(command: Command, values: Values) -> Values:
    """The values of what was typed: by what the command line does alone, then as in every front. Raises: ClzError."""
    for before in (handler_of(command).before_send, steps_of(command).before):
        if before is not None:
            values = before(values)
    return values


def handlers_of(family: str) -> Mapping[str, CommandHandler[Any]]:
    """The handlers of a family of the registry, by wire name."""
    handlers: Mapping[str, CommandHandler[Any]] = import_module(f"{__name__}.{FAMILIES[family]}.{family}").HANDLERS
    return handlers
