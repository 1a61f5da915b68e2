"""Pictures that a model can be shown: at most 2,000 pixels a side and 1 MB. Firefox itself makes a smaller one."""

from __future__ import annotations

import base64
import math
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from clz_core.errors import error
from clz_core.limits import MCP_IMAGE_BYTES, MCP_IMAGE_PIXELS
from clz_mcp_adapter.spill import Spill

Take = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
ENDINGS = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png"}
TRIES = 4
LEAST_SCALE = 0.05


async def fitted(result: dict[str, Any], params: dict[str, Any], take: Take) -> dict[str, Any] | None:
    """The picture as it is where it fits, else taken again, smaller; None where no such picture fits."""
    for _ in range(TRIES):
        side = max(result["width"], result["height"])
        size = len(result["image"])
        if side <= MCP_IMAGE_PIXELS and size <= MCP_IMAGE_BYTES:
            return result
        shrink = min(1.0, MCP_IMAGE_PIXELS / side)
        if size > MCP_IMAGE_BYTES and result["format"] == "jpeg":
            shrink = min(shrink, 0.9 * math.sqrt(MCP_IMAGE_BYTES / size))
        scale = max(LEAST_SCALE, math.floor(result["scale"] * shrink * 1000) / 1000)
        result = await take({**params, "scale": scale, "format": "jpeg", "quality": min(result["quality"], 80)})
    return None


def keep(result: dict[str, Any], spill: Spill, path: str | None) -> Path:
    """Write a picture to where it was asked for, or to a file of the server's own."""
    data = base64.b64decode(result["image"])
    if path is None:
        return spill.picture("screenshot", result["format"], data)
    file = Path(path).expanduser()
    try:
        file.write_bytes(data)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {file}: {problem.strerror}.") from problem
    return file


def format_of(path: str) -> str:
    """The format that a file's ending names. Raises: FILE_ERROR, also where there is no folder for it."""
    file = Path(path).expanduser()
    kind = ENDINGS.get(file.suffix.lower())
    if kind is None:
        raise error("FILE_ERROR", f"{file.name[:200]} does not say which format.", "End it in .png or .jpg.")
    if not file.parent.is_dir():
        raise error("FILE_ERROR", f"The folder {str(file.parent)[:500]} does not exist.", "Name one that does.")
    return kind
