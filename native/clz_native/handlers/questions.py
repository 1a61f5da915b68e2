"""What agents ask the person that somebody who looks on may answer: questions, and elements to point at."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from uuid import uuid4

from clz_core.contract.errors import ClzError, error
from clz_native.request import Request

Answer = Mapping[str, Any]
UNSEEN_S = 60.0  # that a question waits for somebody to look, where Firefox shows nothing
ANSWER_MS = 300  # for saying that nobody has answered
POINT = "Point at an element: press Pick, then click it in the picture"
SHOW = "Let the person watch: clz show; or give it a window: clz browser stop; clz browser start --headed"


class Question(NamedTuple):
    agent: str
    request: str  # the id that its agent has given it, as others may have given theirs
    text: str
    picks: bool  # the answer is an element
    allows: bool  # the answer allows something
    tab: int | None  # the only one whose elements count
    said: asyncio.Future[Answer]


class Questions:
    """Those that are open, by an id of the host's own. `cancel` ends what goes on in Firefox for one."""

    def __init__(self) -> None:
        self.open: dict[str, Question] = {}
        self.cancel: Callable[[str, str], bool]
        self._looked = asyncio.Event()

    def looked(self) -> None:
        """Somebody looks on."""
        self._looked.set()
        self._looked.clear()

    def asks(self, agent: str) -> bool:
        return any(one.agent == agent for one in self.open.values())

    async def ask(
        self, request: Request, watched: bool, ask: Callable[[], Awaitable[Answer]], waits: bool = True
    ) -> Answer:
        """Wait for the answer in Firefox, or where somebody looks on; `watched` says that somebody does.

        In a Firefox without a window it `waits` for somebody to look, or gives up at once.
        Raises: what asking in Firefox does.
        """
        begin = time.monotonic()
        said: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        id = uuid4().hex
        self.open[id] = _question(request, said)
        asking: asyncio.Future[Answer] = asyncio.ensure_future(ask())
        both: set[asyncio.Future[Any]] = {asking, said}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not said.done() and _needs_onlooker(asking):
                end = _end(request, begin)
                if not watched and not (waits and await self._seen(said, end)):
                    raise _unseen(asking, time.monotonic() - begin if waits else None)
                await asyncio.wait({said}, timeout=max(0.0, end - time.monotonic()))
                if not said.done():
                    raise error("TIMEOUT", "No answer came in time.", limit="waitMs")
            if not said.done():
                return await asking
            answer = said.result()
            return answer if "locator" in answer else {**answer, "elapsedMs": round((time.monotonic() - begin) * 1000)}
        finally:
            del self.open[id]
            if not asking.done():
                self.cancel(request.agent, request.id)
            await asyncio.gather(asking, return_exceptions=True)

    async def _seen(self, said: asyncio.Future[Answer], end: float) -> bool:
        """Wait for somebody to look on, for as long as that may take; False if nobody does."""
        looked = asyncio.ensure_future(self._looked.wait())
        try:
            left = min(end - time.monotonic(), UNSEEN_S)
            both: set[asyncio.Future[Any]] = {looked, said}
            done, _ = await asyncio.wait(both, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
            return bool(done)
        finally:
            looked.cancel()

    def answer(self, id: str, text: object) -> None:
        """Answer a question by a word. Raises: INVALID_PARAMS."""
        question = self.open.get(id)
        if question is None or question.said.done() or text not in ("done", "no") or (question.picks and text != "no"):
            raise error("INVALID_PARAMS", "This question is no longer open.")
        if question.picks:
            question.said.set_exception(error("CANCELLED", "The person declined to point at an element."))
        else:
            question.said.set_result({"answer": text, "by": "show"})

    def withdraw(self, agent: str, id: str | None = None) -> None:
        """An agent wants no answer any more, to this question or to any: also where Firefox has given up already."""
        for question in self.open.values():
            if question.agent == agent and id in (None, question.request) and not question.said.done():
                question.said.set_exception(error("CANCELLED", "The command was cancelled."))

    def picked(self, agent: str, tab: int, found: Answer) -> None:
        """Somebody has pointed at an element of an agent's tab: it answers what waits for one."""
        for one in self.open.values():
            if one.picks and one.agent == agent and one.tab in (None, tab) and not one.said.done():
                one.said.set_result({**found, "by": "show"})


def _question(request: Request, said: asyncio.Future[Answer]) -> Question:
    picks = request.command.asks_person == "element"
    allows = request.asked is not None
    text = request.asked["question"] if request.asked else POINT if picks else request.params["question"]
    tab = request.params.get("tabId") if picks else None
    return Question(request.agent, request.id, text, picks, allows, tab, said)


def _end(request: Request, begin: float) -> float:
    """As the command says, and before it must be answered."""
    last = time.monotonic() + request.deadline.minus(ANSWER_MS).remaining_s
    return last if request.asked else min(begin + request.params["waitMs"] / 1000, last)


def _needs_onlooker(asking: asyncio.Future[Answer]) -> bool:
    """True where Firefox shows nothing, or a person cannot point there without the page seeing it."""
    problem = asking.exception()
    return isinstance(problem, ClzError) and problem.code in ("NO_WINDOW", "NEEDS_MANAGED")


def _unseen(asking: asyncio.Future[Answer], waited_s: float | None) -> ClzError:
    problem = asking.exception()
    code, said = (problem.code, problem.message) if isinstance(problem, ClzError) else ("NO_WINDOW", "")
    hint = problem.hint if isinstance(problem, ClzError) and code == "NEEDS_MANAGED" else SHOW
    why = "clz show is not running" if waited_s is None else f"No person opened clz show for {waited_s:.0f} s"
    return error(code, f"{said} {why}.", hint)
