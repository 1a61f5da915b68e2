"""`clz ask` at a terminal: the person can answer there as well as in Firefox, and the first answer counts."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import TYPE_CHECKING, Literal, cast

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import load_key
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_QUESTION_CHARS
from clz_core.contract.shapes import Params, Values
from clz_core.text.display import quote

if TYPE_CHECKING:
    from clz_core.generated.results import AskResult

Said = Literal["done", "no"]
WORDS: dict[str, Said] = {"d": "done", "done": "done", "y": "done", "yes": "done", "n": "no", "no": "no"}


def at_terminal() -> bool:
    """True if a person can read a question here, and answer it."""
    return os.name == "posix" and sys.stdin.isatty() and sys.stderr.isatty()


def ask(values: Values, place: Place, say: Say) -> AskResult | None:
    """Ask at the terminal too; None if there is no terminal. Raises: ClzError, TIMEOUT among them."""
    if not at_terminal():
        return None
    tab = {} if place.tab is None else {"tabId": place.tab}
    return asyncio.run(_ask({"question": values["question"], "waitMs": values["wait_ms"], **tab}, place, say))


async def _ask(params: Params, place: Place, say: Say) -> AskResult:
    begin = time.monotonic()
    client = AsyncClient(place.session, load_key(place.agent))
    asked = asyncio.create_task(client.call("ask", params, place.timeout_ms))
    typed = asyncio.create_task(_typed(str(params["question"]), say))
    try:
        await asyncio.wait({asked, typed}, return_when=asyncio.FIRST_COMPLETED)
        if asked.done() and isinstance(problem := asked.exception(), ClzError) and problem.code == "NO_WINDOW":
            await asyncio.wait({typed}, timeout=params["waitMs"] / 1000)
            if not typed.done():
                raise error("TIMEOUT", "No answer came in time.", limit="waitMs")
        if not typed.done():
            return cast("AskResult", asked.result())
        return {"answer": typed.result(), "by": "terminal", "elapsedMs": round((time.monotonic() - begin) * 1000)}
    finally:
        for task in (asked, typed):
            task.cancel()
        await asyncio.gather(asked, typed, return_exceptions=True)
        client.close()


async def _typed(question: str, say: Say) -> Said:
    """What is typed at the terminal, once that is an answer; never where nobody can type any more."""
    loop = asyncio.get_running_loop()
    said: asyncio.Future[Said] = loop.create_future()

    def read() -> None:
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line:
            loop.remove_reader(sys.stdin)
        elif word in WORDS and not said.done():
            said.set_result(WORDS[word])
        else:
            say.note("Type d for done, or n for no, then Enter:")

    say.note(f"An agent asks: {quote(question, MAX_QUESTION_CHARS)}")
    say.note("Type d for done, or n for no, then Enter; or answer in Firefox, below the button of Claudezilla.")
    loop.add_reader(sys.stdin, read)
    try:
        return await said
    finally:
        loop.remove_reader(sys.stdin)
