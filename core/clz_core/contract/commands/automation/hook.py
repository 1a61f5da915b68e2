"""What Claude Code runs at its events, through the plugin."""

from __future__ import annotations

from clz_core.contract.registry import Command, ShellCommand

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "hook",
        "hook",
        "Answer an event of Claude Code that is on stdin, as the plugin's hooks do.",
        quotes_page=False,
        offered="nowhere",
    ),
)
