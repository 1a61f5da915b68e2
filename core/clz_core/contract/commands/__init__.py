"""Every command of clz, by its family's module.

A family is loaded when one of its commands is asked for; `generated.command_index` is made from the declarations by
`make generate`. The command line keeps what it does around a family's commands in `clz_cli/commands/`, under the same
name.
"""

from __future__ import annotations

from importlib import import_module

from clz_core.contract.registry import Command, Registry
from clz_core.generated.command_index import INDEX

# The families in the order of the reference, after their folder and the group of their tools.
_FOLDERS = (
    ("tabs", "core", "navigate tab window"),
    ("emulation", "emulation", "emulate init"),
    ("reading", "core", "snapshot read pagestate capture"),
    ("actions", "core", "mouse touch fields scroll transfer dialog"),
    ("reading", "core", "wait expect vitals"),
    ("devtools", "devtools", "evaluate console"),
    ("network", "network", "network route held bodies conditions"),
    ("devtools", "devtools", "consent"),
    ("state", "state", "cookies storage state secrets auth clipboard"),
    ("tabs", "multiagent", "pool"),
    ("system", "config", "config"),
    ("automation", "loop", "loop"),
    ("system", "setup", "setup skills"),
    ("automation", "core", "batch testing map"),
    ("automation", "devtools", "script"),
    ("automation", "core", "ready record pick trace film profile show ask"),
    ("system", "diagnose", "diagnose"),
    ("system", "browser", "browser"),
    ("system", "setup", "remote"),
    ("automation", "mcp", "mcp hook"),
)
FAMILIES = {family: (folder, group) for folder, group, families in _FOLDERS for family in families.split()}


def commands_of(family: str) -> tuple[Command, ...]:
    """The commands that a family's module declares."""
    folder, group = FAMILIES[family]
    commands: tuple[Command, ...] = import_module(f"{__name__}.{folder}.{family}").COMMANDS
    for command in commands:
        object.__setattr__(command, "group", group)
    return commands


COMMANDS = Registry(INDEX, commands_of)
