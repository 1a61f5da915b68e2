"""Page states, compared by the host: it takes no page to do so."""

from __future__ import annotations

import asyncio
from typing import Any

from clz_native.handlers.page_diff import diff, page_state
from clz_native.host.server import Handler, Request


async def diff_page_state(request: Request) -> dict[str, Any]:
    before = page_state(request.params["before"], "before")
    after = page_state(request.params["after"], "after")
    return await asyncio.to_thread(diff, before, after)


TABLE: dict[str, Handler] = {"diffPageState": diff_page_state}
