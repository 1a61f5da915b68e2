"""Console messages and requests as lines, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clz_core.contract.results import GetConsoleLogsLogs, GetNetworkRequestsRequests


def message(entry: GetConsoleLogsLogs, timed: bool = True) -> str:
    """A console message or an uncaught error; `timed` begins it with the time of day."""
    place = f"  ({entry['url']}:{entry['line']})" if entry["url"] and entry["line"] else ""
    return f"{_time(entry['timestamp'], timed)}{entry['level']:<5} {entry['message']}{place}"


def request(entry: GetNetworkRequestsRequests, timed: bool = True) -> str:
    """A request; `timed` begins it with the time of day."""
    status = entry["status"] or ("…" if entry["state"] == "pending" else "failed")
    facts = [str(entry["type"])]
    if entry["durationMs"] is not None:
        facts.append(f"{entry['durationMs']:.0f} ms")
    if entry["responseBytes"] is not None:
        facts.append(f"{entry['responseBytes'] / 1024:.1f} KB")
    facts += [word for word in ("cached" if entry["fromCache"] else "", entry["error"] or "") if word]
    if entry["redirectTo"]:
        facts.append(f"to {entry['redirectTo']}")
    when = _time(entry["startedAt"], timed)
    return f"{when}{status!s:<6} {entry['method']} {entry['url']}  ({', '.join(facts)})"


def gaps(result: Mapping[str, Any]) -> list[str]:
    """What a buffer does not hold any more, or never did, a line each."""
    lines = [f"… {result['dropped']} older ones were dropped"] if result["dropped"] else []
    if paused := result.get("pausedMs"):
        lines.append(f"… none was noted for {paused} ms: the page makes too many")
    return lines


def _time(stamp: str, timed: bool) -> str:
    """Hours to milliseconds of an ISO time."""
    return f"{stamp[11:23]} " if timed else ""
