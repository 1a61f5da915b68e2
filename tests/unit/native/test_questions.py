"""What agents ask, answered by somebody who looks on where Firefox shows nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_native.handlers.confirmations import MOST_OPEN, Confirmations
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


def confirming(id: str = "1", ms: float = 20_000, agent: str = "agent_1") -> Request:
    return Request(agent, "bot", id, COMMANDS["click"], {"target": "#a"}, Deadline.after(ms), confirm=("delete",))


def acts(asked: Request, *ids: str) -> Callable[[], Awaitable[dict[str, Any]]]:
    """Something that is refused for each of these until the person has confirmed it."""

    async def act() -> dict[str, Any]:
        for id in ids:
            if id not in asked.given:
                raise error("NOT_CONFIRMED", f"The person must confirm this: {id}", id=id, kind="delete", what=id)
        return {"clicked": True}

    return act


class Person:
    """Says what it is told to, in time or not."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.said: dict[str, asyncio.Future[str]] = {}
        self.hears = asyncio.Event()

    async def ask(self, _question: Request, text: str) -> dict[str, Any]:
        self.asked.append(text)
        self.hears.set()
        said = self.said.setdefault(text, asyncio.get_running_loop().create_future())
        return {"answer": await said}

    def says(self, text: str, word: str) -> None:
        self.said.setdefault(f"It wants to delete: {text}", asyncio.get_running_loop().create_future()).set_result(word)


async def refusal(confirmations: Confirmations, of: Request, *ids: str) -> ClzError:
    with pytest.raises(ClzError) as caught:
        await confirmations.run(of, acts(of, *ids))
    return caught.value


def test_each_thing_of_a_command_is_confirmed_by_itself() -> None:
    async def run() -> None:
        person, one = Person(), confirming()
        confirmations = Confirmations(person.ask, lambda text: text)
        person.says("a", "done")
        person.says("b", "no")
        assert "The person said no." in (await refusal(confirmations, one, "a", "b")).message
        assert (person.asked, one.given) == (["It wants to delete: a", "It wants to delete: b"], ["a"])

    asyncio.run(run())


def test_a_late_yes_counts_for_the_next_try_alone() -> None:
    async def run() -> None:
        person = Person()
        confirmations = Confirmations(person.ask, lambda text: text)
        assert "stays open" in (await refusal(confirmations, confirming("1", 350), "a")).message
        person.says("a", "done")
        again = confirming("2")
        assert await confirmations.run(again, acts(again, "a")) == {"clicked": True}
        person.said.clear()
        assert "stays open" in (await refusal(confirmations, confirming("3", 350), "a")).message
        assert len(person.asked) == 2
        confirmations.withdraw("agent_1")

    asyncio.run(run())


def test_a_cancelled_command_ends_and_its_question_stays() -> None:
    async def run() -> None:
        person, one = Person(), confirming()
        confirmations = Confirmations(person.ask, lambda text: text)
        waiting = asyncio.ensure_future(refusal(confirmations, one, "a"))
        await person.hears.wait()
        confirmations.withdraw("agent_1", "1")
        assert (await waiting).code == "CANCELLED"
        person.says("a", "done")
        again = confirming("2")
        assert await confirmations.run(again, acts(again, "a")) == {"clicked": True}
        assert len(person.asked) == 1

    asyncio.run(run())


def test_an_agent_asks_only_so_much_at_once_and_takes_its_questions_with_it() -> None:
    async def run() -> None:
        person = Person()
        confirmations = Confirmations(person.ask, lambda text: text)
        for at in range(MOST_OPEN):
            await refusal(confirmations, confirming(str(at), 0), f"thing {at}")
        assert "open questions already" in (await refusal(confirmations, confirming("more", 0), "one more")).message
        assert "stays open" in (await refusal(confirmations, confirming("other", 0, "agent_2"), "one more")).message
        confirmations.withdraw("agent_1")
        assert "stays open" in (await refusal(confirmations, confirming("new", 0), "one more")).message
        confirmations.withdraw("agent_1")
        confirmations.withdraw("agent_2")

    asyncio.run(run())
