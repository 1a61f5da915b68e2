"""Every command of clz, collected from its family's module.

The command line keeps what it does around a family's commands in `clz_cli/families/`, under the same name.
"""

from __future__ import annotations

from clz_core.commands import act, claude, config, loop, navigate, pool, read, system, tabs, wait
from clz_core.registry import Registry

COMMANDS = Registry(
    {
        "navigate": navigate.COMMANDS,
        "tabs": tabs.COMMANDS,
        "read": read.COMMANDS,
        "act": act.COMMANDS,
        "wait": wait.COMMANDS,
        "pool": pool.COMMANDS,
        "config": config.COMMANDS,
        "loop": loop.COMMANDS,
        "claude": claude.COMMANDS,
        "system": system.COMMANDS,
    }
)
