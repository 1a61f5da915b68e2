"""Files on their way into a page: checked here, and sent in pieces to an extension that cannot open them itself."""

from __future__ import annotations

import asyncio
import base64
import mimetypes
import os
from collections.abc import Callable
from typing import Any

from clz_core.errors import error
from clz_core.limits import MAX_STAGED_BYTES, MIB, PIECE_BYTES
from clz_native.server import Request


class Uploads:
    """What happens before an `upload` goes to the extension. `staged` where its build has no helper."""

    def __init__(self, send: Callable[[dict[str, Any]], None], staged: bool) -> None:
        self._send = send
        self._staged = staged

    async def prepare(self, request: Request) -> None:
        """Raises: FILE_ERROR, REQUEST_TOO_LARGE."""
        paths: list[str] = request.params["files"]
        sizes = [_size(path) for path in paths]
        if not self._staged:
            return
        if sum(sizes) > MAX_STAGED_BYTES:
            raise error(
                "REQUEST_TOO_LARGE",
                f"The files have {sum(sizes) / MIB:.0f} MB; {MAX_STAGED_BYTES // MIB} MB can be given at once here.",
                "Give fewer at once, or use the Firefox that clz starts: clz browser start",
                bytes=sum(sizes),
                maxBytes=MAX_STAGED_BYTES,
            )
        for path, size in zip(paths, sizes, strict=True):
            await self._stage(request.agent, path, size)

    async def _stage(self, agent: str, path: str, size: int) -> None:
        name = os.path.basename(path)
        mime = mimetypes.guess_type(name)[0] or ""
        total = max(1, -(-size // PIECE_BYTES))
        with open(path, "rb") as file:  # noqa: ASYNC230 - the reads below happen in a thread
            for index in range(total):
                data = await asyncio.to_thread(file.read, PIECE_BYTES)
                piece = {"index": index, "total": total, "data": base64.b64encode(data).decode("ascii")}
                self._send({"type": "file", "agent": agent, "path": path, "name": name, "mime": mime, **piece})


def _size(path: str) -> int:
    """The size of a file that can be read. Raises: FILE_ERROR."""
    if not os.path.isabs(path):
        raise error("FILE_ERROR", f"{path} is no absolute path.", "Give the whole path of the file.", path=path)
    try:
        if not os.path.isfile(path):
            raise error("FILE_ERROR", f"There is no file {path}.", path=path)
        with open(path, "rb") as file:
            return os.fstat(file.fileno()).st_size
    except OSError as problem:
        raise error("FILE_ERROR", f"{path} cannot be read: {problem.strerror}.", path=path) from problem
