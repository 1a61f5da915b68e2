"""Every command of clz, by its family's module.

A family is loaded when one of its commands is asked for; `generated.command_index` is made from the declarations by
`make generate`. The command line keeps what it does around a family's commands in `clz_cli/commands/`, under the same
name.
"""

from __future__ import annotations

from importlib import import_module

from clz_core.contract.registry import Command, Registry
from clz_core.generated.command_index import INDEX

FAMILIES = {
    "navigate": "tabs",
    "tab": "tabs",
    "window": "tabs",
    "emulate": "emulation",
    "init": "emulation",
    "snapshot": "reading",
    "read": "reading",
    "pagestate": "reading",
    "capture": "reading",
    "mouse": "actions",
    "touch": "actions",
    "fields": "actions",
    "scroll": "actions",
    "transfer": "actions",
    "dialog": "actions",
    "wait": "reading",
    "expect": "reading",
    "vitals": "reading",
    "evaluate": "devtools",
    "console": "devtools",
    "network": "network",
    "route": "network",
    "held": "network",
    "bodies": "network",
    "conditions": "network",
    "consent": "devtools",
    "cookies": "state",
    "storage": "state",
    "state": "state",
    "secrets": "state",
    "auth": "state",
    "clipboard": "state",
    "pool": "tabs",
    "config": "system",
    "loop": "automation",
    "setup": "system",
    "skills": "system",
    "batch": "automation",
    "testing": "automation",
    "map": "automation",
    "script": "automation",
    "ready": "automation",
    "record": "automation",
    "pick": "automation",
    "trace": "automation",
    "film": "automation",
    "profile": "automation",
    "show": "automation",
    "ask": "automation",
    "diagnose": "system",
    "browser": "system",
    "remote": "system",
    "mcp": "automation",
    "hook": "automation",
}  # with the folder of each; in the order of the reference


def commands_of(family: str) -> tuple[Command, ...]:
    """The commands that a family's module declares."""
    commands: tuple[Command, ...] = import_module(f"{__name__}.{FAMILIES[family]}.{family}").COMMANDS
    return commands


COMMANDS = Registry(INDEX, commands_of)
