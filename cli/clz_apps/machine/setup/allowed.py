"""What Claude Code may run unasked after `clz setup claude --allow`: a positive list, derived from the registry.

A command is on it if the host or the extension answers it, if it is of a group that only looks at pages and acts in
them, and if it takes no path, no address and no code that may change the page: what `clz` does itself can start
programs, a file may be one that the shell runs, and `clz navigate file:…` shows any file of the person's.
The same commands are on it as tools, each by name: a rule for the whole server would include those that write
files, give a page any file (`firefox_upload`), read log-ins and set settings, and `firefox_batch`, which calls any.
A rule of the shell covers all that goes on from it, and can keep no option out. Options before a command's name
(`clz --session x click`) match no rule, so Claude Code asks then; those that lead elsewhere are taken there alone
(`has_rule`).
"""

from __future__ import annotations

from clz_core.contract.commands import COMMANDS
from clz_core.contract.expectations import CONDITIONS, WITH_FILES
from clz_core.contract.registry import Command, Param

GROUPS = frozenset({"core", "network", "diagnose"})
MORE = ("console", "consent")  # of other groups
SERVERS = ("mcp__clz", "mcp__plugin_clz_clz")  # the tools are called otherwise where the plugin has them
OWN_TOOLS = ("firefox_activate", "firefox_read_result")  # of the server alone: they list tools, and read on
LOCAL = ("skills list", "skills get")  # they print what clz itself has to say
# With anything more they may name a file.
AS_THEY_ARE = ("screenshot", "screenshot --full", "network", "network --status failed", "network --slower-than 1000")
EXPECT = "expect"  # its first word says whether it is about a file
EVERYTHING = "Bash(clz:*)"  # what earlier versions wrote: any program, by way of `clz ready -- CMD`


def is_harmless(command: Command) -> bool:
    if command.cli in LOCAL:
        return True
    if command.runs == "local" or command.hidden or (command.group not in GROUPS and command.cli not in MORE):
        return False
    return not any(_reaches_out(param) for param in command.params if param.given != "program")


def has_rule(command: Command) -> bool:
    """True if a rule covers all that its line may go on with."""
    return command.cli == EXPECT or is_harmless(command)


def _reaches_out(param: Param) -> bool:
    """True for what names a file or an address, is a program, or is code that may do what it likes in the page."""
    from_file = param.kind == "object" and param.typed  # such as a page state
    is_program = param.given == "after_dashes"
    return from_file or is_program or param.format in ("path", "url") or param.name in ("path", "unsafe")


def rules() -> list[str]:
    """The rules of Claude Code, for the shell and for the tools."""
    tools = [*(command.tool_name for command in COMMANDS if is_harmless(command) and command.is_tool), *OWN_TOOLS]
    return [*_shell(), *(f"{server}__{tool}" for server in SERVERS for tool in tools)]


def _shell() -> list[str]:
    """Of the shell. A rule that ends in `:*` covers all that goes on from it, so no other command may."""
    harmless = [command for command in COMMANDS if is_harmless(command)]
    others = [command.cli for command in COMMANDS if not is_harmless(command)]
    begin = [command.cli for command in harmless if not any(other.startswith(command.cli) for other in others)] + [
        f"{EXPECT} {condition}" for condition in CONDITIONS if condition not in WITH_FILES
    ]
    return [*(f"Bash(clz {line}:*)" for line in begin), *(f"Bash(clz {line})" for line in AS_THEY_ARE)]
