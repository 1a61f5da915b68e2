"""What the command line does around each command: a module a family, of the same name as in `clz_core`.

A module is loaded when one of its commands is typed; what only some of its commands need, they load themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command

PLAIN: CommandHandler[Any] = CommandHandler()


def handler_of(command: Command) -> CommandHandler[Any]:
    """The handler of a command of the registry; one that is in no table is sent as typed, and printed by field."""
    return handlers_of(COMMANDS.family(command.name)).get(command.name, PLAIN)


def handlers_of(family: str) -> Mapping[str, CommandHandler[Any]]:
    """The handlers of a family of the registry, by wire name."""
    match family:
        case "navigate":
            from clz_cli.commands.navigate import HANDLERS
        case "tabs":
            from clz_cli.commands.tabs import HANDLERS
        case "window":
            from clz_cli.commands.window import HANDLERS
        case "snapshot":
            from clz_cli.commands.snapshot import HANDLERS
        case "read":
            from clz_cli.commands.read import HANDLERS
        case "pagestate":
            from clz_cli.commands.pagestate import HANDLERS
        case "capture":
            from clz_cli.commands.capture import HANDLERS
        case "mouse":
            from clz_cli.commands.mouse import HANDLERS
        case "touch":
            from clz_cli.commands.touch import HANDLERS
        case "fields":
            from clz_cli.commands.fields import HANDLERS
        case "scroll":
            from clz_cli.commands.scroll import HANDLERS
        case "transfer":
            from clz_cli.commands.transfer import HANDLERS
        case "dialog":
            from clz_cli.commands.dialog import HANDLERS
        case "wait":
            from clz_cli.commands.wait import HANDLERS
        case "devtools":
            from clz_cli.commands.devtools import HANDLERS
        case "pool":
            from clz_cli.commands.pool import HANDLERS
        case "config":
            from clz_cli.commands.config import HANDLERS
        case "loop":
            from clz_cli.commands.loop import HANDLERS
        case "setup":
            from clz_cli.commands.setup import HANDLERS
        case "claude":
            from clz_cli.commands.claude import HANDLERS
        case "batch":
            from clz_cli.commands.batch import HANDLERS
        case "system":
            from clz_cli.commands.system import HANDLERS
        case "mcp":
            from clz_cli.commands.mcp import HANDLERS
        case _:
            raise AssertionError(family)
    return HANDLERS
