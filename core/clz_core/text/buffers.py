"""Console messages, requests and bodies as text, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import (
        GetConsoleLogsLogs,
        GetNetworkRequestsRequests,
        GetRequestBodyResult,
        GetSocketMessagesMessages,
        RecordBodiesResult,
    )

NOTES = {
    "partial": "… more is coming",
    "cut": "… cut: the rest is not kept. Keep more of each: clz network record on --max-bytes N",
    "aborted": "… the rest never came",
}


def message(entry: GetConsoleLogsLogs, timed: bool = True) -> str:
    """A console message or an uncaught error; `timed` begins it with the time of day."""
    made = f"{entry['url']}:{entry['line']}" if entry["url"] and entry["line"] else ""
    place = ", ".join(filter(None, (entry.get("source"), made)))
    return f"{_time(entry['timestamp'], timed)}{entry['level']:<5} {entry['message']}{f'  ({place})' if place else ''}"


def request(entry: GetNetworkRequestsRequests, timed: bool = True) -> str:
    """A request; `timed` begins it with the time of day."""
    status = entry["status"] or {"pending": "…", "done": "worker"}.get(entry["state"], "failed")
    facts = [str(entry["type"])]
    if entry["durationMs"] is not None:
        facts.append(f"{entry['durationMs']:.0f} ms")
    if entry["responseBytes"] is not None:
        facts.append(f"{entry['responseBytes'] / 1024:.1f} KB")
    facts += [word for word in ("cached" if entry["fromCache"] else "", entry["error"] or "") if word]
    if entry["redirectTo"]:
        facts.append(f"to {entry['redirectTo']}")
    if "responseBody" in entry:
        facts.append(f"id {entry['id']}")
    when = _time(entry["startedAt"], timed)
    carried = _carried(">", entry.get("requestBody")) + _carried("<", entry.get("responseBody"))
    return f"{when}{status!s:<6} {entry['method']} {entry['url']}  ({', '.join(facts)}){carried}"


def _carried(mark: str, body: Mapping[str, Any] | None) -> str:
    """How a body of a list begins."""
    if not body or "text" not in body:
        return ""
    state = "" if body["state"] == "whole" else f"({body['state']}) "
    return f"  {mark} {state}{body['text']}"


def body(result: GetRequestBodyResult) -> str:
    """What a request carried, or was answered, and what is missing of it."""
    note = body_note(result)
    return f"{body_text(result)}\n{note}" if note else body_text(result)


def body_text(result: GetRequestBodyResult) -> str:
    """What a request carried, or was answered."""
    if result["state"] == "empty":
        return "no body"
    if "text" not in result:
        kind = result["mimeType"] or "of no type"
        return f"binary ({kind}, {result['bytes'] / 1024:.1f} KB). Write it to a file: --save FILE"
    return result["text"]


def body_note(result: GetRequestBodyResult) -> str:
    """What there is to say of a body that is not whole."""
    return NOTES.get(result["state"], "")


def recording(result: RecordBodiesResult) -> str:
    """What is recorded from now on, and what is kept."""
    kept = f"{_bodies(result['bodies'])} kept, {result['bytes'] / 1024:.0f} KB"
    if not result["recording"]:
        return f"bodies: not recorded ({kept})"
    what = "all types" if result["allTypes"] else "text"
    where = f" of {result['match']}" if result["match"] else ""
    return f"bodies: {what}{where}, {result['maxBytes'] / 1024:.0f} KB of each ({kept})"


def socket_message(entry: GetSocketMessagesMessages, timed: bool = True) -> str:
    """A message of a WebSocket or an EventSource, or what became of one; `timed` begins it with the time of day."""
    what = {"opened": _opened, "closed": _closed}.get(entry["type"], _content)(entry)
    kind = "WebSocket" if entry["kind"] == "websocket" else "EventSource"
    facts = [f"{kind} {entry['socket']:.0f}", entry["url"] or "opened before"]
    if entry["request"]:
        facts.append(f"id {entry['request']}")
    if "bytes" in entry:
        kept = entry.get("kept", 0)
        facts.append(f"{entry['bytes']:,.0f} bytes" + (f", {kept:,.0f} kept" if kept < entry["bytes"] else ""))
    return f"{_time(entry['at'], timed)}{entry['type']:<8} {what}  ({', '.join(facts)})"


def _opened(entry: GetSocketMessagesMessages) -> str:
    return entry.get("protocol", "")


def _closed(entry: GetSocketMessagesMessages) -> str:
    if entry.get("pageLeft"):
        return "as its page left"
    return f"{entry['code']:.0f} {entry.get('reason', '')}".rstrip() if "code" in entry else ""


def _content(entry: GetSocketMessagesMessages) -> str:
    event = f"{entry['event']}: " if entry.get("event", "message") not in ("", "message") else ""
    binary = "binary " if entry.get("format") == "binary" else ""
    return event + binary + (entry.get("text") or entry.get("base64") or entry.get("hex") or "")


def sockets_note(result: Mapping[str, Any]) -> list[str]:
    """Why there are no messages, or not all, a line each."""
    lines = gaps(result)
    if not result["recording"]:
        lines.append("… recording is off. Record what comes: clz network record on")
    elif result["webSockets"] == "handshakes":
        lines.append(
            "… WebSockets: only handshakes; this Firefox shows extensions no messages. For all: clz browser start"
        )
    return lines


def gaps(result: Mapping[str, Any]) -> list[str]:
    """What a buffer does not hold any more, or never did, a line each."""
    lines = [f"… {result['dropped']} older ones were dropped"] if result["dropped"] else []
    if paused := result.get("pausedMs"):
        lines.append(f"… none were recorded for {paused} ms: the page makes too many")
    return lines


def archive(result: Mapping[str, Any]) -> str:
    """What was written to a HAR file, and what is missing there."""
    bodies = f" with {_bodies(result['bodies'])}" if result["bodies"] else ""
    size = f"{result['bytes'] / 1024:.0f} KB"
    lines = [f"{result['path']}  {counted(result['requests'], 'request')}{bodies}, {size}", *gaps(result)]
    if result["pending"]:
        lines.append(f"… {counted(result['pending'], 'request')} not finished yet, and not in it")
    if result["cut"]:
        lines.append(f"… {_bodies(result['cut'])} cut: record more of each with clz network record on --max-bytes N")
    if result["leftOut"]:
        lines.append(f"… {_bodies(result['leftOut'])} left out, the oldest: there is too much for one file")
    return "\n".join(lines)


def _bodies(count: float) -> str:
    return "1 body" if count == 1 else f"{count:,} bodies"


def _time(stamp: str, timed: bool) -> str:
    """Hours to milliseconds of an ISO time."""
    return f"{stamp[11:23]} " if timed else ""
