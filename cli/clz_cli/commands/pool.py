"""Agents that share one Firefox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler

if TYPE_CHECKING:
    from clz_core.contract.results import GetAgentsResult, RequestTabSpaceResult


def _seconds(ms: float) -> str:
    seconds = round(ms / 1000)
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"


def _slots(result: RequestTabSpaceResult) -> str:
    yours = result["yours"]
    lines = [f"{result['tabCount']} of {result['maxTabs']} tabs"]
    if yours["reservedMs"] is not None:
        lines.append(f"a place is kept for you for {_seconds(yours['reservedMs'])}: clz open URL")
    elif yours["position"] is not None:
        lines.append(f"you wait in place {yours['position']}")
    lines += [f"{entry['agent']} has waited {_seconds(entry['waitingMs'])}" for entry in result["requests"]]
    lines += [
        f"a place is kept for {entry['agent']} for {_seconds(entry['expiresInMs'])}" for entry in result["reservations"]
    ]
    lines += [f"{entry['owner']} holds {entry['tabs']} tabs" for entry in result["holders"]]
    return "\n".join(lines)


def _agents(result: GetAgentsResult) -> str:
    lines = []
    for entry in result["agents"]:
        mark = "*" if entry["mine"] else " "
        name = f" ({entry['name']})" if entry["name"] else ""
        life = "" if entry["alive"] else ", gone"
        pids = f", pid {', '.join(map(str, entry['pids']))}" if entry["pids"] else ""
        since, quiet = _seconds(entry["sinceMs"]), _seconds(entry["quietMs"])
        lines.append(
            f"{mark} {entry['agent']}{name}: {entry['tabs']} tabs, here for {since}, quiet for {quiet}{pids}{life}"
        )
    return "\n".join(lines)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "requestTabSpace": CommandHandler(render=_slots),
    "grantTabSpace": CommandHandler(
        render=lambda result: f"closed tab {result['closedTabId']} for {result['grantedTo']}"
    ),
    "getSlotRequests": CommandHandler(render=_slots),
    "getAgents": CommandHandler(render=_agents),
}
