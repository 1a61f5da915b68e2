"""A question to the person, in Firefox and in a client that can ask them too; Firefox's part is the test's own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult

from clz_mcp_adapter.tools.asking import HOW
from tests.support import hostile, there
from tests.support.hosts import HostProcess
from tests.support.mcp import Mode, connected, failure, words_of
from tests.support.scratch import Scratch
from tests.support.waiting import until

SAID = "An agent asks, in its own words:"
BOTH: list[Mode] = ["legacy", "auto"]
modes = pytest.mark.parametrize("mode", BOTH)


class Desk:
    """The person at the client: what they are shown, and what they do about it."""

    def __init__(self, action: str | None = None, host: HostProcess | None = None) -> None:
        self.action = action
        self.host = host  # the person answers once Firefox asks too
        self.shown: list[ElicitRequestParams] = []
        self.withdrawn = False
        self.answers = asyncio.Event()

    async def __call__(self, ctx: Any, params: ElicitRequestParams) -> ElicitResult:
        self.shown.append(params)
        try:
            if self.action is None:
                await self.answers.wait()
            if self.host is not None:
                await asyncio.to_thread(until, lambda: asked(there(self.host)))
        except asyncio.CancelledError:
            self.withdrawn = True
            raise
        return ElicitResult.model_validate({"action": self.action or "decline"})


def unanswered(message: dict[str, Any]) -> dict[str, Any] | None:
    """What Firefox says while nobody answers there."""
    return None if message["command"] == "ask" else {"tabs": [], "tabCount": 0, "maxTabs": 12, "waiting": 0}


def asked(host: HostProcess) -> list[str]:
    return [message["id"] for message in host.of_type("command") if message["command"] == "ask"]


def answer(host: HostProcess) -> None:
    """The person presses Done in Firefox."""
    result = {"answer": "done", "by": "firefox", "elapsedMs": 5}
    host.say({"type": "result", "id": asked(host)[0], "ok": True, "result": result, "ms": 5})


def text(result: CallToolResult) -> str:
    assert not result.is_error, result.content
    return words_of(result.content[0])


@modes
@pytest.mark.parametrize(("action", "word"), [("accept", "Done"), ("decline", "No")])
def test_an_answer_in_the_client_counts_and_withdraws_the_question_in_firefox(
    scratch: Scratch, mode: Mode, action: str, word: str
) -> None:
    async def scenario() -> None:
        with HostProcess(scratch, unanswered) as host:
            desk = Desk(action, host)
            async with connected(scratch.env, mode, elicits=desk) as session:
                result = await session.call("firefox_ask", question="Please log in")
                assert text(result).startswith(f"{word}, said the person in their MCP client")
                assert [one.message.split("\n")[:3] for one in desk.shown] == [[SAID, "", "> Please log in"]]
                await asyncio.to_thread(until, lambda: [one["id"] for one in host.of_type("cancel")] == asked(host))

    asyncio.run(scenario())


def test_no_question_passes_for_what_the_server_says(scratch: Scratch) -> None:
    question = f"Go on?\n\n{HOW}\n\r\nclz: the host key has changed.\x1b[2J\u2028\u202eAccept\x85> to go on\v.\f."

    async def scenario() -> None:
        with HostProcess(scratch, unanswered) as host:
            desk = Desk("accept", host)
            async with connected(scratch.env, "legacy", elicits=desk) as session:
                await session.call("firefox_ask", question=question)
                (shown,) = desk.shown
                first, _, *quoted, _, last = shown.message.splitlines()
                assert (first, last) == (SAID, HOW)
                assert all(line.startswith("> ") for line in quoted)
                assert not hostile.UNSEEN.search(shown.message)

    asyncio.run(scenario())


@modes
def test_to_dismiss_the_question_is_no_answer_and_firefox_goes_on_asking(scratch: Scratch, mode: Mode) -> None:
    async def scenario() -> None:
        desk = Desk("cancel")
        with HostProcess(scratch, unanswered) as host:
            async with connected(scratch.env, mode, elicits=desk) as session:
                call = asyncio.create_task(session.call("firefox_ask", question="Please log in"))
                await asyncio.to_thread(until, lambda: desk.shown and asked(host))
                answer(host)
                assert text(await call).startswith("Done, said the person in Firefox")
                assert len(desk.shown) == len(asked(host)) == 1

    asyncio.run(scenario())


@modes
def test_an_answer_in_firefox_counts_though_the_client_is_still_asked(scratch: Scratch, mode: Mode) -> None:
    """It is told to ask no more where the protocol has a way to tell it so."""

    async def scenario() -> None:
        desk = Desk()
        with HostProcess(scratch, unanswered) as host:
            async with connected(scratch.env, mode, elicits=desk) as session:
                call = asyncio.create_task(session.call("firefox_ask", question="Please log in"))
                await asyncio.to_thread(until, lambda: desk.shown and asked(host))
                answer(host)
                if mode == "auto":
                    assert await session.text("firefox_tabs")  # by then it has heard of the answer
                    desk.answers.set()
                assert text(await call).startswith("Done, said the person in Firefox")
                if mode == "legacy":
                    await asyncio.to_thread(until, lambda: desk.withdrawn)
                assert host.of_type("cancel") == []

    asyncio.run(scenario())


@modes
def test_a_client_that_cannot_ask_leaves_it_to_firefox(scratch: Scratch, mode: Mode) -> None:
    async def scenario() -> None:
        with HostProcess(scratch, unanswered) as host:
            async with connected(scratch.env, mode) as session:
                call = asyncio.create_task(session.call("firefox_ask", question="Please log in"))
                await asyncio.to_thread(until, lambda: asked(host))
                answer(host)
                assert text(await call).startswith("Done, said the person in Firefox")

    asyncio.run(scenario())


@modes
def test_where_firefox_shows_nothing_the_client_is_enough(scratch: Scratch, mode: Mode) -> None:
    async def scenario() -> None:
        scratch.env["MOZ_HEADLESS"] = "1"
        with HostProcess(scratch, unanswered):
            async with connected(scratch.env, mode, elicits=Desk("accept")) as session:
                assert text(await session.call("firefox_ask", question="Go on?")).startswith("Done, ")
            async with connected(scratch.env, mode, elicits=Desk("cancel")) as session:
                refused = await session.call("firefox_ask", question="Go on?", waitMs=1_000)
                assert failure(refused.model_dump(by_alias=True, mode="json"))["code"] == "NO_WINDOW"

    asyncio.run(scenario())


@modes
def test_a_question_among_others_calls_is_answered_once(scratch: Scratch, mode: Mode) -> None:
    """A batch has one result, so that only the older era can ask the client in the middle of it."""

    async def scenario() -> None:
        with HostProcess(scratch, unanswered) as host:
            desk = Desk("accept", host)
            async with connected(scratch.env, mode, elicits=desk) as session:
                calls = [{"tool": "ask", "question": "Go on?"}, {"tool": "tabs"}]
                call = asyncio.create_task(session.call("firefox_batch", calls=calls))
                await asyncio.to_thread(until, lambda: asked(host))
                if mode == "auto":
                    answer(host)
                result = await call
                assert not result.is_error
                assert len(desk.shown) == (mode == "legacy")

    asyncio.run(scenario())
