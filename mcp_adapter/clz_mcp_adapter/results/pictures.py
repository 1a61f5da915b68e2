"""Pictures that a model can be shown: at most 2,000 pixels a side and 1 MB. Firefox itself makes a smaller one."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from clz_core.contract.limits import MCP_IMAGE_BYTES, MCP_IMAGE_PIXELS
from clz_core.contract.shapes import Params

if TYPE_CHECKING:
    from clz_core.generated.results import ScreenshotResult

Take = Callable[[Params], Awaitable["ScreenshotResult"]]
TRIES = 4
LEAST_SCALE = 0.05


async def fitted(result: ScreenshotResult, params: Params, take: Take) -> ScreenshotResult | None:
    """The picture as it is where it fits, else taken again, smaller; None if no such picture fits."""
    for _ in range(TRIES):
        all_of_it = (result, *result.get("slices", []))
        side = max(max(one["width"], one["height"]) for one in all_of_it)
        size = max(len(one["image"]) for one in all_of_it)
        if side <= MCP_IMAGE_PIXELS and size <= MCP_IMAGE_BYTES:
            return result
        shrink = min(1.0, MCP_IMAGE_PIXELS / side)
        if size > MCP_IMAGE_BYTES and result["format"] == "jpeg":
            shrink = min(shrink, 0.9 * math.sqrt(MCP_IMAGE_BYTES / size))
        scale = max(LEAST_SCALE, math.floor(result["scale"] * shrink * 1000) / 1000)
        result = await take({**params, "scale": scale, "format": "jpeg", "quality": min(result["quality"], 80)})
    return None
