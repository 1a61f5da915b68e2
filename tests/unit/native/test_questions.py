"""What agents ask, answered by somebody who looks on where Firefox shows nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_native.handlers.questions import Questions
from clz_native.request import Request

FOUND = {"locator": "#a", "kind": "css", "secret": False, "by": "point", "tabId": 3}


def asking(name: str, wait_ms: int = 20_000, agent: str = "agent_1", **params: Any) -> Request:
    given = {"question": "Well?", **params, "waitMs": wait_ms}
    return Request(agent, "bot", name, COMMANDS[name], given, Deadline.after(30_000))


async def unseen() -> dict[str, Any]:
    raise error("NO_WINDOW", "There is no window.")


def questions() -> Questions:
    made = Questions()
    made.cancel = lambda agent, request: True
    return made


async def opened(asked: Questions, request: Request, watched: bool = False) -> asyncio.Future[Any]:
    waiting = asyncio.ensure_future(asked.ask(request, watched, unseen))
    await asyncio.sleep(0)
    assert request.id in [one.request for one in asked.open.values()]
    return waiting


def id_of(asked: Questions, agent: str = "agent_1") -> str:
    return next(id for id, one in asked.open.items() if one.agent == agent)


def test_a_question_waits_for_somebody_to_look_and_then_for_their_answer() -> None:
    async def run() -> None:
        asked = questions()
        waiting = await opened(asked, asking("ask"))
        asked.looked()
        with pytest.raises(ClzError):
            asked.answer(id_of(asked), "perhaps")
        asked.answer(id_of(asked), "done")
        assert {**await waiting, "elapsedMs": 0} == {"answer": "done", "by": "show", "elapsedMs": 0}
        assert asked.open == {}

    asyncio.run(run())


def test_two_agents_may_give_their_questions_the_same_id() -> None:
    async def run() -> None:
        asked = questions()
        first = await opened(asked, asking("ask", question="One?"), watched=True)
        second = await opened(asked, asking("ask", agent="agent_2", question="Two?"), watched=True)
        assert sorted(one.text for one in asked.open.values()) == ["One?", "Two?"]
        asked.withdraw("agent_2", "ask")
        with pytest.raises(ClzError, match="cancelled"):
            await second
        asked.answer(id_of(asked), "done")
        assert (await first)["answer"] == "done"
        assert asked.open == {}

    asyncio.run(run())


@pytest.mark.parametrize(("watched", "code"), [(False, "NO_WINDOW"), (True, "TIMEOUT")])
def test_nobody_answering_is_told_apart_from_nobody_looking(watched: bool, code: str) -> None:
    async def run() -> ClzError:
        with pytest.raises(ClzError) as caught:
            await questions().ask(asking("ask", 20), watched, unseen)
        return caught.value

    late = asyncio.run(run())
    assert (late.code, "clz show" in late.hint) == (code, not watched)


def test_where_nobody_can_look_on_it_gives_up_at_once() -> None:
    async def run() -> ClzError:
        with pytest.raises(ClzError) as caught:
            await asyncio.wait_for(questions().ask(asking("ask"), False, unseen, waits=False), 5)
        return caught.value

    told = asyncio.run(run())
    assert (told.code, "clz show is not running" in told.message, "clz show" in told.hint) == ("NO_WINDOW", True, True)


@pytest.mark.parametrize("words", [("agent_1", "ask"), ("agent_1",)], ids=["cancelled", "its agent left"])
def test_a_question_that_is_withdrawn_waits_for_nobody(words: tuple[str, ...]) -> None:
    async def run() -> ClzError:
        asked = questions()
        waiting = await opened(asked, asking("ask"))
        asked.withdraw("agent_2", "ask")
        asked.withdraw("agent_1", "another")
        await asyncio.sleep(0)
        assert not waiting.done()
        asked.withdraw(*words)
        with pytest.raises(ClzError) as caught:
            await waiting
        assert asked.open == {}
        return caught.value

    assert asyncio.run(run()).code == "CANCELLED"


def test_an_element_that_is_pointed_at_answers_who_waits_for_one_of_that_tab() -> None:
    async def run() -> None:
        asked = questions()
        waiting = await opened(asked, asking("pickElement", tabId=3), watched=True)
        for agent, tab in (("agent_2", 3), ("agent_1", 4)):
            asked.picked(agent, tab, FOUND)
        with pytest.raises(ClzError):
            asked.answer(id_of(asked), "done")
        asked.picked("agent_1", 3, FOUND)
        assert await waiting == {**FOUND, "by": "show"}
        refused = await opened(asked, asking("pickElement"), watched=True)
        asked.answer(id_of(asked), "no")
        with pytest.raises(ClzError) as caught:
            await refused
        assert caught.value.code == "CANCELLED"

    asyncio.run(run())


def test_where_a_page_would_see_it_somebody_who_looks_on_points() -> None:
    async def refused() -> dict[str, Any]:
        raise error("NEEDS_MANAGED", "A page would see it.", "Point in clz show.")

    async def run() -> None:
        asked = questions()
        waiting = asyncio.ensure_future(asked.ask(asking("pickElement"), True, refused))
        await asyncio.sleep(0)
        asked.picked("agent_1", 3, FOUND)
        assert (await waiting)["by"] == "show"
        with pytest.raises(ClzError) as caught:
            await asked.ask(asking("pickElement", 20), False, refused)
        assert (caught.value.code, caught.value.hint) == ("NEEDS_MANAGED", "Point in clz show.")
        assert "No person opened clz show" in caught.value.message

    asyncio.run(run())
