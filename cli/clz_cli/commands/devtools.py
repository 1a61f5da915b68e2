"""Looking behind a page."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Follow, Values
from clz_cli.output.text import Result
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_EXPRESSION_CHARS, NETWORK_ENTRIES
from clz_core.text.display import quote

if TYPE_CHECKING:
    from clz_core.contract.results import (
        EvaluateResult,
        GetConsoleLogsLogs,
        GetConsoleLogsResult,
        GetNetworkRequestsRequests,
        GetNetworkRequestsResult,
        HandleConsentResult,
    )


def _read_expression(values: Values) -> dict[str, Any]:
    if values["expression"] != "-":
        return values
    source = sys.stdin.read(MAX_EXPRESSION_CHARS + 1)
    if not source.strip():
        raise error("USAGE", "Standard input holds no expression.", "Pipe it in: clz eval - < script.js")
    return {**values, "expression": source}


def _value(result: EvaluateResult) -> str:
    """Text as it is, marks as a person writes them, everything else as JSON."""
    value = result["result"]
    text = value if isinstance(value, str) else _mark(value) or json.dumps(value, ensure_ascii=False, indent=2)
    notes = []
    if result["truncated"]:
        notes.append("… cut; more: --max-length N")
    return "\n".join([text, *notes])


def _mark(value: Any) -> str:
    """A top-level value that JSON cannot hold; empty for what it can."""
    if not isinstance(value, dict):
        return ""
    match value.get("$type"):
        case "undefined":
            return "undefined"
        case "number" | "symbol" | "date" | "regexp":
            return str(value["value"])
        case "bigint":
            return f"{value['value']}n"
    return ""


def _log_line(entry: GetConsoleLogsLogs) -> str:
    place = f"  ({entry['url']}:{entry['line']})" if entry["url"] and entry["line"] else ""
    return f"{_time(entry['timestamp'])} {entry['level']:<5} {entry['message']}{place}"


def _time(stamp: str) -> str:
    """Hours to milliseconds of an ISO time."""
    return stamp[11:23]


def _logs(result: GetConsoleLogsResult) -> str:
    lines = []
    last = None
    for entry in result["logs"]:
        if last is not None and entry["page"] != last:
            lines.append("… on the next page:" if entry["page"] > last else "… on an earlier page:")
        last = entry["page"]
        lines.append(_log_line(entry))
    if not lines:
        return f"no messages ({result['total']} kept)"
    if result["dropped"]:
        lines.append(f"… {result['dropped']} older ones were dropped")
    return "\n".join(lines)


def _request_line(request: GetNetworkRequestsRequests) -> str:
    status = request["status"] or ("…" if request["state"] == "pending" else "failed")
    facts = [str(request["type"])]
    if request["durationMs"] is not None:
        facts.append(f"{request['durationMs']:.0f} ms")
    if request["responseBytes"] is not None:
        facts.append(f"{request['responseBytes'] / 1024:.1f} KB")
    facts += [word for word in ("cached" if request["fromCache"] else "", request["error"] or "") if word]
    if request["redirectTo"]:
        facts.append(f"to {request['redirectTo']}")
    return f"{_time(request['startedAt'])} {status!s:<6} {request['method']} {request['url']}  ({', '.join(facts)})"


def _requests(result: Result) -> str:
    if "path" in result:
        return f"{result['path']}  {result['total']} requests, {result['bytes'] / 1024:.0f} KB"
    lines = [_request_line(request) for request in result["requests"]]
    if not lines:
        return f"no requests ({result['total']} kept)"
    if result["dropped"]:
        lines.append(f"… {result['dropped']} older ones were dropped")
    if result.get("pausedMs"):
        lines.append(f"… none was noted for {result['pausedMs']} ms: the page makes too many")
    return "\n".join(lines)


def _prepare_network(values: Values) -> dict[str, Any]:
    if values["har"] is None:
        return values
    if values["follow"]:
        raise error("USAGE", "--har writes what is there, --follow waits for more: they do not go together.")
    folder = os.path.dirname(os.path.abspath(os.path.expanduser(values["har"])))
    if not os.path.isdir(folder):
        raise error("FILE_ERROR", f"The folder {folder} does not exist.", f"Make it: mkdir -p {folder}")
    return {**values, "include_headers": True, "limit": NETWORK_ENTRIES}


def _finish_network(result: GetNetworkRequestsResult, values: Values) -> Result:
    if values["har"] is None:
        return result
    from clz_cli.files.har import write_har

    counts = {"total": result["total"], "dropped": result["dropped"]}
    place = {"cursor": result["cursor"], "tabId": result["tabId"]}
    return {**counts, **place, **write_har(result, values["har"])}


def _ended(result: GetNetworkRequestsResult) -> list[GetNetworkRequestsRequests]:
    """Requests that are over: each is followed once, when all is known of it."""
    return [request for request in result["requests"] if request["state"] != "pending"]


def _consent(result: HandleConsentResult) -> str:
    note = "\nbanners of your tabs are answered by themselves" if result["auto"] else ""
    if not result["found"]:
        return f"no consent banner ({result['elapsed']} ms){note}"
    if result["action"] == "none":
        return f"there is a consent banner, but nothing in it to click that is known ({result['method']}){note}"
    what = f": clicked {quote(result['buttonText'])}" if result["buttonText"] else ""
    return f"{result['action']}{what} ({result['method']}, {result['elapsed']} ms){note}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "evaluate": CommandHandler(before_send=_read_expression, render=_value),
    "getConsoleLogs": CommandHandler(follow=Follow(lambda result: result["logs"], _log_line), render=_logs),
    "getNetworkRequests": CommandHandler(
        before_send=_prepare_network,
        follow=Follow(_ended, _request_line),
        after_result=_finish_network,
        render=_requests,
    ),
    "handleConsent": CommandHandler(render=_consent),
}
