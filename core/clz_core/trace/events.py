"""The events of a trace, in Playwright's format. Times are milliseconds since the trace began."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from clz_core import __version__

VERSION = 8
CLASS = "clz"  # of steps: none of Playwright's own, whose viewer groups and hides those
TWICE = "_twice"  # marks what another event says as well, for viewers that do not show that one
Event = dict[str, Any]
Phase = str  # "before", "action" or "after"

LEVELS = {"warn": "warning"}  # what Playwright calls them


def context(title: str, wall_ms: float, width: int, height: int, agent: str) -> Event:
    return {
        "version": VERSION,
        "type": "context-options",
        "origin": "library",
        "browserName": "firefox",
        "platform": sys.platform,
        "playwrightVersion": f"clz {__version__}",
        "wallTime": wall_ms,
        "monotonicTime": 0,
        "title": title,
        "options": {"viewport": {"width": width, "height": height}, "deviceScaleFactor": 1, "isMobile": False},
        "sdkLanguage": "python",
        "contextId": f"browser-context@{agent}",
    }


def before(call: str, time: float, title: str, method: str, params: Mapping[str, Any], page: str | None) -> Event:
    """A step begins. Another with the same `call` replaces it."""
    event = {
        "type": "before",
        "callId": call,
        "stepId": call,
        "startTime": time,
        "title": title,
        "class": CLASS,
        "method": method,
        "params": dict(params),
    }
    return event if page is None else {**event, "pageId": page}


def acted_on(call: str, found: Mapping[str, Any], snapshot: str) -> Event:
    """Where its element was, and where the pointer pressed, which is in the snapshot before."""
    event: Event = {"type": "input", "callId": call}
    if box := found.get("box"):
        event["_box"] = dict(box)
    return {**event, "point": dict(point), "inputSnapshot": snapshot} if (point := found.get("point")) else event


def after(call: str, time: float, snapshot: str | None, error: Event | None, result: Any) -> Event:
    event: Event = {"type": "after", "callId": call, "endTime": time, "result": result}
    if snapshot is not None:
        event["afterSnapshot"] = snapshot
    if error is not None:
        event["error"] = error
    return event


def log(call: str, time: float, message: str) -> Event:
    return {"type": "log", "callId": call, "time": time, "message": message}


def happened(time: float, method: str, params: Mapping[str, Any], page: str) -> Event:
    """What is not a step: a dialog, a download, an error of the page."""
    return {
        "type": "event",
        "time": time,
        "class": "BrowserContext",
        "method": method,
        "params": params,
        "pageId": page,
    }


def said(entry: Mapping[str, Any], time: float, page: str) -> Event:
    """A message of the console, or an error that nothing caught."""
    url, line, column = (entry.get(name) for name in ("url", "line", "column"))
    if source := entry.get("source"):
        url, line, column = (int(part) if part.isdigit() else part for part in str(source).rsplit(":", 2))
    text = str(entry.get("message", ""))
    if entry.get("kind") in ("error", "rejection"):
        first, _, stack = text.removeprefix("Uncaught ").partition("\n")
        name, _, message = first.partition(": ")
        named = bool(message) and name.isidentifier()
        error = {"name": name if named else "Error", "message": message if named else first, "stack": stack}
        where = {"url": url or "", "line": line or 0, "column": column or 0}
        return happened(time, "pageError", {"error": {"error": error}, "location": where}, page)
    return {
        "type": "console",
        "time": time,
        "pageId": page,
        "messageType": LEVELS.get(str(entry.get("level")), str(entry.get("level"))),
        "text": text,
        "args": [],
        "location": {
            "url": url or "",
            "lineNumber": max((line or 1) - 1, 0),
            "columnNumber": max((column or 1) - 1, 0),
        },
    }


class Look(NamedTuple):
    """One look at a page, and the step that shows it. `time` is in the trace, `wall_ms` since 1970."""

    call: str
    phase: Phase
    page: str
    time: float
    wall_ms: float

    @property
    def name(self) -> str:
        """The name of its snapshots."""
        return f"{self.phase}@{self.call}"


def document(look: Look, frame: str, seen: Mapping[str, Any], html: Any) -> Event:
    """One frame at a look. `seen` is what its page said of it."""
    snapshot: Event = {
        "snapshotName": look.name,
        "callId": look.call,
        "pageId": look.page,
        "frameId": frame,
        "frameUrl": seen["url"],
        "timestamp": look.time,
        "wallTime": look.wall_ms,
        "collectionTime": seen.get("ms", 0),
        "html": html,
        "resourceOverrides": [],
        "viewport": {"width": seen["width"], "height": seen["height"]},
        "isMainFrame": frame == look.page,
    }
    if seen.get("doctype"):
        snapshot["doctype"] = seen["doctype"]
    if seen.get("cut"):
        snapshot["_cut"] = True
    if seen.get("dark"):
        snapshot["_dark"] = True
    return {"type": "frame-snapshot", "snapshot": snapshot}


def film(page: str, sha1: str, width: int, height: int, time: float, wall_ms: float) -> Event:
    """A picture of the film strip; sizes are those of the viewport."""
    event = {"type": "screencast-frame", "pageId": page, "sha1": sha1, "width": width, "height": height}
    return {**event, "timestamp": time, "frameSwapWallTime": wall_ms}


def picture(call: str, phase: Phase, sha1: str) -> Event:
    return {"type": "screenshot", "callId": call, "phase": phase, "file": f"resources/{sha1}"}


def request(entry: Mapping[str, Any], time: float, frame: str) -> Event:
    """One request, of an entry of HAR."""
    return {"type": "resource-snapshot", "snapshot": {**entry, "_monotonicTime": time, "_frameref": frame}}
