"""The host's side of `clz show`: it looks at tabs as the agents that own them, and acts there for the person.

A client's key must be that of a `clz show` which runs. While none asks, nothing is kept.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from clz_core.client.keys import agent_name, short_id
from clz_core.client.viewers import any_runs, looks_on
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import LOOP_PERSON_LOCK_MS
from clz_core.contract.shapes import Params
from clz_core.contract.validate import check
from clz_core.loops.store import PERSON, LoopStore
from clz_core.text.typed import locator_line
from clz_native.agents.leases import Leases
from clz_native.agents.pauses import Pauses
from clz_native.film.captions import line_shown
from clz_native.handlers.confirmations import Act, Confirmations
from clz_native.handlers.notes import Notes
from clz_native.handlers.questions import Questions
from clz_native.host.idle import is_headless
from clz_native.policy.policy import Policy, flow_refused
from clz_native.request import Beyond, Handler, Request
from clz_native.secrets.masker import Masker

if TYPE_CHECKING:
    from clz_core.generated.messages import RightQuestion
    from clz_core.generated.results import (
        ViewAllActions,
        ViewAllAgents,
        ViewAllLoops,
        ViewAllQuestions,
        ViewAllResult,
        ViewAllTabs,
        ViewDoResult,
        ViewTabResult,
    )

Forward = Callable[[Request, str, Params], Awaitable[Mapping[str, Any]]]
Marks = dict[int, int]  # by tab, what goes up with each change of its address and title
LOOK_MS = 4_000
ACT_MS = 10_000
WATCHED_S = 10  # that a page which asked once is taken to look on
MAX_ACTIONS = 60
QUALITY = 70  # of a JPEG
LARGE = 0.5  # a smaller picture is for finding its tab: then nothing else is asked


class Views:
    """The views of one session. `forward` runs a command in the extension, `leave` ends an agent."""

    def __init__(self, paths: SessionPaths, leases: Leases, masker: Masker, policy: Policy) -> None:
        self._paths = paths
        self._policy = policy
        self._leases = leases
        self._masker = masker
        self._watched = -WATCHED_S * 2.0
        self._actions: deque[ViewAllActions] = deque(maxlen=MAX_ACTIONS)
        self.questions = Questions()
        self._confirmations = Confirmations(self._confirms, masker.masked_text)
        self._loops = LoopStore(paths)
        self._tabs: dict[str, tuple[Marks, list[ViewAllTabs]]] = {}  # of each agent, as they were reported last
        self._happened: Counter[str] = Counter()  # what each agent did, and what was done in its tabs
        self.pauses = Pauses()
        self.notes = Notes(paths, masker, self.act_as)
        self.forward: Forward
        self.leave: Handler

    def table(self) -> dict[str, Handler]:
        return {"viewAll": self.view_all, "viewTab": self.view_tab, "viewDo": self.view_do, **self.notes.table()}

    async def begun(self, request: Request) -> None:
        """An agent wants something done. Raises: BUSY, CANCELLED where it is paused."""
        if request.command.in_extension and not request.command.hidden:
            await self.pauses.wait(request.agent, request.id, request.deadline)
        elif request.command.name == "cancel":
            self.pauses.cancel(request.agent, request.params["id"])
            self.questions.withdraw(request.agent, request.params["id"])
            self._confirmations.withdraw(request.agent, request.params["id"])

    def done(self, request: Request, outcome: str, ms: float) -> None:
        """An agent did something, or tried to."""
        if not self._is_watched:
            return
        command = request.command
        if command.hidden or command.name == "version":  # which clients ask for by themselves
            return
        line = self._masker.masked_text(line_shown(command, request.params))
        at = datetime.now(UTC).strftime("%H:%M:%S")
        agent = short_id(request.agent)
        self._happened[request.agent] += 1
        self._actions.append({"agent": agent, "line": line, "outcome": outcome, "ms": round(ms), "at": at})

    @property
    def _is_watched(self) -> bool:
        return time.monotonic() - self._watched < WATCHED_S

    async def asked(self, request: Request, ask: Callable[[], Awaitable[Mapping[str, Any]]]) -> Mapping[str, Any]:
        """Wait for the person's answer, in Firefox or where somebody looks on. Raises: what asking in Firefox does."""
        runs = any_runs(self._paths)
        waits = request.command.asks_person == "element" or runs
        return await self.questions.ask(request, runs and self._is_watched, ask, waits)

    async def confirmed(self, request: Request, act: Act) -> Mapping[str, Any]:
        """What `act` gives, once the person has confirmed what is in it. Raises: NOT_CONFIRMED; what `act` raises."""
        return await self._confirmations.run(request, act)

    async def _confirms(self, request: Request, text: str) -> Mapping[str, Any]:
        question: RightQuestion = {"right": request.id, "what": text, "question": text, "file": ""}
        return await self._allowed(request, question)

    async def _allowed(self, request: Request, question: RightQuestion) -> Mapping[str, Any]:
        """Ask the person whether an agent may do something. Raises: NO_WINDOW, TIMEOUT."""

        async def in_firefox() -> Mapping[str, Any]:
            if is_headless():
                raise error("NO_WINDOW", "Firefox runs without a window: no person can see the question.")
            try:
                await self.forward(replace(request, questions=[question]), "getTabs", {})
            except ClzError as problem:
                if problem.code != "RIGHT_DENIED":
                    raise
                if problem.details.get("answered") is False:
                    raise error("TIMEOUT", "The question in Firefox was not answered.") from None
                return {"answer": "no"}
            return {"answer": "done"}

        return await self.asked(replace(request, asked=question), in_firefox)

    async def let_go_on(self, request: Request, beyond: Beyond) -> None:
        """Ask the person whether an agent may go on at a site that a flow refuses. Raises: FLOW_REFUSED."""

        what = f"{beyond.site} is out of reach"
        try:
            said = (await self._allowed(request, beyond.question))["answer"]
        except ClzError as problem:
            if problem.code not in ("NO_WINDOW", "TIMEOUT"):
                raise
            why = f" There was no answer: {problem.message}"
            raise flow_refused(what, beyond.rule, beyond.read, why, "Let the person answer: clz show") from None
        if said != "done":
            raise flow_refused(what, beyond.rule, beyond.read, " The person did not allow it.")
        self._policy.let(request.agent, beyond.site)

    def forget(self, agent: str) -> None:
        """An agent has left."""
        self.pauses.resume(agent)
        self.notes.forget(agent)
        self.questions.withdraw(agent)
        self._confirmations.withdraw(agent)
        self._happened.pop(agent, None)

    async def view_all(self, request: Request) -> ViewAllResult:
        """Raises: AUTH_FAILED."""
        self._check(request)
        if not self._is_watched:
            self._actions.clear()
        self._watched = time.monotonic()
        self.questions.looked()
        agents: list[ViewAllAgents] = []
        tabs: list[ViewAllTabs] = []
        watched = await self._watched_tabs(request)
        known: dict[str, tuple[Marks, list[ViewAllTabs]]] = {}
        for agent in self._agents():
            if agent == request.agent:
                continue
            marks = {tab: told for tab, (owner, told, _) in watched.items() if owner == short_id(agent)}
            last, own = self._tabs.get(agent, ({}, []))
            if marks != last:  # to ask each agent each time would cost more than its pictures
                own = await self._tabs_of(agent)
            # One that has just come or gone is asked for again.
            known[agent] = (marks if {tab["tabId"] for tab in own} == set(marks) else {}), own
            for tab in own:
                tab["happened"] = self._happened[agent] + marks.get(tab["tabId"], 0)
                tab["painted"] = watched.get(tab["tabId"], ("", 0, None))[2]
            name = agent_name(self._paths, agent)
            read = self._policy.has_read(agent, name)
            if own or read or agent in self.pauses or self.questions.asks(agent):
                agents.append({"id": short_id(agent), "name": name, "paused": agent in self.pauses, "read": read})
            tabs += own
        self._tabs = known
        questions: list[ViewAllQuestions] = [
            {"id": id, "agent": short_id(one.agent), "text": one.text, "picks": one.picks, "allows": one.allows}
            for id, one in self.questions.open.items()
        ]
        loops = await asyncio.to_thread(self._loops_now)
        return {
            "agents": agents,
            "tabs": tabs,
            "questions": questions,
            "loops": loops,
            "notes": self.notes.shown(),
            "actions": list(self._actions),
        }

    async def _watched_tabs(self, request: Request) -> dict[int, tuple[str, int, int | None]]:
        """By tab: its owner, and numbers that say whether it has changed, and whether it was painted."""
        try:
            found = await self.act_as(request.agent, "watchTabs", {}, LOOK_MS)
        except ClzError:
            return {}
        return {tab["tabId"]: (tab["owner"], tab["told"], tab["painted"]) for tab in found["tabs"]}

    def _loops_now(self) -> list[ViewAllLoops]:
        try:
            rows = self._loops.rows(PERSON)
        except ClzError:  # `clz loop` reports a broken file
            return []
        return [
            {
                "key": row["key"],
                "text": self._masker.masked_text(row["preview"]),
                "turn": row["iteration"],
                "most": row["maxIterations"],
                "leftMs": row["leftMs"],
            }
            for row in rows
            if row["active"]
        ]

    async def _tabs_of(self, agent: str) -> list[ViewAllTabs]:
        try:
            found = await self.act_as(agent, "getTabs", {}, LOOK_MS)
        except ClzError:
            return []
        whose = short_id(agent)
        return [
            {
                "tabId": tab["tabId"],
                "agent": whose,
                "url": tab["url"],
                "title": tab["title"],
                "current": tab["current"],
                "happened": 0,
                "painted": None,
            }
            for tab in found["tabs"]
            if tab["mine"]
        ]

    async def view_tab(self, request: Request) -> ViewTabResult:
        """Raises: AUTH_FAILED, INVALID_PARAMS."""
        self._check(request)
        self._watched = time.monotonic()
        tab, since = request.params["shown"], request.params.get("since", 0)
        owner = self._owner(tab)
        scale = request.params.get("scale", 0.5)
        look = {"tabId": tab, "quality": QUALITY, "scale": scale, "known": request.params.get("known", 0)}
        image, width, height, picture, why = "", 0, 0, 0, ""
        try:
            taken = await self.act_as(owner, "lookAtTab", look, LOOK_MS)
            image, picture = taken["image"], int(taken["picture"])
            width, height = int(taken["width"]), int(taken["height"])
        except ClzError as problem:
            why = problem.message
        errors, cursor = await self._errors(owner, tab, since) if scale >= LARGE else ([], since)
        return {
            "image": image,
            "picture": picture,
            "width": width,
            "height": height,
            "why": why,
            "errors": errors,
            "cursor": cursor,
        }

    async def _errors(self, owner: str, tab: int, since: int) -> tuple[list[Any], int]:
        query = {"tabId": tab, "level": "error", "since": since, "limit": 20}
        try:
            said = await self.act_as(owner, "getConsoleLogs", query, LOOK_MS)
        except ClzError:
            return [], since
        return [{"seq": one["seq"], "message": str(one["message"])[:500]} for one in said["logs"]], said["cursor"]

    async def view_do(self, request: Request) -> ViewDoResult:
        """Raises: AUTH_FAILED, INVALID_PARAMS, and what the action itself raises."""
        self._check(request)
        params = request.params
        if params["action"] == "endLoop":
            await asyncio.to_thread(self._loops.stop, {"key": str(params.get("text"))}, PERSON, LOOP_PERSON_LOCK_MS)
            return {"done": True}
        agent = next((one for one in self._agents() if short_id(one) == params["whose"]), None)
        if agent is None:
            raise error("INVALID_PARAMS", f"There is no agent {params['whose']!r}.")
        action = params["action"]
        if action == "pause":
            self.pauses.pause(agent)
        elif action == "resume":
            self.pauses.resume(agent)
        elif action == "answer":
            self.questions.answer(str(params.get("question")), params.get("text"))
        elif action == "pick":
            return {"done": True, "said": await self._picked(agent, params)}
        elif action == "forget":
            self._policy.clear_flows(agent)
        elif action == "end":
            self.pauses.resume(agent)
            await self.leave(self._request(agent, "goodbye", {}, ACT_MS))
        else:
            await self._act(agent, action, params)
        return {"done": True}

    async def _picked(self, agent: str, params: Params) -> str:
        """The words that name what the person has pointed at in the picture."""
        tab = self._own_tab(agent, params)
        found = await self.act_as(agent, "pickElement", {"tabId": tab, "point": _point(params)}, ACT_MS)
        self.questions.picked(agent, tab, found)
        return locator_line(found)

    def _own_tab(self, agent: str, params: Params) -> int:
        tab = params.get("shown")
        if tab is None or self._owner(tab) != agent:
            raise error("INVALID_PARAMS", f"Tab {tab} is not this agent's.")
        return int(tab)

    async def _act(self, agent: str, action: str, params: Params) -> None:
        tab = self._own_tab(agent, params)
        self._happened[agent] += 1
        text = str(params.get("text") or "")
        point = _point(params)
        match action:
            case "click":
                await self.act_as(agent, "mouse", {"tabId": tab, "action": "click", "point": point}, ACT_MS)
            case "scroll":
                await self.act_as(agent, "scroll", {"tabId": tab, "by": f"0,{'-' if text == 'up' else ''}300"}, ACT_MS)
            case "press" if text:
                await self.act_as(agent, "pressKey", {"tabId": tab, "key": text}, ACT_MS)
            case "write" if text:
                keys = " ".join("Space" if letter == " " else letter for letter in text if letter.isprintable())
                await self.act_as(agent, "pressKey", {"tabId": tab, "key": keys}, ACT_MS)
            case _:
                raise error("INVALID_PARAMS", f"{action} needs a text.")

    def _check(self, request: Request) -> None:
        if not looks_on(self._paths, request.agent):
            raise error("AUTH_FAILED", "This is for the person's own pages.", "Watch agents: clz show")

    def _agents(self) -> list[str]:
        return sorted({*self._leases.all(), *self.pauses.all()})

    def _owner(self, tab: int) -> str:
        """Whose a tab is; a command that it is not any more is refused as that agent's own would be."""
        for agent, (_, own) in self._tabs.items():
            if any(one["tabId"] == tab for one in own):
                return agent
        raise error("INVALID_PARAMS", f"No agent has a tab {tab}.")

    def _request(self, agent: str, name: str, params: Params, ms: int) -> Request:
        return Request(agent, agent_name(self._paths, agent), uuid4().hex, COMMANDS[name], params, Deadline.after(ms))

    async def act_as(self, agent: str, name: str, params: Params, ms: int) -> Mapping[str, Any]:
        given = check(COMMANDS[name], params)
        return await self.forward(self._request(agent, name, given, ms), name, given)


def _point(params: Params) -> str:
    return f"{params.get('x', 0):g},{params.get('y', 0):g}"
