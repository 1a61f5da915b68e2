"""The recorder of one trace: what it knows between steps, and how what happened becomes events.

The page after a step is the page before the next one, where that comes at once: it is looked at once. Documents that
are as they were are named and not written again.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import time
from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from clz_core.contract.shapes import JsonObject, RawResult
from clz_core.files.har import har
from clz_core.journal.masking import mask
from clz_core.trace import events
from clz_core.trace.folder import NETWORK, TRACE, TraceFolder
from clz_core.trace.trees import count

FRESH_MS = 250  # a page that was looked at since is as it was
MAX_SOURCE = 1_000_000
MOST_PENDING = 200  # in a tab that is too busy to be listened to, some ends are never told
ENDLESS = "its end is not in this trace"
KEPT = 8  # moments that the next step may show too


class Moment(NamedTuple):
    """How a tab was: its number, and when that was."""

    number: int
    at: float


class _Untold(NamedTuple):
    """A moment of which the documents and the picture are still to come, and the steps that it is shown at."""

    look: events.Look
    shown: list[tuple[str, str]]


class Recorder:
    """Writes one trace. With `lasting`, what it knows is kept in the folder, for the next process."""

    def __init__(self, folder: str | os.PathLike[str], title: str = "", agent: str = "cli", lasting: bool = False):
        self.folder = TraceFolder(folder)
        self._lasting = lasting
        self._title = title
        self._agent = agent
        self._state = self.folder.state() if lasting else {}
        self._untold: dict[tuple[int, int], _Untold] = {}
        self._sources: dict[str, int] = {}  # with how many secrets masked each was written

    @property
    def steps(self) -> int:
        return int(self._state.get("calls", 0))

    @property
    def tab(self) -> int | None:
        """The tab that was looked at last."""
        return self._state.get("tab")

    def now(self) -> float:
        """Milliseconds since the trace began."""
        return round(time.time() * 1000 - self._began, 1)

    def next_call(self) -> str:
        if "began" not in self._state:
            self.begin()
        self._state["calls"] = self.steps + 1
        return f"call@{self.steps}"

    def take_back(self) -> None:
        """The last step was none: the next one has its number."""
        self._state["calls"] = max(self.steps - 1, 0)
        self.save()

    def begin(self) -> None:
        """Say that the trace begins now, if nobody has."""
        if "began" in self._state:
            return
        self._state["began"] = time.time() * 1000
        self._state["tabs"] = {}
        self.write(events.context(self._title, self._began, 1280, 720, self._agent))
        self.save()

    def save(self) -> None:
        if self._lasting:
            self.folder.keep_state(self._state)

    def write(self, event: events.Event) -> None:
        self.folder.append(TRACE, event)

    def source(self, file: str, secrets: Collection[str] = ()) -> None:
        """Keep a file that a step is in, with what is known to be secret masked in it."""
        if self._sources.get(file) == len(secrets):
            return
        self._sources[file] = len(secrets)
        name = f"src@{hashlib.sha1(file.encode('utf-8', 'replace'), usedforsecurity=False).hexdigest()}.txt"
        try:
            data = Path(file).read_bytes()
        except OSError:
            return
        if len(data) <= MAX_SOURCE:
            text = mask(data.decode("utf-8", "replace"), set(secrets))
            self.folder.keep(text.encode("utf-8", "replace"), name, replace=True)

    def last(self, tab: int | None) -> Moment | None:
        """How a tab was when it was looked at last, if that was just now."""
        known = self._tab(tab).get("moment") if tab is not None else None
        if known is None:
            return None
        moment = Moment(*known)
        return moment if self.now() - moment.at <= FRESH_MS else None

    def asked(self, tab: int | None, wait: bool = True) -> JsonObject:
        """The parameters to look at a tab with. Where it does not `wait`, the next look reports how it was."""
        if tab is None:
            return {}
        known = self._tab(tab)
        return {
            "tabId": tab,
            "prefix": f"frame@{tab}",
            "consoleSince": known.get("console", 0),
            "requestsSince": known.get("requests", 0),
            "storage": True,
            "wait": wait or self._lasting,
        }

    def asked_along(self, tab: int | None) -> JsonObject | None:
        """The same for a look that goes along with a command in the tab; None where each look is waited for."""
        if self._lasting:
            return None
        return {"storage": True, "wait": False} if tab is None else self.asked(tab, wait=False)

    def note(self, call: str, phase: str, seen: RawResult) -> Moment:
        """Write what is reported of a look at a tab, and of the looks before."""
        tab = int(seen["tabId"])
        page = f"page@{tab}"
        known = self._tab(tab)
        self._state["tab"] = tab
        now = self.now()
        moment = Moment(int(seen["moment"]), now)
        self._untold[tab, moment.number] = _Untold(events.Look(call, phase, page, now, time.time() * 1000), [])
        self._told(tab, seen)
        known["moment"] = list(moment)
        return moment

    def show(self, tab: int | None, call: str, phase: str, moment: Moment) -> None:
        """Let a step show a moment, once that is there: viewers look for what is named by step and phase."""
        if tab is None:
            return
        untold = self._untold.get((tab, moment.number))
        if untold is not None:
            untold.shown.append((call, phase))
        elif known := self._tab(tab).get("told", {}).get(str(moment.number)):
            self._show(call, phase, known)

    def _show(self, call: str, phase: str, known: JsonObject) -> None:
        """Write that a step shows what is in an event before."""
        if known["picture"] and phase != "input":
            self.write(events.picture(call, phase, known["picture"]))
        if (call, phase) == (known["call"], known["phase"]):
            return
        for one in known["documents"]:
            frames = self._tab(known["tab"])["frames"]
            index, before = frames[one["frame"]]
            frames[one["frame"]] = (index + 1, before)
            html = [[index - one["index"], one["nodes"] - 1]]
            look = events.Look(call, phase, known["page"], known["now"], known["wall"])
            self.write(events.document(look, one["frame"], one["seen"], html))

    @property
    def tabs(self) -> list[int]:
        """The tabs that were looked at."""
        return sorted(int(tab) for tab, known in self._state.get("tabs", {}).items() if "moment" in known)

    def complete(self, tab: int, seen: RawResult) -> None:
        """Write what was still to come, without a look of its own."""
        self._told(tab, seen)
        for key in [key for key in self._untold if key[0] == tab]:
            del self._untold[key]

    def end(self) -> None:
        """Write the requests whose end was not told: it is too late for that now."""
        for tab, known in self._state.get("tabs", {}).items():
            for request in known.pop("pending", {}).values():
                error = "" if request["status"] else ENDLESS
                self._request({**request, "state": "failed", "error": error}, f"page@{tab}")

    def _told(self, tab: int, seen: RawResult) -> None:
        known = self._tab(tab)
        page = f"page@{tab}"
        for one in seen.get("moments", []):
            untold = self._untold.pop((tab, int(one["moment"])), None)
            if untold is None:
                continue
            told: JsonObject = {
                "tab": tab,
                "call": untold.look.call,
                "phase": untold.look.phase,
                "page": untold.look.page,
                "now": untold.look.time,
                "wall": untold.look.wall_ms,
                "documents": [self._document(untold, document, known) for document in one["frames"]],
                "picture": self._picture(untold, one.get("picture"), known),
            }
            known["told"] = dict([*known.get("told", {}).items(), (str(one["moment"]), told)][-KEPT:])
            for call, phase in untold.shown:
                self._show(call, phase, told)
        for entry in seen.get("logs", []):
            self._said(entry, page)
        for one in seen.get("pageEvents", []):
            self._happened(str(one["at"]), str(one["kind"]), str(one["text"]), page)
        self._requests(seen, page)
        known["console"] = seen.get("logsCursor", known.get("console", 0))
        known["requests"] = seen.get("requestsCursor", known.get("requests", 0))
        known["recorded"] = bool(seen.get("recorded"))

    def is_recorded(self, tab: int) -> bool:
        """True for a tab whose requests were recorded with their bodies."""
        return bool(self._tab(tab).get("recorded"))

    def bodies(self, tab: int, archive: RawResult) -> None:
        """Write the requests of a tab once more, with what they carried: these are read instead of the others."""
        self._requests(archive, f"page@{tab}")

    def _document(self, untold: _Untold, seen: JsonObject, known: JsonObject) -> JsonObject:
        """Write a document, and return where it is."""
        page = untold.look.page
        frame = page if seen["frameId"] == 0 else f"frame@{page.removeprefix('page@')}f{seen['frameId']}"
        frames = known.setdefault("frames", {})
        html = seen["html"]
        digest = hashlib.sha1(json.dumps(html).encode(), usedforsecurity=False).hexdigest()
        index, before = frames.get(frame, (0, None))
        if before and before[0] == digest:
            html = [[index - before[1], before[2] - 1]]
        else:
            before = [digest, index, count(html)]
        frames[frame] = (index + 1, before)
        self.write(events.document(untold.look, frame, seen, html))
        about = {key: value for key, value in seen.items() if key != "html"}
        return {"frame": frame, "index": before[1], "nodes": before[2], "seen": about}

    def _picture(self, untold: _Untold, shot: Any, known: JsonObject) -> str | None:
        if not shot:
            return None
        try:
            data = base64.b64decode(shot["image"], validate=True)
        except (binascii.Error, ValueError):
            return None
        sha1 = hashlib.sha1(data, usedforsecurity=False).hexdigest() + ".jpeg"
        if self.folder.keep(data, sha1) is None:
            return None
        if known.get("picture") != sha1:
            known["picture"] = sha1
            size = shot["viewWidth"], shot["viewHeight"]
            self.write(events.film(untold.look.page, sha1, *size, untold.look.time, untold.look.wall_ms))
        return sha1

    def _said(self, entry: JsonObject, page: str) -> None:
        at = self._since(str(entry.get("timestamp", "")))
        if at is not None and at >= 0:
            self.write(events.said(entry, at, page))

    def _happened(self, moment: str, kind: str, text: str, page: str) -> None:
        at = self._since(moment)
        if at is not None:
            self.write(events.happened(max(at, 0), kind, {"text": text}, page))

    def sockets(self, tab: int, messages: list[JsonObject]) -> None:
        """Write what went through the sockets of a tab."""
        for one in messages:
            said = one.get("text", "") if one["type"] in ("sent", "received") else str(one.get("reason") or "")
            size = f" ({one['bytes']} bytes)" if one.get("format") == "binary" else ""
            text = f"{one.get('url') or one['kind']} {one['type']}{size} {said}".strip()
            self._happened(str(one["at"]), "socket", text, f"page@{tab}")

    def _requests(self, seen: Mapping[str, Any], page: str) -> None:
        pending = self._tab(int(page.removeprefix("page@"))).setdefault("pending", {})
        for request in seen.get("requests", []):
            key = " ".join(str(request.get(name, "")) for name in ("id", "startedAt", "url"))
            if request.get("state") == "pending":
                pending[key] = request
                if len(pending) > MOST_PENDING:
                    del pending[next(iter(pending))]
            else:
                pending.pop(key, None)
                self._request(request, page)

    def _request(self, request: JsonObject, page: str) -> None:
        begun = self._since(str(request.get("startedAt", "")))
        if begun is None or begun < 0:
            return
        made = har({"requests": [request], "title": "", "url": ""})["log"]["entries"][0]
        entry = self._bodies_apart({**made, "pageref": page, "_id": str(request.get("id", ""))})
        entry["_failureText"] = request.get("error") or ""
        self.folder.append(NETWORK, events.request(entry, begun + entry["time"], page))

    def _bodies_apart(self, entry: JsonObject) -> JsonObject:
        """The entry with what it carried in files of their own."""
        content = dict(entry["response"]["content"])
        text = content.pop("text", None)
        if text is not None:
            is_base64 = content.pop("encoding", "") == "base64"
            data = base64.b64decode(text) if is_base64 else text.encode("utf-8", "replace")
            content["size"] = len(data)
            if sha1 := self.folder.keep(data):
                content["_sha1"] = sha1
        entry = {**entry, "response": {**entry["response"], "content": content}}
        posted = entry["request"].get("postData")
        if posted and "text" in posted and (sha1 := self.folder.keep(posted["text"].encode("utf-8", "replace"))):
            entry["request"] = {**entry["request"], "postData": {"params": [], **posted, "_sha1": sha1}}
        return entry

    def _since(self, moment: str) -> float | None:
        """When that was, in milliseconds since the trace began; None if it is not a moment."""
        try:
            return round(datetime.fromisoformat(moment).timestamp() * 1000 - self._began, 1)
        except ValueError:
            return None

    @property
    def _began(self) -> float:
        return float(self._state.get("began", 0))

    def _tab(self, tab: int) -> JsonObject:
        found: JsonObject = self._state.setdefault("tabs", {}).setdefault(str(tab), {})
        return found
