"""Every command of clz, by its family's module.

A family is loaded when one of its commands is asked for; `index` is made from the declarations by `make generate`. The
command line keeps what it does around a family's commands in `clz_cli/commands/`, under the same name.
"""

from __future__ import annotations

from clz_core.contract.commands.index import INDEX
from clz_core.contract.registry import Command, Registry

FAMILIES = (
    "navigate",
    "tab",
    "window",
    "snapshot",
    "read",
    "pagestate",
    "capture",
    "mouse",
    "touch",
    "fields",
    "scroll",
    "transfer",
    "dialog",
    "wait",
    "expect",
    "evaluate",
    "console",
    "network",
    "route",
    "bodies",
    "conditions",
    "consent",
    "secrets",
    "auth",
    "pool",
    "config",
    "loop",
    "setup",
    "batch",
    "testing",
    "ready",
    "record",
    "ask",
    "diagnose",
    "browser",
    "mcp",
    "hook",
)  # in the order of the reference


def commands_of(family: str) -> tuple[Command, ...]:
    """The commands that a family's module declares."""
    match family:
        case "navigate":
            from clz_core.contract.commands.tabs.navigate import COMMANDS
        case "tab":
            from clz_core.contract.commands.tabs.tab import COMMANDS
        case "window":
            from clz_core.contract.commands.tabs.window import COMMANDS
        case "snapshot":
            from clz_core.contract.commands.reading.snapshot import COMMANDS
        case "read":
            from clz_core.contract.commands.reading.read import COMMANDS
        case "pagestate":
            from clz_core.contract.commands.reading.pagestate import COMMANDS
        case "capture":
            from clz_core.contract.commands.reading.capture import COMMANDS
        case "mouse":
            from clz_core.contract.commands.actions.mouse import COMMANDS
        case "touch":
            from clz_core.contract.commands.actions.touch import COMMANDS
        case "fields":
            from clz_core.contract.commands.actions.fields import COMMANDS
        case "scroll":
            from clz_core.contract.commands.actions.scroll import COMMANDS
        case "transfer":
            from clz_core.contract.commands.actions.transfer import COMMANDS
        case "dialog":
            from clz_core.contract.commands.actions.dialog import COMMANDS
        case "wait":
            from clz_core.contract.commands.reading.wait import COMMANDS
        case "expect":
            from clz_core.contract.commands.reading.expect import COMMANDS
        case "evaluate":
            from clz_core.contract.commands.devtools.evaluate import COMMANDS
        case "console":
            from clz_core.contract.commands.devtools.console import COMMANDS
        case "network":
            from clz_core.contract.commands.network.network import COMMANDS
        case "route":
            from clz_core.contract.commands.network.route import COMMANDS
        case "bodies":
            from clz_core.contract.commands.network.bodies import COMMANDS
        case "conditions":
            from clz_core.contract.commands.network.conditions import COMMANDS
        case "consent":
            from clz_core.contract.commands.devtools.consent import COMMANDS
        case "secrets":
            from clz_core.contract.commands.state.secrets import COMMANDS
        case "auth":
            from clz_core.contract.commands.state.auth import COMMANDS
        case "pool":
            from clz_core.contract.commands.tabs.pool import COMMANDS
        case "config":
            from clz_core.contract.commands.system.config import COMMANDS
        case "loop":
            from clz_core.contract.commands.automation.loop import COMMANDS
        case "setup":
            from clz_core.contract.commands.system.setup import COMMANDS
        case "batch":
            from clz_core.contract.commands.automation.batch import COMMANDS
        case "testing":
            from clz_core.contract.commands.automation.testing import COMMANDS
        case "ready":
            from clz_core.contract.commands.automation.ready import COMMANDS
        case "record":
            from clz_core.contract.commands.automation.record import COMMANDS
        case "ask":
            from clz_core.contract.commands.automation.ask import COMMANDS
        case "diagnose":
            from clz_core.contract.commands.system.diagnose import COMMANDS
        case "browser":
            from clz_core.contract.commands.system.browser import COMMANDS
        case "mcp":
            from clz_core.contract.commands.automation.mcp import COMMANDS
        case "hook":
            from clz_core.contract.commands.automation.hook import COMMANDS
        case _:
            raise AssertionError(family)
    return COMMANDS


COMMANDS = Registry(INDEX, commands_of)
