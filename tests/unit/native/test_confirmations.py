"""What an agent does only with the person's word: asked once, kept for a while, withdrawn with the agent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_native.handlers.confirmations import MOST_OPEN, Confirmations
from clz_native.request import Request


def request(id: str = "1", ms: float = 20_000, agent: str = "agent_1") -> Request:
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
        person, one = Person(), request()
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
        assert "stays open" in (await refusal(confirmations, request("1", 350), "a")).message
        person.says("a", "done")
        again = request("2")
        assert await confirmations.run(again, acts(again, "a")) == {"clicked": True}
        person.said.clear()
        assert "stays open" in (await refusal(confirmations, request("3", 350), "a")).message
        assert len(person.asked) == 2
        confirmations.withdraw("agent_1")

    asyncio.run(run())


def test_a_cancelled_command_ends_and_its_question_stays() -> None:
    async def run() -> None:
        person, one = Person(), request()
        confirmations = Confirmations(person.ask, lambda text: text)
        waiting = asyncio.ensure_future(refusal(confirmations, one, "a"))
        await person.hears.wait()
        confirmations.withdraw("agent_1", "1")
        assert (await waiting).code == "CANCELLED"
        person.says("a", "done")
        again = request("2")
        assert await confirmations.run(again, acts(again, "a")) == {"clicked": True}
        assert len(person.asked) == 1

    asyncio.run(run())


def test_an_agent_asks_only_so_much_at_once_and_takes_its_questions_with_it() -> None:
    async def run() -> None:
        person = Person()
        confirmations = Confirmations(person.ask, lambda text: text)
        for at in range(MOST_OPEN):
            await refusal(confirmations, request(str(at), 0), f"thing {at}")
        assert "are open already" in (await refusal(confirmations, request("more", 0), "one more")).message
        assert "stays open" in (await refusal(confirmations, request("other", 0, "agent_2"), "one more")).message
        confirmations.withdraw("agent_1")
        assert "stays open" in (await refusal(confirmations, request("new", 0), "one more")).message
        confirmations.withdraw("agent_1")
        confirmations.withdraw("agent_2")

    asyncio.run(run())
