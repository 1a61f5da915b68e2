"""Films: the host asks the extension for a frame as often as is wanted, and writes what comes of it.

It asks by a command of the agent, so that policy, ownership and secrets are looked at for each frame as for a picture.
What the agent does meanwhile is drawn in where that was asked for.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from clz_core.contract.commands import COMMANDS
from clz_core.contract.commands.automation.film import film_size
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_FILM_BYTES, MAX_FILM_MINUTES, MIB
from clz_core.contract.shapes import Params, RawResult
from clz_core.files.films import ENDING, FilmFile
from clz_native.film.captions import Captions
from clz_native.request import Handler, Request
from clz_native.secrets.masker import Masker

if TYPE_CHECKING:
    from clz_core.generated.results import StartFilmResult, StopFilmResult

Forward = Callable[[Request, str, Params], Awaitable[Mapping[str, Any]]]
USUAL_SIZE = (1366, 768)
USUAL_FPS = 10
FRAME_MS = 4_000
END_MS = 10_000
OVER = frozenset(("BROWSER_GONE", "HOST_GONE"))


class Film:
    """One film on its way."""

    def __init__(self, request: Request, file: FilmFile, masker: Masker) -> None:
        params = request.params
        self.id = uuid4().hex
        self.path: str = params["file"]
        self.fps: int = params.get("fps") or USUAL_FPS
        self.slow = bool(params.get("slow"))
        self.captions = Captions(masker) if self.slow or params.get("captions") else None
        self.ending = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.problem = ""
        self.frames = self.covered = self.size = 0
        self._file = file
        self._request = request
        size = params.get("size")
        self._width, self._height = USUAL_SIZE if size is None else film_size(size)
        self._first = self._last = 0.0

    @property
    def seconds(self) -> float:
        return round(self._last - self._first, 2)

    async def run(self, forward: Forward) -> None:
        """Take frames until the film is to end, and then what is left of it."""
        until = time.monotonic() + MAX_FILM_MINUTES * 60
        due = time.monotonic()
        try:
            while not self.ending.is_set() and not self.problem:
                await self._frame(forward)
                due = max(due + 1 / self.fps, time.monotonic())
                if self.size > MAX_FILM_BYTES:
                    self.problem = f"it has {MAX_FILM_BYTES // MIB} MB"
                elif due > until:
                    self.problem = f"it is {MAX_FILM_MINUTES} minutes long"
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.ending.wait(), due - time.monotonic())
            if not self.problem:
                await self._frame(forward)  # what was done just now is in it
            self._add(await self._ask(forward, "endFilm", {"film": self.id}, END_MS))
        except ClzError as problem:
            self.problem = problem.message
        except OSError as problem:
            self.problem = f"cannot write it: {problem.strerror}"

    async def _frame(self, forward: Forward) -> None:
        params = {"film": self.id, "width": self._width, "height": self._height}
        if (tab := self._request.params.get("tabId")) is not None:
            params["tabId"] = tab
        if self.captions is not None:
            params |= self.captions.drawn()
        try:
            result = await self._ask(forward, "filmFrame", params, FRAME_MS)
        except ClzError as problem:
            if problem.code in OVER:
                raise
            return  # there is nothing to be seen now: no tab, or a page that is not to be
        self.frames += 1
        self.covered += bool(result.get("covered"))
        self._last = time.monotonic()
        self._first = self._first or self._last
        self._add(result)

    async def _ask(self, forward: Forward, name: str, params: Params, ms: int) -> RawResult:
        its = self._request
        request = Request(its.agent, its.name, uuid4().hex, COMMANDS[name], params, Deadline.after(ms))
        return dict(await forward(request, name, params))

    def _add(self, result: RawResult) -> None:
        for piece in result.get("pieces") or []:
            data = base64.b64decode(piece["data"])
            self._file.write(int(piece["at"]), data)
            self.size = max(self.size, int(piece["at"]) + len(data))


class Films:
    """The films of one session, one an agent. `forward` runs a command in the extension."""

    def __init__(self, session: str, masker: Masker) -> None:
        self._session = session
        self._masker = masker
        self._films: dict[str, Film] = {}
        self.forward: Forward

    def table(self) -> dict[str, Handler]:
        return {"startFilm": self.start, "stopFilm": self.stop}

    async def start(self, request: Request) -> StartFilmResult:
        """Raises: BUSY if the agent is filmed already, INVALID_PARAMS, FILE_ERROR."""
        if request.agent in self._films:
            raise error("BUSY", "Your agent is filmed already.", "End that first: clz film stop")
        if not request.params["file"].lower().endswith(ENDING):
            raise error("INVALID_PARAMS", "A film ends in .webm.", "Name it: film.webm")
        file = FilmFile.of(self._session, request.agent)
        film = Film(request, file, self._masker)
        try:
            file.begin(film.path)
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot write a film: {problem.strerror}.") from problem
        self._films[request.agent] = film
        film.task = asyncio.create_task(film.run(self.forward))
        return {"path": film.path, "fps": film.fps}

    async def stop(self, request: Request) -> StopFilmResult:
        """Raises: INVALID_PARAMS if nothing is filmed."""
        film = self._films.pop(request.agent, None)
        file = FilmFile.of(self._session, request.agent)
        if film is not None and film.task is not None:
            film.ending.set()
            await asyncio.wait({film.task}, timeout=request.deadline.remaining_ms / 1000)
        left = await asyncio.to_thread(file.left)
        if left is None:
            raise error("INVALID_PARAMS", "Your agent is not filmed.", "Begin: clz film start FILE.webm")
        file.remove()
        if film is None:
            return left
        told = {"seconds": film.seconds, "frames": film.frames, "covered": film.covered, "problem": film.problem}
        return cast("StopFilmResult", {**left, **told})

    def wants_locator(self, agent: str) -> bool:
        """True if it is drawn in where the agent presses."""
        film = self._films.get(agent)
        return film is not None and film.captions is not None

    def begun(self, request: Request) -> None:
        """An agent is about to do something."""
        if (film := self._films.get(request.agent)) and film.captions:
            film.captions.begun(request)

    async def done(self, request: Request, result: Mapping[str, Any] | None) -> None:
        """It was done; None for the result of what failed. In a slow film, wait until it could be read."""
        film = self._films.get(request.agent)
        if film is None or not film.captions or not film.captions.done(request, result):
            return
        if film.slow and film.task is not None:
            reading = asyncio.create_task(film.captions.read())
            in_time = request.deadline.remaining_ms / 2_000
            await asyncio.wait({reading, film.task}, timeout=in_time, return_when=asyncio.FIRST_COMPLETED)
            reading.cancel()

    def leaving(self, *others: Callable[[str], None]) -> Callable[[str], None]:
        """A listener for agents that have left, called after `others`."""

        def left(agent: str) -> None:
            for forget in (*others, self.forget):
                forget(agent)

        return left

    def forget(self, agent: str) -> None:
        """An agent has left: nobody will ask for its film."""
        film = self._films.pop(agent, None)
        if film is None:
            return
        if film.task is not None:
            film.task.cancel()
        with contextlib.suppress(OSError):
            FilmFile.of(self._session, agent).remove()

    async def end(self) -> None:
        """The host ends; what is written of films stays."""
        tasks = [film.task for film in self._films.values() if film.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
