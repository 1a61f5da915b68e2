"""`firefox_ask`: the person is asked in Firefox, and in the client as well where that can ask them (elicitation).

The client is shown which words are the agent's: no question can pass for what the server says.
The first answer counts, and the other question is withdrawn. To dismiss the client's is not an answer: Firefox's stays.
A client of the handshake era is asked while the call goes on. One of 2026-07-28 gets the question as the call's result,
and calls again with the answer; there the question cannot be withdrawn.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from secrets import token_hex
from typing import Any, Literal

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import RawResult
from clz_core.text.display import block

log = logging.getLogger("clz.mcp")
Context = ServerRequestContext[Any, Any]
Said = Literal["done", "no"]
WORDS: dict[str, Said] = {"accept": "done", "decline": "no"}
KEY = "person"  # of the question among those that a client is given
MOST = 16  # questions whose clients have not called again
HOW = "Accept once it is done, or decline. In Firefox it can be answered too, below the button of Claudezilla."
FORM: types.ElicitRequestedSchema = {"type": "object", "properties": {}}
# Where nobody can be asked in Firefox, the client is enough.
_NOBODY = ("NO_WINDOW", "NOT_CONNECTED")


class ClientAsked(Exception):
    """The call ends with a question to the client, which calls again."""

    def __init__(self, result: types.InputRequiredResult) -> None:
        super().__init__()
        self.result = result


class Questions:
    """Those of one server. `first` of a call is its parameters, where its result may be a question."""

    def __init__(self) -> None:
        self._open: dict[str, _Question] = {}

    async def ask(
        self,
        ctx: Context,
        asking: Coroutine[Any, Any, RawResult],
        text: str,
        wait_ms: int,
        first: types.CallToolRequestParams | None,
    ) -> RawResult:
        """The person's answer. `asking` asks in Firefox. Raises: ClientAsked; what `asking` raises, and TIMEOUT."""
        known = None if first is None else self._open.pop(first.request_state or "", None)
        if first is not None and known is not None:
            asking.close()
            return await known.answered(_told(first))
        if not _elicits(ctx):
            return await asking
        message = _message(text)
        if ctx.session.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return await _Question(asking, wait_ms).answered(_elicited(ctx, message))
        if first is None:  # one of several calls in a batch
            return await asking
        raise ClientAsked(self._put(_Question(asking, wait_ms), message))

    def _put(self, question: _Question, message: str) -> types.InputRequiredResult:
        while len(self._open) >= MOST:
            self._open.pop(next(iter(self._open))).withdraw()
        state = token_hex(16)
        self._open[state] = question
        form = types.ElicitRequestFormParams(message=message, requested_schema=FORM)
        return types.InputRequiredResult(input_requests={KEY: types.ElicitRequest(params=form)}, request_state=state)


class _Question:
    def __init__(self, asking: Coroutine[Any, Any, RawResult], wait_ms: int) -> None:
        self._begin = time.monotonic()
        self._end = self._begin + wait_ms / 1000
        self._asked = asyncio.ensure_future(asking)
        self._asked.add_done_callback(lambda asked: asked.cancelled() or asked.exception())

    def withdraw(self) -> None:
        self._asked.cancel()

    async def answered(self, client: Coroutine[Any, Any, Said | None]) -> RawResult:
        """The first answer; `client` gives that of the client, None where there is none."""
        said = asyncio.ensure_future(client)
        both: set[asyncio.Future[Any]] = {self._asked, said}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            nobody = self._asks_nobody()
            if nobody and not said.done():
                await asyncio.wait({said}, timeout=max(0.0, self._end - time.monotonic()))
                if not said.done():
                    raise error("TIMEOUT", "No answer came in time.", limit="waitMs")
            answer = said.result() if said.done() else None
            failed = self._asked.done() and self._asked.exception() is not None
            if answer is None or (self._asked.done() and not failed):
                return await self._asked
            elapsed = round((time.monotonic() - self._begin) * 1000)
            return {"answer": answer, "by": "client", "elapsedMs": elapsed}
        finally:
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    def _asks_nobody(self) -> bool:
        problem = self._asked.exception() if self._asked.done() else None
        return isinstance(problem, ClzError) and problem.code in _NOBODY


def _message(question: str) -> str:
    """What the client shows: each line of the agent's begins with a mark, however many it writes."""
    quoted = "\n".join(f"> {line}" for line in block(question).split("\n"))
    return f"An agent asks, in its own words:\n\n{quoted}\n\n{HOW}"


def _elicits(ctx: Context) -> bool:
    """True if the client can show its person a form: who names no mode has this one."""
    known = ctx.session.client_capabilities
    can = None if known is None else known.elicitation
    return can is not None and (can.form is not None or can.url is None)


async def _elicited(ctx: Context, message: str) -> Said | None:
    try:
        answer = await ctx.session.elicit_form(message, FORM, ctx.request_id)
    except (MCPError, ValueError) as problem:
        log.warning("the client did not ask its person: %s", problem)
        return None
    return WORDS.get(answer.action)


async def _told(call: types.CallToolRequestParams) -> Said | None:
    """What a client that calls again says."""
    answer = (call.input_responses or {}).get(KEY)
    return WORDS.get(answer.action) if isinstance(answer, types.ElicitResult) else None
