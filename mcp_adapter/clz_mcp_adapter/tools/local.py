"""Tools that run in the server itself: those that must work when no host does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from clz_core.client.program import Ended, Program
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.shapes import Params
from clz_core.loops.store import LoopStore
from clz_mcp_adapter.server.host_connection import HostConnection

if TYPE_CHECKING:
    from clz_core.generated.results import (
        BrowserStartResult,
        BrowserStatusResult,
        BrowserStopResult,
        DiagnoseResult,
        ListLoopsResult,
        StartLoopResult,
        StopLoopResult,
    )

Local = Callable[[HostConnection, Params], Awaitable[Mapping[str, Any]]]


async def _start(host: HostConnection, params: Params) -> BrowserStartResult:
    return await host.start(params.get("headed"))


async def _stop(host: HostConnection, params: Params) -> BrowserStopResult:
    return await host.manage(lambda manager: manager.stop())


async def _status(host: HostConnection, params: Params) -> BrowserStatusResult:
    return await host.manage(lambda manager: manager.status())


async def _diagnose(host: HostConnection, params: Params) -> DiagnoseResult:
    from clz_native.doctor import run

    return await asyncio.to_thread(run, host.session, key=host.key)


async def _run(host: HostConnection, params: Params) -> Ended:
    """A program as this server's agent, in the server's folder. Raises: RIGHT_DENIED."""

    async def say(text: str) -> None:
        """Nobody asked how far its start is."""

    await host.call(COMMANDS["admitScript"], {}, say=say)
    begun = asyncio.ensure_future(asyncio.to_thread(Program, params["code"], "<code>", host.session, host.key))
    try:
        program = await asyncio.shield(begun)
        return await asyncio.to_thread(program.wait, params["seconds"])
    except asyncio.CancelledError:
        # anyio cancels again at each await here, so what ends the program is a task of its own.
        ending = asyncio.ensure_future(_end(begun))
        _ENDING.add(ending)
        ending.add_done_callback(_ENDING.discard)
        await asyncio.shield(ending)
        raise


_ENDING: set[asyncio.Future[None]] = set()


async def _end(begun: asyncio.Future[Program]) -> None:
    await asyncio.to_thread((await begun).end)


def _loops(host: HostConnection) -> LoopStore:
    return LoopStore(SessionPaths(host.session))


async def _start_loop(host: HostConnection, params: Params) -> StartLoopResult:
    return await asyncio.to_thread(_loops(host).start, params, host.key.agent_id)


async def _stop_loop(host: HostConnection, params: Params) -> StopLoopResult:
    return await asyncio.to_thread(_loops(host).stop, params, host.key.agent_id)


async def _loop_state(host: HostConnection, params: Params) -> StartLoopResult:
    return _loops(host).state(params, host.key.agent_id)


async def _list_loops(host: HostConnection, params: Params) -> ListLoopsResult:
    return {"loops": _loops(host).rows(host.key.agent_id)}


LOCAL: dict[str, Local] = {
    "browserStart": _start,
    "browserStop": _stop,
    "browserStatus": _status,
    "diagnose": _diagnose,
    "startLoop": _start_loop,
    "stopLoop": _stop_loop,
    "getLoopState": _loop_state,
    "listLoops": _list_loops,
    "runScript": _run,
}
