"""One file from a trace's folder: a zip, in which what an earlier document holds is referred to, not written again.

What explains most comes first, so that most of it can be read even if the file was cut off.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from clz_core.contract.errors import ClzError, error
from clz_core.files.output import write_output
from clz_core.trace import events
from clz_core.trace.events import Event
from clz_core.trace.folder import NETWORK, RESOURCES, TRACE
from clz_core.trace.trees import Shared

IN_LOG = ("navigation", "storage", "socket")
PACKED = (".jpeg", ".png", ".webp", ".gif", ".woff2")  # as small as they get


def pack(folder: Path, path: Path) -> int:
    """Write the file of a trace, and return its size; the folder goes. Raises: FILE_ERROR, and the folder stays."""
    made = io.BytesIO()
    try:
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(TRACE, "".join(_lines(folder / TRACE)))
            archive.writestr(NETWORK, _whole(folder / NETWORK))
            resources = sorted((folder / RESOURCES).glob("[!.]*")) if (folder / RESOURCES).is_dir() else []
            for file in sorted(resources, key=lambda one: (not one.name.startswith("src@"), one.name)):
                kind = zipfile.ZIP_STORED if file.suffix in PACKED else zipfile.ZIP_DEFLATED
                archive.write(file, f"{RESOURCES}/{file.name}", kind)
        write_output(path, made.getvalue(), mode=0o600)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write the trace {path}: {problem.strerror}.") from problem
    except ClzError as problem:
        hint = f"What was traced is in {folder}; look at it with: clz trace show {folder}"
        raise error("FILE_ERROR", problem.message, f"{problem.hint} {hint}".strip()) from problem
    shutil.rmtree(folder, ignore_errors=True)
    return len(made.getvalue())


def _lines(path: Path) -> Iterator[str]:
    shared: dict[str, Shared] = {}
    steps: dict[str, float] = {}
    happened: list[Event] = []
    for event in read_events(path):
        if event.get("type") == "frame-snapshot":
            frame = shared.setdefault(event["snapshot"]["frameId"], Shared())
            event["snapshot"]["html"] = frame.shortened(event["snapshot"]["html"])
        elif event.get("type") == "before":
            steps[event["callId"]] = event["startTime"]
        elif event.get("type") == "event" and event.get("method") in IN_LOG:
            happened.append(event)
        yield _line(event)
    if steps:
        # A step that is written again has no log in that viewer: these come after all of them.
        yield from (_line(_in_log(steps, event)) for event in happened)


def _line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode() + "\n"


def _in_log(steps: Mapping[str, float], event: Event) -> Event:
    """What Playwright's viewer has no place for, as a line in the log of the step in which it happened."""
    begun = [call for call, begin in steps.items() if begin <= event["time"]]
    step = max(begun, key=lambda call: steps[call], default=next(iter(steps)))
    return {**events.log(step, event["time"], f"{event['method']}: {event['params']['text']}"), events.TWICE: True}


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a file that are whole."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return
    yield from events_of(text)


def events_of(text: str) -> Iterator[dict[str, Any]]:
    for line in text.split("\n"):
        try:
            event = json.loads(line) if line else None
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict) and isinstance(event.get("type"), str):
            yield event


def _whole(path: Path) -> str:
    """The requests; of one that was written twice what came last, which has its bodies."""
    kept: dict[Any, str] = {}
    for number, event in enumerate(read_events(path)):
        snapshot = event.get("snapshot") or {}
        key = (snapshot.get("_id") or number, snapshot.get("startedDateTime"), snapshot.get("request", {}).get("url"))
        kept[key] = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return "".join(f"{line}\n" for line in kept.values())
