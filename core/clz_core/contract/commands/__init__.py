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
    "navigate": ("tabs", "core"),
    "tab": ("tabs", "core"),
    "window": ("tabs", "core"),
    "emulate": ("emulation", "emulation"),
    "init": ("emulation", "emulation"),
    "snapshot": ("reading", "core"),
    "read": ("reading", "core"),
    "pagestate": ("reading", "core"),
    "capture": ("reading", "core"),
    "mouse": ("actions", "core"),
    "touch": ("actions", "core"),
    "fields": ("actions", "core"),
    "scroll": ("actions", "core"),
    "transfer": ("actions", "core"),
    "dialog": ("actions", "core"),
    "wait": ("reading", "core"),
    "expect": ("reading", "core"),
    "vitals": ("reading", "core"),
    "evaluate": ("devtools", "devtools"),
    "console": ("devtools", "devtools"),
    "network": ("network", "network"),
    "route": ("network", "network"),
    "held": ("network", "network"),
    "bodies": ("network", "network"),
    "conditions": ("network", "network"),
    "consent": ("devtools", "devtools"),
    "cookies": ("state", "state"),
    "storage": ("state", "state"),
    "state": ("state", "state"),
    "secrets": ("state", "state"),
    "auth": ("state", "state"),
    "clipboard": ("state", "state"),
    "pool": ("tabs", "multiagent"),
    "config": ("system", "config"),
    "loop": ("automation", "loop"),
    "setup": ("system", "setup"),
    "skills": ("system", "setup"),
    "batch": ("automation", "core"),
    "testing": ("automation", "core"),
    "map": ("automation", "core"),
    "script": ("automation", "devtools"),
    "ready": ("automation", "core"),
    "record": ("automation", "core"),
    "pick": ("automation", "core"),
    "trace": ("automation", "core"),
    "film": ("automation", "core"),
    "profile": ("automation", "core"),
    "show": ("automation", "core"),
    "ask": ("automation", "core"),
    "diagnose": ("system", "diagnose"),
    "browser": ("system", "browser"),
    "remote": ("system", "setup"),
    "mcp": ("automation", "mcp"),
    "hook": ("automation", "mcp"),
}  # with the folder of each, and the group of its tools; in the order of the reference


def commands_of(family: str) -> tuple[Command, ...]:
    """The commands that a family's module declares."""
    folder, group = FAMILIES[family]
    commands: tuple[Command, ...] = import_module(f"{__name__}.{folder}.{family}").COMMANDS
    for command in commands:
        object.__setattr__(command, "group", group)
    return commands


COMMANDS = Registry(INDEX, commands_of)
