"""What Claude Code may run unasked after `clz setup claude --allow`: a positive list, made of the registry.

A command is on it if the host or the extension answers it, if it is of a group that only looks at pages and acts in
them, and if it takes no path: what `clz` does itself can start programs, and a file may be one that the shell runs.
Options before a command's name (`clz --session x click`) match no rule, so Claude Code asks then.
"""

from __future__ import annotations

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command

GROUPS = frozenset({"core", "network", "diagnose"})
TOOLS = ["mcp__clz", "mcp__plugin_clz_clz"]  # the tools are called otherwise where the plugin has them
EVERYTHING = "Bash(clz:*)"  # what earlier versions wrote: any program, by way of `clz ready -- CMD`


def is_harmless(command: Command) -> bool:
    takes_files = any(param.format == "path" or param.after_dashes or "path" in param.name for param in command.params)
    return command.runs != "local" and not command.hidden and command.group in GROUPS and not takes_files


def rules() -> list[str]:
    """The rules of Claude Code. One that ends in `:*` covers all that goes on from it, so no other command may."""
    harmless = [command for command in COMMANDS if is_harmless(command)]
    others = [command.cli for command in COMMANDS if not is_harmless(command)]
    shell = [
        f"Bash(clz {command.cli}:*)"
        for command in harmless
        if not any(other.startswith(f"{command.cli} ") for other in others)
    ]
    return [*shell, *TOOLS]
