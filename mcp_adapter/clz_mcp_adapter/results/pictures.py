"""Pictures that a model can be shown: at most 2,000 pixels a side and 1 MB. Firefox itself makes a smaller one."""

from __future__ import annotations

import base64
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import mcp_types as types

from clz_core.contract.limits import MCP_IMAGE_BYTES, MCP_IMAGE_PIXELS
from clz_core.contract.shapes import Params

if TYPE_CHECKING:
    from clz_core.generated.results import ScreenshotResult

Take = Callable[[Params], Awaitable["ScreenshotResult"]]
TRIES = 4
MOST_FILES = 4
KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}
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


def of_files(paths: Iterable[str]) -> Iterator[types.ImageContent]:
    """The last pictures among these files that a model can be shown."""
    for path in list(dict.fromkeys(paths))[-MOST_FILES:]:
        with suppress(OSError):
            data = Path(path).read_bytes()
            kind = next((kind for begin, kind in KINDS.items() if data.startswith(begin)), None)
            if kind is not None and len(data) * 4 / 3 <= MCP_IMAGE_BYTES:
                yield types.ImageContent(data=base64.b64encode(data).decode(), mime_type=kind)
