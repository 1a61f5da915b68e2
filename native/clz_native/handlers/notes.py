"""Notes: what the person has written at elements, kept for each agent until it resolves them.

They last as long as the host. Pictures of their elements are files in the session's folder, made as `clz screenshot`
makes them: without what shows a secret.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import shutil
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from clz_core.client.keys import short_id
from clz_core.client.tasks import Background
from clz_core.config.paths import SessionPaths, private_dir, write_at_once
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_NOTE_CHARS, MAX_NOTES
from clz_core.contract.shapes import Params
from clz_core.contract.validate import check
from clz_core.text.typed import locator_line
from clz_native.handlers.questions import ANSWER_MS
from clz_native.request import Handler, Request
from clz_native.secrets.masker import Masker

if TYPE_CHECKING:
    from clz_core.generated.messages import Numbered
    from clz_core.generated.results import GetNotesNotes, GetNotesResult, ViewAllNotes

ActAs = Callable[[str, str, Params, int], Awaitable[Mapping[str, Any]]]
Forward = Callable[[Request, str, Params], Awaitable[Mapping[str, Any]]]
log = logging.getLogger("clz.notes")
PICTURE_MS = 8_000
MOST_SHOWN = 50  # of an agent
KEPT_PICTURES = 500  # numbers further back have none any more


class Notes:
    """Those of one session. `act_as` runs a command of the extension as an agent, `forward` one for a request."""

    def __init__(self, paths: SessionPaths, masker: Masker, act_as: ActAs) -> None:
        self._folder = paths.folder / "notes"
        self._act_as = act_as
        self.forward: Forward
        self._masker = masker
        self._open: defaultdict[str, list[GetNotesNotes]] = defaultdict(list)
        self._last: defaultdict[str, int] = defaultdict(int)
        self._done: deque[tuple[str, GetNotesNotes]] = deque(maxlen=5)
        self._arrived = asyncio.Event()
        self._tasks = Background(log)
        shutil.rmtree(self._folder, ignore_errors=True)

    def table(self) -> dict[str, Handler]:
        return {"getNotes": self.notes}

    def shown(self) -> list[ViewAllNotes]:
        """Those of all agents that are open, and the last that were resolved, for the person."""
        kept = [*self._done, *((agent, note) for agent, notes in self._open.items() for note in notes[:MOST_SHOWN])]
        return [
            {
                "agent": short_id(agent),
                "number": note["number"],
                "text": note["text"],
                "locator": locator_line(note),
                "done": any(note is one for _, one in self._done),
                "answer": note.get("answer", ""),
            }
            for agent, note in kept
        ]

    def all(self, agent: str) -> list[GetNotesNotes]:
        return self._open.get(agent, [])

    def forget(self, agent: str) -> None:
        """An agent has left."""
        self._open.pop(agent, None)
        self._last.pop(agent, None)
        shutil.rmtree(self._folder / short_id(agent), ignore_errors=True)

    def take(self, params: Params) -> Numbered:
        """Keep a note that the person has just written. Raises: BUSY for one too many."""
        agent, given = str(params["agent"]), params["note"]
        kept = self._open[agent]
        if len(kept) >= MAX_NOTES:
            raise error("BUSY", f"{MAX_NOTES} notes are open already.", "Resolve one: clz notes resolve NUMBER")
        text = "".join(char if char.isprintable() else " " for char in str(given["text"])).strip()
        # Masked before it is cut, and now: a secret may be gone by the time that the note is read.
        about = self._masker.masked({"result": {**given, "text": text}})["result"]
        self._last[agent] += 1
        note = cast("GetNotesNotes", {**about, "text": about["text"][:MAX_NOTE_CHARS], "number": self._last[agent]})
        kept.append(note)
        self._tasks.start(self._picture(agent, note, "crop"))
        self._arrived.set()
        return {"number": note["number"]}

    async def notes(self, request: Request) -> GetNotesResult:
        """Raises: INVALID_PARAMS; with `wait`, what asking the person does."""
        params, agent = request.params, request.agent
        result: GetNotesResult = {"notes": self.all(agent)}
        if action := params.get("action"):
            gone = [one for one in self.all(agent) if action == "clear" or one["number"] == params["number"]]
            if action == "resolve":
                if not gone:
                    raise error("INVALID_PARAMS", f"No note {params['number']} is open.", "List them: clz notes")
                await self._picture(agent, gone[0], "after")
                if "text" in params:
                    gone[0]["answer"] = params["text"]
                self._done.append((agent, gone[0]))
                result["resolved"] = cast("Any", gone[0])
            self._open[agent] = result["notes"] = [one for one in self.all(agent) if one not in gone]
            await self._unmark(agent, gone)
        elif params["wait"] and not result["notes"]:
            await self._written(request)
            result["notes"] = self.all(agent)
        await self._tasks.wait(PICTURE_MS / 1000)
        return result

    async def _written(self, request: Request) -> None:
        """Ask the person to write notes, or wait for the first one if they have been asked already."""
        given = {name: request.params[name] for name in ("tabId", "waitMs") if name in request.params}
        command = COMMANDS["pickElement"]
        asked = replace(request, command=command, params=check(command, {**given, "note": True}))
        try:
            await self.forward(asked, command.name, asked.params)
        except ClzError as problem:
            if problem.code != "BUSY":
                raise
            left_s = min(request.params["waitMs"] / 1000, request.deadline.minus(ANSWER_MS).remaining_s)
            try:
                async with asyncio.timeout(max(0.0, left_s)):
                    while not self.all(request.agent):
                        self._arrived.clear()
                        await self._arrived.wait()
            except TimeoutError:
                raise error("TIMEOUT", "The person wrote no note in time.", limit="waitMs") from None

    async def _picture(self, agent: str, note: GetNotesNotes, which: Literal["crop", "after"]) -> None:
        """Take a picture of the element as it is now; without it, the note has none."""
        given: dict[str, Any] = {name: note.get(name) for name in ("tabId", "nth", "frame") if name in note}
        given |= {"target": note["locator"], "format": "png", "scale": 1, "maxWait": 0}
        try:
            try:
                taken = await self._act_as(agent, "screenshot", given, PICTURE_MS)
            except ClzError as problem:
                if problem.code != "ELEMENT_NOT_FOUND":
                    raise
                renamed = {**given, "target": note["selector"], "nth": None}  # what was asked for may be another name
                taken = await self._act_as(agent, "screenshot", renamed, PICTURE_MS)
            folder = private_dir(private_dir(self._folder) / short_id(agent))
            path = folder / f"{note['number']}-{which}.png"
            write_at_once(path, base64.b64decode(taken["image"]))
            note[which] = str(path)
            for old in folder.glob(f"{note['number'] - KEPT_PICTURES}-*.png"):
                old.unlink(missing_ok=True)
        except (ClzError, OSError) as problem:
            log.info("no picture of note %d: %s", note["number"], getattr(problem, "code", problem))

    async def _unmark(self, agent: str, gone: list[GetNotesNotes]) -> None:
        still = [str(one["number"]) for one in self.all(agent)]
        for tab in {one["tabId"] for one in gone}:
            with suppress(ClzError):
                await self._act_as(agent, "markNotes", {"tabId": tab, "open": still}, PICTURE_MS)
