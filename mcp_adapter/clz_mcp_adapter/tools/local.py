"""Tools that run in the server itself: those that must work when no host does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from clz_mcp_adapter.server.host_connection import HostConnection

Local = Callable[[HostConnection, dict[str, Any]], Awaitable[dict[str, Any]]]


async def _start(host: HostConnection, params: dict[str, Any]) -> dict[str, Any]:
    return await host.start(params.get("headed"))


async def _stop(host: HostConnection, params: dict[str, Any]) -> dict[str, Any]:
    return await host.manage(lambda manager: manager.stop())


async def _status(host: HostConnection, params: dict[str, Any]) -> dict[str, Any]:
    return await host.manage(lambda manager: manager.status())


async def _diagnose(host: HostConnection, params: dict[str, Any]) -> dict[str, Any]:
    from clz_native.doctor import run

    return await asyncio.to_thread(run, host.session, key=host.key)


LOCAL: dict[str, Local] = {
    "browserStart": _start,
    "browserStop": _stop,
    "browserStatus": _status,
    "diagnose": _diagnose,
}
