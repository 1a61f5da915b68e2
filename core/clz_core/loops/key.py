"""Focus loops: whose loop a front means.

A loop belongs to one session of Claude Code. Its id is in the environment of everything that session starts: shell
commands, hooks and MCP servers alike.
"""

from __future__ import annotations

import os

from clz_core.contract.errors import error

SESSION_VARIABLE = "CLAUDE_CODE_SESSION_ID"
PERSONS_AGENT = "cli"  # whose kept key may see and end every loop, as the popup may


def session_key(given: str | None = None) -> str:
    """The key of a loop: `given`, else the id of the Claude Code session. Raises: INVALID_PARAMS if neither is."""
    key = os.environ.get(SESSION_VARIABLE, "") if given is None else given
    if not key.strip():
        raise no_key()
    return key.strip()


def no_key() -> Exception:
    return error(
        "INVALID_PARAMS",
        "A focus loop needs the key of its session, and none is set.",
        "Run it inside Claude Code, or name one: --key NAME",
    )
