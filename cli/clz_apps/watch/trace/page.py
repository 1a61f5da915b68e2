"""The page of a trace: one file that needs no other and no network. Its script draws what is in it as JSON.

Documents are shown in frames in which nothing runs (`sandbox`), and from which nothing is loaded (`Content-Security-
Policy`).
"""

from __future__ import annotations

import base64
import json
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from clz_apps.watch.trace.export import PAGE_EVENTS, has_failed, message_of, page_events
from clz_apps.watch.trace.read import Trace
from clz_core.trace.folder import RESOURCES

MAX_PICTURES_BYTES = 20_000_000  # of all of them together; the oldest are kept
MAX_BODY = 20_000  # characters
MAX_SOURCE = 400_000
GENERATOR = "clz trace show"
HEAD_BYTES = 2_000
Json = dict[str, Any]


def page(trace: Trace) -> str:
    """The document."""
    data = json.dumps(_data(trace), ensure_ascii=False, separators=(",", ":"))
    here = Path(__file__).parent
    parts = ("trace.html", "../../base.css", "trace.css", "snapshot.js", "trace.js")
    whole, base, style, *scripts = ((here / "template" / name).read_text("utf-8") for name in parts)
    made = Template(whole).substitute(
        title=escape(trace.title or "Trace"),
        generator=GENERATOR,
        style=base + style,
        data=data.replace("<", "\\u003c"),
        script="".join(scripts),
    )
    return made.encode("utf-8", "replace").decode()


def is_page(path: Path) -> bool:
    """Whether the page of a trace is in a file."""
    try:
        with path.open("rb") as file:
            return f'content="{GENERATOR}"'.encode() in file.read(HEAD_BYTES)
    except OSError:
        return False


def _data(trace: Trace) -> Json:
    names = {name for step in trace.steps for name in (step.before, step.after) if name}
    pictures = _pictures(trace)
    return {
        "title": trace.title,
        "began": trace.began,
        "whole": trace.whole,
        "steps": [
            {
                "title": step.title,
                "at": step.at,
                "ms": step.ms,
                "error": step.error,
                "file": step.file,
                "line": step.line,
                "point": step.point,
                "box": step.box,
                "log": step.log,
                "before": step.before,
                "after": step.after,
                "pictures": {phase: name for phase, name in step.pictures.items() if name in pictures},
                "params": step.params,
            }
            for step in trace.steps
        ],
        "snapshots": _snapshots(trace, names),
        "film": [one for one in trace.film if one["file"] in pictures],
        "pictures": pictures,
        "console": [
            {"at": event["time"], "kind": said[0], "text": said[1], "where": _where(event)}
            for event in trace.events
            if (said := message_of(event)) is not None and said[0] not in PAGE_EVENTS
        ],
        "pageEvents": page_events(trace),
        "requests": [_request(trace, entry) for entry in trace.requests],
        "sources": {
            file: trace.source(file)[:MAX_SOURCE] for file in dict.fromkeys(step.file for step in trace.steps) if file
        },
    }


def _snapshots(trace: Trace, names: set[str]) -> Json:
    """The documents by name; identical ones are kept once."""
    trees: dict[str, int] = {}
    listed: list[Any] = []
    made: Json = {}
    for name in sorted(names):
        frames = []
        for one in trace.documents(name):
            text = json.dumps(one["html"])
            if text not in trees:
                trees[text] = len(listed)
                listed.append(one["html"])
            size = one.get("viewport") or {}
            frames.append(
                {
                    "frame": one["frameId"],
                    "url": one.get("frameUrl", ""),
                    "tree": trees[text],
                    "doctype": one.get("doctype", ""),
                    "width": size.get("width", 1280),
                    "height": size.get("height", 720),
                    "cut": bool(one.get("_cut")),
                    "dark": bool(one.get("_dark")),
                }
            )
        made[name] = frames
    return {"named": made, "trees": listed}


def _pictures(trace: Trace) -> dict[str, str]:
    found: dict[str, str] = {}
    left = MAX_PICTURES_BYTES
    for name, data in trace.files.items():
        kind = "jpeg" if data.startswith(b"\xff\xd8") else "png" if data.startswith(b"\x89PNG") else ""
        is_shown = name.startswith(f"{RESOURCES}/") and name.rpartition(".")[2] in ("jpeg", "png")
        if kind and is_shown and left >= len(data):
            left -= len(data)
            found[name] = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return found


def _where(event: Json) -> str:
    place = event.get("location") or (event.get("params") or {}).get("location") or {}
    line = place.get("line") or (place.get("lineNumber", -1) + 1)
    return f"{place.get('url', '')}:{line}" if place.get("url") else ""


def _request(trace: Trace, entry: Json) -> Json:
    request, response = entry.get("request") or {}, entry.get("response") or {}
    content = response.get("content") or {}
    body = trace.files.get(f"{RESOURCES}/{content.get('_sha1', '')}", b"")
    is_text = b"\0" not in body[:1000]
    return {
        "at": entry.get("_monotonicTime", 0) - (entry.get("time") or 0),
        "ms": entry.get("time") or 0,
        "method": request.get("method", ""),
        "url": request.get("url", ""),
        "status": response.get("status") or 0,
        "type": entry.get("_resourceType", ""),
        "size": content.get("size", -1),
        "failed": has_failed(entry),
        "why": entry.get("_failureText", ""),
        "sent": _headers(request),
        "got": _headers(response),
        "posted": str((request.get("postData") or {}).get("text", ""))[:MAX_BODY],
        "body": body[: MAX_BODY * 4].decode("utf-8", "replace")[:MAX_BODY] if is_text else "",
    }


def _headers(of: Json) -> list[list[str]]:
    return [[str(one.get("name")), str(one.get("value"))] for one in of.get("headers") or [] if isinstance(one, dict)]
