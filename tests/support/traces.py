"""Traces as tests look at them."""

from __future__ import annotations

import base64
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clz_core.journal.entries import iso
from clz_core.trace.folder import NETWORK, TRACE
from clz_core.trace.pack import events_of
from clz_core.trace.recorder import Recorder
from clz_core.trace.trees import resolved

Event = dict[str, Any]


PICTURE = base64.b64encode(b"\xff\xd8\xff a picture").decode()


def moment(tab: int = 7, text: str = "Shop", number: int = 1, **more: Any) -> Event:
    """What a look at a tab reports."""
    page = {"frameId": 0, "url": "http://a.test/", "html": ["HTML", {}, ["P", {}, text]], "doctype": "html"}
    size = {"width": 800, "height": 600, "ms": 3, "cut": False}
    shot = {"image": PICTURE, "width": 400, "height": 300, "viewWidth": 800, "viewHeight": 600}
    told = {"moment": number, "moments": [{"moment": number, "frames": [{**page, **size}], "picture": shot}]}
    logs = {"logs": [], "logsCursor": 0, "requests": [], "requestsCursor": 0, "recorded": False}
    return {**told, **logs, "tabId": tab, "url": "http://a.test/", "title": "", **more}


def request(recorder: Recorder, **more: Any) -> dict[str, Any]:
    begun = iso((recorder._began + 100) / 1000)
    sizes = {"durationMs": 12, "waitMs": 3, "responseBytes": 4, "requestBytes": None, "redirectTo": None, "frame": ""}
    known = {"seq": 1, "id": "r1", "url": "http://a.test/x?q=1", "method": "GET", "type": "xhr", "status": 200}
    rest = {"statusText": "OK", "state": "done", "error": None, "fromCache": False, "ip": None, "startedAt": begun}
    return {**known, **rest, **sizes, "mimeType": "text/plain", **more}


class Traced:
    """What a trace holds, a folder's or a file's."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.events = list(events_of(self.read(TRACE)))
        self.requests = [one["snapshot"] for one in events_of(self.read(NETWORK))]

    @property
    def names(self) -> list[str]:
        with zipfile.ZipFile(self._path) as archive:
            return archive.namelist()

    def read(self, name: str) -> str:
        return self.data(name).decode()

    def data(self, name: str) -> bytes:
        if self._path.is_dir():
            return (self._path / name).read_bytes()
        with zipfile.ZipFile(self._path) as archive:
            return archive.read(name)

    def of(self, kind: str) -> list[Event]:
        return [one for one in self.events if one["type"] == kind]

    @property
    def steps(self) -> dict[str, Event]:
        """By title, in their order; each with what was said of its end."""
        ends = {one["callId"]: one for one in self.of("after")}
        begun = {one["callId"]: one for one in self.of("before")}  # what is said last of one counts
        return {one["title"]: {**one, **ends.get(one["callId"], {})} for one in begun.values()}

    def documents(self, name: str) -> list[Any]:
        """The documents of a snapshot, that of the page first."""
        by_frame: dict[str, list[Event]] = {}
        for event in self.of("frame-snapshot"):
            by_frame.setdefault(event["snapshot"]["frameId"], []).append(event["snapshot"])
        found = []
        for snapshots in by_frame.values():
            for at, one in enumerate(snapshots):
                if one["snapshotName"] == name:
                    found.append(resolved([each["html"] for each in snapshots], at))
        return found


def elements(tree: Any, name: str) -> Iterator[Any]:
    """The elements of a document that have this name."""
    if isinstance(tree, list) and tree and isinstance(tree[0], str):
        if tree[0].lower() == name:
            yield tree
        for child in tree[2:]:
            yield from elements(child, name)


def text_of(tree: Any) -> str:
    if isinstance(tree, str):
        return tree
    return "".join(text_of(child) for child in tree[2:]) if isinstance(tree, list) else ""
