"""Page states, compared by the host: it takes no page to do so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from clz_native.handlers.page_diff import diff, page_state
from clz_native.request import Handler, Request

if TYPE_CHECKING:
    from clz_core.generated.results import DiffPageStateResult


async def diff_page_state(request: Request) -> DiffPageStateResult:
    """What differs between two page states. Raises: INVALID_PARAMS if one of them is not a page state."""
    before = page_state(request.params["before"], "before")
    after = page_state(request.params["after"], "after")
    return await asyncio.to_thread(diff, before, after)


TABLE: dict[str, Handler] = {"diffPageState": diff_page_state}
