"""Standard input and output as in the protocol, but with an answer to every line.

The SDK does not answer a line that it cannot read, so that its client waits: one that is not JSON, not a message of
JSON-RPC, or that holds half of a surrogate pair, which UTF-8 cannot.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from mcp.server.stdio import stdio_server
from mcp.shared._context_streams import ContextReceiveStream, ContextSendStream, create_context_streams
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from clz_mcp_adapter.server.early import Early

Received = ContextReceiveStream[SessionMessage | Exception]
Sent = ContextSendStream[SessionMessage]


@asynccontextmanager
async def answered_stdio(early: Early) -> AsyncIterator[tuple[Received, Sent]]:
    """The messages of stdin and the way to stdout; what is not a message is refused and goes no further.

    What was read early comes first, and what was answered early is not answered again.
    """
    async with stdio_server(_read_on(early)) as (received, sent), anyio.create_task_group() as tasks:
        forward, messages = create_context_streams[SessionMessage | Exception](0)
        said, to_say = create_context_streams[SessionMessage](0)

        async def pass_on() -> None:
            with contextlib.suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                async with forward, received:
                    async for item in received:
                        if not isinstance(item, Exception):
                            await forward.send(item)
                        elif (answer := refusal(item)) is not None:
                            await sent.send(SessionMessage(answer))

        async def say() -> None:
            with contextlib.suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                async with sent, to_say:
                    async for item in to_say:
                        id = getattr(item.message, "id", None)
                        if isinstance(item.message, types.JSONRPCResponse) and id in early.answered:
                            early.answered.discard(id)
                        else:
                            await sent.send(item)

        tasks.start_soon(pass_on)
        if early.answered:
            tasks.start_soon(say)
            yield messages, said
        else:
            yield messages, sent


class _Replayed(io.RawIOBase):
    """Bytes that were read already, and then those of a descriptor."""

    def __init__(self, first: bytes, descriptor: int) -> None:
        self._first = first
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data, self._first = self._first[: len(buffer)], self._first[len(buffer) :]
        data = data or os.read(self._descriptor, len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _read_on(early: Early) -> anyio.AsyncFile[str] | None:
    """Stdin from its beginning; descriptor 0 is empty from then on, as the SDK leaves it. None: the SDK does it all."""
    if not early.read:
        return None
    descriptor = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    raw = io.BufferedReader(_Replayed(early.read, descriptor))
    return anyio.wrap_file(io.TextIOWrapper(raw, encoding="utf-8", errors="replace"))


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
