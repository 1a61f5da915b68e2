"""What the command line does around the commands of each family of the registry.

A family's module may have
    RENDER    results as text, by wire name; `name: value` lines serve the rest
    PREPARE   what is done with the words typed before anything is sent: (values) -> values
    HERE      what `clz` itself answers of a command that crosses the wire: (values, options) -> result, or None to send
    FINISH    what is done with a result before it is printed: (result, values) -> result
    FOLLOW    of commands with --follow: the entries of a result, and the line of one: (entries, line)
    LOCAL     the commands that run in `clz` itself: (values, options) -> result, or the exit code where all is printed
    EXIT      the exit code of a result where it is not 0: (result) -> code
    DOING     what a command that takes long is doing, for the progress line: (values) -> text
    WITHOUT_HOST   what a command does where no host is running: (options) -> result, or None to try again
It is imported when one of its commands is typed.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, Literal

from clz_core.contract.commands import COMMANDS

TABLES = ("RENDER", "PREPARE", "HERE", "FINISH", "FOLLOW", "LOCAL", "EXIT", "DOING", "WITHOUT_HOST")
Table = Literal["RENDER", "PREPARE", "HERE", "FINISH", "FOLLOW", "LOCAL", "EXIT", "DOING", "WITHOUT_HOST"]


def module(family: str) -> ModuleType:
    return import_module(f"clz_cli.commands.{family}")


def find(table: Table, name: str) -> Any:
    """The entry of a command in one of its family's tables; None if there is none."""
    return getattr(module(COMMANDS.family(name)), table, {}).get(name)
