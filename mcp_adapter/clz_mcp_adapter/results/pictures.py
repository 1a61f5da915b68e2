"""Pictures that a model can be shown: at most 2,000 pixels a side and 1 MB. Firefox itself makes a smaller one."""

from __future__ import annotations

import base64
import math
import os
import stat
import struct
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
KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}
LEAST_SCALE = 0.05
NO_FRAMES = (0xC4, 0xC8, 0xCC)  # segments of a JPEG between those of its frames that tell no size


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
        with suppress(OSError, ValueError):
            data = _read(path)
            kind = next((kind for begin, kind in KINDS.items() if data.startswith(begin)), None)
            if kind is not None and max(_sides(data)) <= MCP_IMAGE_PIXELS:
                yield types.ImageContent(data=base64.b64encode(data).decode(), mime_type=kind)


def _read(path: str) -> bytes:
    """A file that is small enough. Raises: OSError, ValueError if it is too large, or a device or a pipe."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode) or about.st_size * 4 / 3 > MCP_IMAGE_BYTES:
        raise ValueError(path)
    return Path(path).read_bytes()


def _sides(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG or JPEG. Raises: ValueError where they are not to be found."""
    try:
        if data.startswith(b"\x89PNG"):
            width, height = struct.unpack_from(">II", data, 16)
            return width, height
        at = 2
        while not 0xC0 <= data[at + 1] <= 0xCF or data[at + 1] in NO_FRAMES:
            at += 2 + struct.unpack_from(">H", data, at + 2)[0]
        height, width = struct.unpack_from(">HH", data, at + 5)
        return width, height
    except (struct.error, IndexError) as problem:
        raise ValueError("it is cut off") from problem
