"""Roots: the folders that a client of the handshake era has named. Files that tools read, write and show are in them.

A `file:` address is a path like any other. Before one is opened, Firefox is bound to the folders: no page leads out of
them.

The protocol of 2026-07-28 has none. A client that names no folder is bound to the one that the server was started in,
unless the person lifts that.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.message import ServerMessageMetadata

from clz_core.contract.errors import error
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params
from clz_core.files.addresses import page_address
from clz_mcp_adapter.tools.parameters import tool_params

ANSWER_S = 10
FILE = "file:"


async def check_roots(
    ctx: ServerRequestContext[Any, Any],
    command: Command,
    params: Params,
    bound: Callable[[list[str]], Awaitable[Any]],
    folder: str | None,
) -> None:
    """Have Firefox `bound` to the client's folders if a file: page is to be opened.

    Raises: FILE_ERROR for a file outside of the client's folders, or if it does not say which they are.
    """
    given = [(param.format, one) for param in tool_params(command) for one in _all(params.get(param.wire))]
    pages = [path for format, one in given if format == "url" and (path := _shown(one)) is not None]
    paths = pages + [one for format, one in given if format == "path"]
    if not paths:
        return
    named = await _roots(ctx)
    roots = named or ([] if folder is None else [folder])
    for path in paths:
        real = _real(path)
        if roots and not any(_is_in(real, root) for root in roots):
            where = "folders that your client has named" if named else "folder that clz mcp was started in"
            hint = "Name a file in one of them." if named else "Name a file there, or ask the person for --anywhere."
            raise error("FILE_ERROR", f"{path[:500]} is outside of the {where}: {', '.join(roots)[:500]}", hint)
    if roots and pages:
        await bound(roots)


def _shown(text: str) -> str | None:
    """The path of a file: address, as Firefox reads that; None for other addresses. Raises: those of page_address."""
    address = page_address(text)
    if address[: len(FILE)].lower() != FILE:
        return None
    return url2pathname(urlsplit(address.replace("\\", "/")).path) or "/"


def _all(value: Any) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


async def _roots(ctx: ServerRequestContext[Any, Any]) -> list[str]:
    """The folders, each as it is without links; none where the client names none. Raises: FILE_ERROR."""
    known = ctx.session.client_params
    if known is None or known.capabilities.roots is None:
        return []
    about = ServerMessageMetadata(related_request_id=ctx.request_id)
    try:
        async with asyncio.timeout(ANSWER_S):
            answer = await ctx.session.send_request(types.ListRootsRequest(), types.ListRootsResult, metadata=about)
    except NoBackChannelError:
        return []
    except (MCPError, TimeoutError) as problem:
        why = str(problem) or f"it did not answer within {ANSWER_S} s"
        message = f"Your client limits files to its roots, but did not name them: {why[:300]}"
        raise error("FILE_ERROR", message, "Leave the path out: the file is then in a folder of clz's own.") from None
    parts = [urlsplit(str(root.uri)) for root in answer.roots]
    return [_real(url2pathname(one.path)) for one in parts if one.scheme == "file"]


def _real(path: str) -> str:
    """Without links; what no path can be is none of any folder's."""
    try:
        return os.path.realpath(os.path.expanduser(path))
    except ValueError:  # it has a null in it
        return ""


def _is_in(path: str, root: str) -> bool:
    return path == root or path.startswith(os.path.join(root, ""))
