"""What the command line alone does around commands: a module a family that needs it, of the same name as in `clz_core`.

A module is loaded when one of its commands is typed; what only some of its commands need, they load themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.output.text import plain
from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values
from clz_core.files.beside import placed
from clz_core.fronts import module_of, steps_of, view_of

PLAIN: CommandHandler[Any] = CommandHandler()


def handler_of(command: Command) -> CommandHandler[Any]:
    """The handler of a command of the registry; one that is in no table is sent as typed.

    It renders as the view of all fronts says, unless it has words of its own; without either, field by field.
    """
    handler = handlers_of(COMMANDS.family(command.name)).get(command.name, PLAIN)
    if handler.render is not plain:
        return handler
    view = view_of(command)
    return handler if view is None or view.printed is None else handler._replace(render=view.printed)


def prepared(command: Command, values: Values) -> Values:
    """The values of what was typed: by what the command line does alone, then as in every front. Raises: ClzError."""
    for before in (handler_of(command).before_send, steps_of(command).before):
        values = placed(command, values)
        if before is not None:
            values = before(values)
    return values


def handlers_of(family: str) -> Mapping[str, CommandHandler[Any]]:
    """The handlers of a family of the registry, by wire name."""
    handlers: Mapping[str, CommandHandler[Any]] = getattr(module_of(family, __name__), "HANDLERS", {})
    return handlers
