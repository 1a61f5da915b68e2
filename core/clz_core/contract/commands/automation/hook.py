"""What Claude Code runs at its events, through the plugin."""

from __future__ import annotations

from clz_core.contract.registry import Command

COMMANDS: tuple[Command, ...] = (
    Command(
        "hook",
        "hook",
        "Answer an event of Claude Code that is on stdin, as the plugin's hooks do.",
        "mcp",
        runs="local",
        quotes_page=False,
        hidden=True,
        shell_only=True,
    ),
)
