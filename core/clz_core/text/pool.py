"""Agents that share one Firefox, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clz_core.contract.limits import FAIR_SHARE_TABS
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import (
        ForgetAgentResult,
        GetAgentsResult,
        GetSlotRequestsResult,
        GrantTabSpaceResult,
    )


def slots(result: GetSlotRequestsResult, terms: Callable[[str], str] = str) -> str:
    """How full the pool is, who waits, and who holds how many. `terms` names commands in the reader's words."""
    yours = result["yours"]
    lines = [f"{result['tabCount']} of {result['maxTabs']} tabs"]
    if yours["reservedMs"] is not None:
        lines.append(f"a slot is kept for you for {_seconds(yours['reservedMs'])}: {terms('clz open URL')}")
    elif yours["position"] is not None:
        lines.append(f"you are number {yours['position']} in the queue")
    lines += [f"{entry['agent']} has waited {_seconds(entry['waitingMs'])}" for entry in result["requests"]]
    lines += [
        f"a slot is kept for {entry['agent']} for {_seconds(entry['expiresInMs'])}" for entry in result["reservations"]
    ]
    lines += [f"{entry['owner']} holds {counted(entry['tabs'], 'tab')}" for entry in result["holders"]]
    return "\n".join(lines)


def fair_share(waiting: list[Any]) -> str:
    """The notice to an agent with many tabs about agents that wait for one; empty if none does."""
    if not waiting:
        return ""
    agents = counted(len(waiting), "agent")
    return f"{agents} waiting for a tab. Close what you no longer need: clz tab close. Or your oldest: clz pool grant"


def granted(result: GrantTabSpaceResult) -> str:
    """Which tab was given up for whom."""
    return f"closed tab {result['closedTabId']} for {result['grantedTo']}"


def agents(result: GetAgentsResult) -> str:
    """A line an agent, by its whole id, as `[policy.agents.ID]` takes it; `*` marks the one that asks."""
    lines = []
    for entry in result["agents"]:
        mark = "*" if entry["mine"] else " "
        name = f" ({entry['name']})" if entry["name"] else ""
        life = "" if entry["alive"] else ", gone"
        read = f", has read {entry['read']}" if entry["read"] else ""
        pids = f", pid {', '.join(map(str, entry['pids']))}" if entry["pids"] else ""
        since, quiet = _seconds(entry["sinceMs"]), _seconds(entry["quietMs"])
        tabs = counted(entry["tabs"], "tab")
        lines.append(f"{mark} {entry['id']}{name}: {tabs}, here for {since}, quiet for {quiet}{pids}{read}{life}")
    return "\n".join(lines) or "no agents"


def _seconds(ms: float) -> str:
    seconds = round(ms / 1000)
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"


def forgotten(result: ForgetAgentResult) -> str:
    """Who was forgotten, and what that closed."""
    if result["name"] is None:
        return "this session has had no agent"
    return f"forgot {result['name']}: {counted(result['closed'], 'tab')} closed, its key is gone"


def give_up(waiting: float, own: int) -> list[str]:
    """The notice to an agent with many tabs while others wait for one."""
    many = waiting and own > FAIR_SHARE_TABS
    return [f"{waiting} waiting for a tab; give yours up with: clz pool grant"] if many else []
