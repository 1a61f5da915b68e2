"""Standard input and output as the protocol has them, where every line is answered.

The SDK has no answer to a line that it cannot read, and its client waits: for one that is not JSON, that is no message
of JSON-RPC, or that holds half of a surrogate pair, which no text in UTF-8 can.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from mcp.server.stdio import stdio_server
from mcp.shared._context_streams import ContextReceiveStream, ContextSendStream, create_context_streams
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

Received = ContextReceiveStream[SessionMessage | Exception]
Sent = ContextSendStream[SessionMessage]


@asynccontextmanager
async def answered_stdio() -> AsyncIterator[tuple[Received, Sent]]:
    """The messages of stdin and the way to stdout; what is no message is refused and goes no further."""
    async with stdio_server() as (received, sent), anyio.create_task_group() as tasks:
        forward, messages = create_context_streams[SessionMessage | Exception](0)

        async def pass_on() -> None:
            with contextlib.suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                async with forward, received:
                    async for item in received:
                        if not isinstance(item, Exception):
                            await forward.send(item)
                        elif (answer := refusal(item)) is not None:
                            await sent.send(SessionMessage(answer))

        tasks.start_soon(pass_on)
        yield messages, sent


def refusal(problem: Exception) -> types.JSONRPCError | None:
    """The answer to a line that could not be read; None to an empty one, and to what was meant for an answer itself."""
    line = _given(problem)
    code, why = types.INVALID_REQUEST, "The line is not a message of JSON-RPC 2.0."
    message: Any = line
    if isinstance(line, str):
        if not line.strip():
            return None
        try:
            message = json.loads(line)
            why = "The line holds half of a surrogate pair, or a number or key that JSON does not have."
        except (ValueError, RecursionError):
            message, why = None, "The line is not JSON."
        code = types.PARSE_ERROR
    known = message if isinstance(message, dict) else {}
    if "method" not in known and {"result", "error"} & known.keys():
        return None
    id = known.get("id")
    can_be_said = (isinstance(id, int) and not isinstance(id, bool)) or (isinstance(id, str) and _is_whole(id))
    fault = types.ErrorData(code=code, message=why)
    return types.JSONRPCError(jsonrpc="2.0", id=id if can_be_said else None, error=fault)


def _is_whole(text: str) -> bool:
    """True if no half of a surrogate pair is in it."""
    return text == text.encode("utf-8", "replace").decode("utf-8")


def _given(problem: Exception) -> object:
    """The line as text if it is no JSON, else what it holds."""
    if not isinstance(problem, ValidationError):
        return None
    found = [error["input"] for error in problem.errors(include_url=False)]
    return next((one for one in found if isinstance(one, dict)), found[0] if found else None)
