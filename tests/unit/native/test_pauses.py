"""Paused agents wait, and only they."""

from __future__ import annotations

import asyncio

import pytest

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_PENDING_OF_ONE
from clz_native.agents.pauses import Pauses


def soon() -> Deadline:
    return Deadline.after(30_000)


def test_the_commands_of_a_paused_agent_go_on_when_it_does() -> None:
    async def run() -> None:
        pauses = Pauses()
        await pauses.wait("a", "0", soon())
        pauses.pause("a")
        await pauses.wait("b", "1", soon())
        waiting = [asyncio.ensure_future(pauses.wait("a", str(number), soon())) for number in range(3)]
        await asyncio.sleep(0)
        assert not any(one.done() for one in waiting)
        pauses.resume("a")
        await asyncio.gather(*waiting)
        assert pauses.all() == []

    asyncio.run(run())


def test_a_command_that_was_cancelled_meanwhile_is_not_done_later() -> None:
    async def run() -> None:
        pauses = Pauses()
        pauses.pause("a")
        waiting = asyncio.ensure_future(pauses.wait("a", "1", soon()))
        await asyncio.sleep(0)
        pauses.cancel("b", "1")
        pauses.cancel("a", "1")
        pauses.resume("a")
        with pytest.raises(ClzError) as problem:
            await waiting
        assert problem.value.code == "CANCELLED"

    asyncio.run(run())


def test_a_command_whose_time_is_up_says_why_and_so_does_one_too_many() -> None:
    async def run() -> None:
        pauses = Pauses()
        pauses.pause("a")
        with pytest.raises(ClzError) as late:
            await pauses.wait("a", "1", Deadline.after(0))
        assert (late.value.code, "paused" in late.value.message) == ("BUSY", True)
        waiting = [asyncio.ensure_future(pauses.wait("a", str(one), soon())) for one in range(MAX_PENDING_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(ClzError, match="wait already"):
            await pauses.wait("a", "more", soon())
        pauses.resume("a")
        await asyncio.gather(*waiting)

    asyncio.run(run())
