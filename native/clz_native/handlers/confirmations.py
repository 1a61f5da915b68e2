"""What an agent does only once the person has confirmed it, by `confirm` in the policy.

The extension refuses such an action with an id, before the page hears of it. With the person's yes the command is run
again, and that id goes with it. A question stays open when the time of its command is up: a yes that comes later counts
for the next try, which the extension refuses with the same id, as long as the page is not loaded again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_TIMEOUT_MS
from clz_native.film.captions import line_shown
from clz_native.handlers.questions import ANSWER_MS, Answer
from clz_native.request import Request

MOST_OPEN = 20  # questions of one agent
LATER = "There is no answer yet. The question stays open for some minutes: once the person says yes, run it again."
Act = Callable[[], Awaitable[Mapping[str, Any]]]


class Confirmations:
    """Those of one session. `ask` asks the person, as views do; `masked` takes secrets out of what they are shown."""

    def __init__(self, ask: Callable[[Request, str], Awaitable[Answer]], masked: Callable[[str], str]) -> None:
        self._ask = ask
        self._masked = masked
        self._asked: dict[tuple[str, str], asyncio.Future[Answer]] = {}  # by agent and id
        self._waiting: dict[tuple[str, str], asyncio.Future[None]] = {}  # by agent and request

    async def run(self, request: Request, act: Act) -> Mapping[str, Any]:
        """What `act` gives, once the person has confirmed what is in it. Raises: NOT_CONFIRMED; what `act` raises."""
        for right in request.to_confirm:
            line = self._masked(line_shown(request.command, request.params))
            whole = json.dumps([right, request.command.name, request.params], sort_keys=True)
            problem = error("NOT_CONFIRMED", f"The person must confirm this: {line}", id=whole, kind=right)
            await self._confirm(request, problem, line)
            request.given.append(right)
        while True:
            try:
                return await act()
            except ClzError as problem:
                id = problem.details.get("id")
                if problem.code != "NOT_CONFIRMED" or not isinstance(id, str):
                    raise
                await self._confirm(request, problem, str(problem.details.get("what")))
                request.given.append(id)

    async def _confirm(self, request: Request, problem: ClzError, what: str) -> None:
        """Raises: NOT_CONFIRMED."""
        why = await self._refusal(request, problem.details, what)
        if why:
            raise error("NOT_CONFIRMED", f"{problem.message}. {why}", **problem.details)

    async def _refusal(self, request: Request, details: Mapping[str, Any], what: str) -> str:
        """Why it is not to be done; empty if the person has confirmed it."""
        key = (request.agent, str(details.get("id")))
        if key not in self._asked:
            if sum(agent == request.agent for agent, _ in self._asked) >= MOST_OPEN:
                return f"You have {MOST_OPEN} open questions already."
            text = f"It wants to {details.get('kind')}: {what}"
            self._asked[key] = asyncio.ensure_future(self._ask(_question(request), self._masked(text)))
            self._asked[key].add_done_callback(lambda asked: self._answered(key, asked))
        asked = self._asked[key]
        cancelled = self._waiting[request.agent, request.id] = asyncio.get_running_loop().create_future()
        both: set[asyncio.Future[Any]] = {asked, cancelled}
        try:
            left = request.deadline.minus(ANSWER_MS).remaining_s
            await asyncio.wait(both, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._waiting[request.agent, request.id]
        if cancelled.done():
            raise error("CANCELLED", "The command was cancelled.")
        if not asked.done():
            return LATER
        is_first = self._asked.pop(key, None) is asked
        if problem := asked.exception():
            said = problem.message if isinstance(problem, ClzError) else str(problem)
            return f"The person could not be asked: {said}"
        if asked.result()["answer"] != "done":
            return "The person said no."
        return "" if is_first else "The person's yes was for one time, and another command has used it."

    def _answered(self, key: tuple[str, str], asked: asyncio.Future[Answer]) -> None:
        """A yes waits for the next try, for as long as a question does; after anything else they are asked again."""
        allows = not asked.cancelled() and asked.exception() is None and asked.result()["answer"] == "done"

        def forget() -> None:
            if self._asked.get(key) is asked:
                del self._asked[key]

        asyncio.get_running_loop().call_later(MAX_TIMEOUT_MS / 1000 if allows else 0, forget)

    def withdraw(self, agent: str, request: str | None = None) -> None:
        """An agent wants no answer any more, to one request; or it has left."""
        for (owner, id), cancelled in self._waiting.items():
            if owner == agent and request in (None, id) and not cancelled.done():
                cancelled.set_result(None)
        if request is None:
            for owner, id in [key for key in self._asked if key[0] == agent]:
                self._asked.pop((owner, id)).cancel()


def _question(request: Request) -> Request:
    """A request of its own, which outlives the one that it is about."""
    id = f"confirm-{uuid4().hex}"
    return replace(request, id=id, command=COMMANDS["getTabs"], params={}, deadline=Deadline.after(MAX_TIMEOUT_MS))
