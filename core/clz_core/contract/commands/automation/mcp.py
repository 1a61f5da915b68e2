"""The MCP server, started by an MCP client or by hand."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.registry import Command, Flag, Integer, Param, ShellCommand, Typed

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "mcp",
        "mcp",
        "Serve MCP on stdin and stdout, or over HTTP: for Claude Code and other clients.",
        params=(
            Param(
                "tools",
                "Tools to list from the start: all, or groups such as core,devtools. Default: CLZ_MCP_TOOLS, else the "
                "few that most work needs; the rest comes with firefox_activate.",
                metavar="GROUP,…",
                setting="mcp.tools",
            ),
            Flag(
                "start",
                "Start the managed Firefox if a tool needs one and none is running; CLZ_MCP_START=0 is --no-start.",
                default=None,
                flags=("--start/--no-start",),
                setting="mcp.start",
            ),
            Flag(
                "anywhere",
                "Let tools use files outside of the folder that it was started in, for a client that names no folders; "
                "CLZ_MCP_ANYWHERE=1 does so too.",
                default=None,
                flags=("--anywhere/--no-anywhere",),
                setting="mcp.anywhere",
            ),
            Integer(
                "max_chars",
                "Most characters of one result; the rest goes to a file. Default: CLZ_MCP_MAX_CHARS, else "
                f"{limits.MCP_MAX_CHARS}.",
                limits=(1_000, 1_000_000),
                metavar="N",
                setting="mcp.max_chars",
            ),
            Param(
                "code",
                "Add what was done as code to each answer: as a line of a .clz file, of clz's Python or Playwright's. "
                "Default: CLZ_MCP_CODE, else none.",
                choices=limits.FORMS,
                setting="mcp.code",
            ),
            Integer(
                "http",
                "Serve streamable HTTP at this port of 127.0.0.1 instead, 0 for a free one, to clients that send the "
                "token: that of CLZ_MCP_TOKEN, else one that is made and printed.",
                limits=(0, 65_535),
                metavar="PORT",
            ),
        ),
        quotes_page=False,
        typed=Typed(in_batch=False),
        examples=("claude mcp add clz -- clz mcp", "clz mcp --tools core,devtools", "clz mcp --http 8931"),
    ),
)
