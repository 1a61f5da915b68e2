"""Every command of clz, collected from its family's module."""

from __future__ import annotations

from clz_core.commands import act, navigate, read, system, tabs, wait
from clz_core.registry import Registry

COMMANDS = Registry(
    (*navigate.COMMANDS, *tabs.COMMANDS, *read.COMMANDS, *act.COMMANDS, *wait.COMMANDS, *system.COMMANDS)
)
