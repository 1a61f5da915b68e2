"""Tools that run in the server itself: those that must work when no host does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from clz_mcp_adapter.server.host_connection import Link

Local = Callable[[Link, dict[str, Any]], Awaitable[dict[str, Any]]]


async def _start(link: Link, params: dict[str, Any]) -> dict[str, Any]:
    return await link.start(params.get("headed"))


async def _stop(link: Link, params: dict[str, Any]) -> dict[str, Any]:
    return await link.manage(lambda manager: manager.stop())


async def _status(link: Link, params: dict[str, Any]) -> dict[str, Any]:
    return await link.manage(lambda manager: manager.status())


async def _diagnose(link: Link, params: dict[str, Any]) -> dict[str, Any]:
    from clz_native.doctor import run

    return await asyncio.to_thread(run, link.session, key=link.key)


LOCAL: dict[str, Local] = {
    "browserStart": _start,
    "browserStop": _stop,
    "browserStatus": _status,
    "diagnose": _diagnose,
}
