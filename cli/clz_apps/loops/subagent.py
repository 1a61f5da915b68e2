"""A subagent begins or ends: on the command line each is an agent of its own, and leaves with its tabs.

Nothing in a subagent's environment tells it from its siblings, so it is given a name, which each of its commands bears.
Over MCP all of them share one server, where each call names its tab.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys

from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import JsonObject

PID_VARIABLE = "CLAUDE_PID"
SAID = (
    "If you use Firefox through clz: other agents share it. On the command line you are the agent {name}: "
    "begin each command with `clz --agent {name}`, as in `clz --agent {name} open URL`. With the tools firefox_…, "
    "begin with firefox_open, and give the tabId that it returns in each later call."
)


def begin(event: JsonObject, _session: str) -> JsonObject | None:
    """Tell it who it is. Its key is made here, so that its tabs are closed with Claude Code in any case."""
    from clz_core.client import processes  # ZeroMQ comes with it, and a Stop needs none
    from clz_core.client.keys import keys_dir, new_key, write_key
    from clz_core.config.paths import private_dir

    name = _name(event)
    if name is None:
        return None
    with contextlib.suppress(ClzError, OSError, ValueError):  # its first command makes one else
        pid = int(os.environ.get(PID_VARIABLE, ""))
        if began := processes.began(pid):
            private_dir(keys_dir().parent)
            private_dir(keys_dir())
            write_key(new_key(name)._replace(owner=processes.Owner(pid, began)))
    answer = {"hookEventName": "SubagentStart", "additionalContext": SAID.format(name=name)}
    return {"hookSpecificOutput": answer}


def end(event: JsonObject, _session: str) -> None:
    """End it, without waiting. Raises: ClzError."""
    from clz_core.client.keys import has_key

    name = _name(event)
    if name is not None and has_key(name):
        forget_agent([name, "--agent", name], {})


def forget_agent(words: list[str], variables: dict[str, str]) -> None:
    """Close an agent's tabs, without waiting."""
    import subprocess

    with contextlib.suppress(OSError, ValueError):  # they are closed when Claude Code ends
        subprocess.Popen(
            [sys.executable, "-I", "-m", "clz_cli", "agents", "forget", *words, "--quiet"],
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _name(event: JsonObject) -> str | None:
    """A name that people can tell from others: what kind of subagent it is, and the beginning of its id."""
    agent, kind = event.get("agent_id"), event.get("agent_type")
    if not isinstance(agent, str) or not re.fullmatch(r"[A-Za-z0-9-]{4,100}", agent):
        return None
    word = re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")[:16].strip("-") if isinstance(kind, str) else ""
    return f"claude-{word or 'agent'}-{agent[:8]}"
