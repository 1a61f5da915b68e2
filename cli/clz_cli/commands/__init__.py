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
            from clz_cli.commands.tabs.navigate import HANDLERS
        case "tab":
            from clz_cli.commands.tabs.tab import HANDLERS
        case "window":
            from clz_cli.commands.tabs.window import HANDLERS
        case "snapshot":
            from clz_cli.commands.reading.snapshot import HANDLERS
        case "read":
            from clz_cli.commands.reading.read import HANDLERS
        case "pagestate":
            from clz_cli.commands.reading.pagestate import HANDLERS
        case "capture":
            from clz_cli.commands.reading.capture import HANDLERS
        case "mouse":
            from clz_cli.commands.actions.mouse import HANDLERS
        case "touch":
            from clz_cli.commands.actions.touch import HANDLERS
        case "fields":
            from clz_cli.commands.actions.fields import HANDLERS
        case "scroll":
            from clz_cli.commands.actions.scroll import HANDLERS
        case "transfer":
            from clz_cli.commands.actions.transfer import HANDLERS
        case "dialog":
            from clz_cli.commands.actions.dialog import HANDLERS
        case "wait":
            from clz_cli.commands.reading.wait import HANDLERS
        case "expect":
            from clz_cli.commands.reading.expect import HANDLERS
        case "evaluate":
            from clz_cli.commands.devtools.evaluate import HANDLERS
        case "console":
            from clz_cli.commands.devtools.console import HANDLERS
        case "network":
            from clz_cli.commands.network.network import HANDLERS
        case "route":
            from clz_cli.commands.network.route import HANDLERS
        case "bodies":
            from clz_cli.commands.network.bodies import HANDLERS
        case "conditions":
            from clz_cli.commands.network.conditions import HANDLERS
        case "consent":
            from clz_cli.commands.devtools.consent import HANDLERS
        case "secrets":
            from clz_cli.commands.state.secrets import HANDLERS
        case "auth":
            from clz_cli.commands.state.auth import HANDLERS
        case "pool":
            from clz_cli.commands.tabs.pool import HANDLERS
        case "config":
            from clz_cli.commands.system.config import HANDLERS
        case "loop":
            from clz_cli.commands.automation.loop import HANDLERS
        case "setup":
            from clz_cli.commands.system.setup import HANDLERS
        case "batch":
            from clz_cli.commands.automation.batch import HANDLERS
        case "testing":
            from clz_cli.commands.automation.testing import HANDLERS
        case "ready":
            from clz_cli.commands.automation.ready import HANDLERS
        case "record":
            from clz_cli.commands.automation.record import HANDLERS
        case "ask":
            from clz_cli.commands.automation.ask import HANDLERS
        case "diagnose":
            from clz_cli.commands.system.diagnose import HANDLERS
        case "browser":
            from clz_cli.commands.system.browser import HANDLERS
        case "mcp":
            from clz_cli.commands.automation.mcp import HANDLERS
        case "hook":
            from clz_cli.commands.automation.hook import HANDLERS
        case _:
            raise AssertionError(family)
    return HANDLERS
