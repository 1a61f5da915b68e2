"""Reading a trace: a file, one that was cut off, or the folder of one that nobody has ended. What is there is read."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clz_core.contract.errors import error
from clz_core.files import zips
from clz_core.trace.events import TWICE
from clz_core.trace.folder import NETWORK, RESOURCES, TRACE
from clz_core.trace.pack import events_of
from clz_core.trace.trees import resolved

Json = dict[str, Any]
MAX_BYTES = 500_000_000  # of all that is in a file
_LOCAL = b"PK\x03\x04"


@dataclass
class Step:
    """One command: when it began and how long it took, in milliseconds since the trace began."""

    call: str
    title: str
    method: str
    at: float
    ms: float | None  # None for one that nobody said the end of
    params: Json
    error: Json | None = None
    file: str = ""
    line: int = 0
    point: Json | None = None
    box: Json | None = None
    log: list[str] = field(default_factory=list)
    before: str = ""  # names of snapshots
    after: str = ""
    pictures: dict[str, str] = field(default_factory=dict)
    page: str = ""


@dataclass
class Trace:
    """What a trace holds. `whole` is False if something is missing at its end."""

    title: str
    began: float
    steps: list[Step]
    events: list[Json]  # console messages, errors of pages, dialogs
    requests: list[Json]  # entries of HAR
    film: list[Json]
    files: Mapping[str, bytes]
    whole: bool
    _snapshots: dict[str, list[Json]]

    def documents(self, name: str) -> list[Json]:
        """The documents of a snapshot, each with its frame, what it is of, and all that it refers to in its place."""
        found = []
        for frame, snapshots in self._snapshots.items():
            at = next((at for at, one in enumerate(snapshots) if one.get("snapshotName") == name), None)
            if at is not None:
                tree = resolved([one.get("html") for one in snapshots], at)
                found.append({**snapshots[at], "frameId": frame, "html": tree})
        return sorted(found, key=lambda one: not one.get("isMainFrame"))

    def source(self, file: str) -> str:
        """A file that a step is in, as it was; empty if it was not kept."""
        import hashlib

        sha1 = hashlib.sha1(file.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
        return self.files.get(f"{RESOURCES}/src@{sha1}.txt", b"").decode("utf-8", "replace")


def read(path: Path) -> Trace:
    """Raises: FILE_ERROR if there is no trace at `path`."""
    files, whole = _folder(path) if path.is_dir() else _file(path)
    name = TRACE if TRACE in files else next((one for one in files if one.endswith(".trace")), "")
    if not name:
        raise error("FILE_ERROR", f"There is no trace in {path}.", "One is written by: clz trace start FILE.zip")
    network = files.get(NETWORK if name == TRACE else name.removesuffix(".trace") + ".network", b"")
    made = Trace("", 0, [], [], [], [], files, whole, {})
    steps: dict[str, Step] = {}
    for event in events_of(files[name].decode("utf-8", "replace")):
        try:
            _take(made, steps, event)
        except (KeyError, TypeError, ValueError, AttributeError):
            continue  # of another version, or broken
    for event in events_of(network.decode("utf-8", "replace")):
        if isinstance(event.get("snapshot"), dict) and isinstance(event["snapshot"].get("request"), dict):
            made.requests.append(event["snapshot"])
    made.steps = sorted(steps.values(), key=lambda one: one.at)
    made.whole = whole and all(one.ms is not None for one in made.steps)
    return made


def _take(made: Trace, steps: dict[str, Step], event: Json) -> None:
    kind = event["type"]
    if kind == "context-options":
        made.title = str(event.get("title") or "")
        made.began = float(event["wallTime"]) - float(event.get("monotonicTime") or 0)
    elif kind == "before":
        known = steps.get(event["callId"])
        where = (event.get("stack") or [{}])[0]
        steps[event["callId"]] = Step(
            event["callId"],
            str(event.get("title") or event.get("method")),
            str(event.get("method")),
            float(event["startTime"]),
            known.ms if known else None,
            dict(event.get("params") or {}),
            file=str(where.get("file", "")),
            line=int(where.get("line", 0)),
            before=str(event.get("beforeSnapshot") or ""),
            page=str(event.get("pageId") or ""),
        )
    elif kind == "after":
        step = steps[event["callId"]]
        step.ms = max(float(event["endTime"]) - step.at, 0)
        step.after = str(event.get("afterSnapshot") or "")
        found = event.get("error")
        step.error = dict(found) if isinstance(found, dict) else None
    elif kind == "input":
        for name in ("point", "_box"):
            if found := event.get(name):
                setattr(steps[event["callId"]], name.strip("_"), {key: float(value) for key, value in found.items()})
    elif kind == "log" and not event.get(TWICE):
        steps[event["callId"]].log.append(str(event["message"]))
    elif kind == "screenshot":
        steps[event["callId"]].pictures[str(event["phase"])] = str(event["file"])
    elif kind == "screencast-frame":
        name = str(event.get("file") or f"{RESOURCES}/{event['sha1']}")
        made.film.append({"file": name, "at": float(event["timestamp"])})
    elif kind == "frame-snapshot":
        made._snapshots.setdefault(str(event["snapshot"]["frameId"]), []).append(event["snapshot"])
    elif kind in ("console", "event"):
        float(event["time"])
        made.events.append(event)


def _folder(path: Path) -> tuple[dict[str, bytes], bool]:
    files = {}
    for one in sorted(path.rglob("*")):
        if one.is_file() and not one.is_symlink() and not one.name.startswith("."):
            files[one.relative_to(path).as_posix()] = one.read_bytes()
    return files, False


def _file(path: Path) -> tuple[dict[str, bytes], bool]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(one.file_size for one in archive.infolist()) > MAX_BYTES:
                raise error("FILE_ERROR", f"{path} holds more than {MAX_BYTES // 1_000_000} MB.")
            names = [one for one in archive.namelist() if not one.endswith("/")]
            return {one: zips.unpacked(archive, one, MAX_BYTES) or b"" for one in names}, True
    except zips.BROKEN:
        pass
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {path}: {problem.strerror}.") from problem
    return _remains(path.read_bytes()), False


def _remains(data: bytes) -> dict[str, bytes]:
    """What can be read of a zip that lacks its end, by the heads of its files."""
    files: dict[str, bytes] = {}
    at = data.find(_LOCAL)
    room = MAX_BYTES
    while 0 <= at <= len(data) - 30 and room > 0:
        _, flags, method, *_, packed, size, name_size, extra = struct.unpack("<HHHHHIIIHH", data[at + 4 : at + 30])
        name = data[at + 30 : at + 30 + name_size].decode("utf-8", "replace")
        begin = at + 30 + name_size + extra
        known = packed if packed and not flags & 8 else len(data)
        body = data[begin : begin + known]
        if method == zipfile.ZIP_DEFLATED:
            unpacker = zlib.decompressobj(-15)
            try:
                body = unpacker.decompress(body, room)
            except zlib.error:
                body = b""
        is_text = not name.startswith(f"{RESOURCES}/") or "src@" in name
        if name and (is_text or len(body) == size):  # half a picture is none
            files[name] = body
            room -= len(body)
        at = data.find(_LOCAL, begin + (packed if not flags & 8 else 0))
    return files
