"""Claude Code: setting up its plugin and MCP server."""

from __future__ import annotations

from clz_core.contract.registry import Command, Field, Param

COMMANDS = (
    Command(
        "setupClaude",
        "setup claude",
        "Install the plugin and the MCP server of clz into Claude Code.",
        "setup",
        params=(
            Param("plugin", "boolean", "Install the plugin, which brings the MCP server along; else that alone.", True),
            Param("print_only", "boolean", "Print the commands, and run none.", False, flags=("--print",)),
        ),
        result=(
            Field("installed", "boolean", "True if the commands were run."),
            Field("claude", "string | null", "The `claude` command; null if there is none."),
            Field("commands", "string[]", "What was run, or is to be run by hand."),
        ),
        runs="local",
        changes=True,
        shell_only=True,
    ),
)
