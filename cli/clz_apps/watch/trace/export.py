"""What a trace holds, written as something else: its steps as text, its requests as HAR, or all of it as JSON."""

from __future__ import annotations

import base64
from typing import Any

from clz_apps.watch.trace.read import Step, Trace
from clz_core import __version__
from clz_core.journal.evidence import is_icon
from clz_core.text import display

Json = dict[str, Any]
PAGE_EVENTS = ("navigation", "storage", "socket")  # beside what the console says
_OWN = ("_monotonicTime", "_frameref", "_id", "_failureText")


def steps(trace: Trace) -> str:
    """A line for each step, with what it failed by and what its page said meanwhile."""
    lines = []
    for at, step in enumerate(trace.steps):
        where = f"  ({step.file}:{step.line})" if step.file else ""
        took = "not ended" if step.ms is None else f"{step.ms:.0f} ms"
        lines.append(f"{'✗' if step.error else ' '} {step.at / 1000:7.2f} s  {display.line(step.title)}  {took}{where}")
        if step.error:
            lines += [f"            {display.line(line)}" for line in str(step.error.get("message", "")).split("\n")]
        lines += [f"            {display.line(one)}" for one in step.log]
        lines += [f"            {kind}: {display.line(text)}" for kind, text in meanwhile(trace, at)]
    if not trace.whole:
        lines.append("  The trace ends here: it was cut off, or not stopped.")
    return "\n".join(lines)


def meanwhile(trace: Trace, at: int) -> list[tuple[str, str]]:
    """What the page said and lacked from a step's beginning until the next one's: errors and requests that failed."""
    begin = trace.steps[at].at
    end = trace.steps[at + 1].at if at + 1 < len(trace.steps) else float("inf")
    said = [message_of(event) for event in trace.events if begin <= event["time"] < end]
    found = [one for one in said if one is not None and one[0] in ("error", "uncaught", "dialog", *PAGE_EVENTS)]
    for entry in trace.requests:
        if begin <= entry.get("_monotonicTime", -1) < end and has_failed(entry):
            status = entry.get("response", {}).get("status") or entry.get("_failureText") or "failed"
            found.append(("request", f"{entry['request'].get('method')} {entry['request'].get('url')}  {status}"))
    return found


def message_of(event: Json) -> tuple[str, str] | None:
    """The kind of an event, and its words."""
    if event["type"] == "console":
        return str(event.get("messageType")), str(event.get("text"))
    params = event.get("params") or {}
    if event.get("method") == "pageError":
        problem = (params.get("error") or {}).get("error") or {}
        return "uncaught", f"{problem.get('name', 'Error')}: {problem.get('message', '')}"
    if event.get("method") == "dialog":
        return "dialog", f"{params.get('type')}: {params.get('message')}"
    if event.get("method") in PAGE_EVENTS:
        return str(event["method"]), str(params.get("text"))
    return None


def page_events(trace: Trace) -> list[Json]:
    """Where pages went, what changed in their storage, what went through their sockets, and their dialogs."""
    told = []
    for event in sorted(trace.events, key=lambda one: one["time"]):
        said = message_of(event)
        if said is not None and said[0] in (*PAGE_EVENTS, "dialog"):
            told.append({"at": event["time"], "kind": said[0], "text": said[1]})
    return told


def has_failed(entry: Json) -> bool:
    """True for an error of the page. It does not name the icon that Firefox looks for."""
    if is_icon(entry["request"].get("url")):
        return False
    status = entry.get("response", {}).get("status") or 0
    return status >= 400 or bool(entry.get("_failureText")) or status <= 0


def har(trace: Trace) -> Json:
    entries = []
    for entry in trace.requests:
        made = {name: value for name, value in entry.items() if name not in _OWN}
        made["response"] = {**entry["response"], "content": _content(trace, entry["response"].get("content") or {})}
        if "postData" in entry["request"]:
            posted = {name: one for name, one in entry["request"]["postData"].items() if name not in ("_sha1", "_file")}
            made["request"] = {**entry["request"], "postData": posted}
        entries.append(made)
    return {"log": {"version": "1.2", "creator": {"name": "clz", "version": __version__}, "entries": entries}}


def everything(trace: Trace) -> Json:
    """All but pictures, snapshots and bodies."""
    return {
        "title": trace.title,
        "whole": trace.whole,
        "steps": [_step(step) for step in trace.steps],
        "console": [
            {"at": event["time"], "kind": said[0], "text": said[1]}
            for event in trace.events
            if (said := message_of(event)) is not None and said[0] not in PAGE_EVENTS
        ],
        "pageEvents": page_events(trace),
        "requests": har(trace)["log"]["entries"],
    }


def _step(step: Step) -> Json:
    place = {"file": step.file, "line": step.line} if step.file else {}
    problem = {"code": step.error.get("name", ""), "message": step.error.get("message", "")} if step.error else None
    told = {"title": step.title, "command": step.method, "params": step.params, "at": step.at, "ms": step.ms}
    return {**told, **place, "error": problem, "log": step.log, "point": step.point}


def _content(trace: Trace, content: Json) -> Json:
    made = {name: value for name, value in content.items() if name not in ("_sha1", "_file")}
    name = content.get("_file") or (f"resources/{content['_sha1']}" if content.get("_sha1") else "")
    data = trace.files.get(name)
    if data is None:
        return made
    try:
        return {**made, "text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {**made, "text": base64.b64encode(data).decode(), "encoding": "base64"}
