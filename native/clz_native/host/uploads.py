"""Files on their way into a page, or into a route: checked here, and sent in pieces to an extension that cannot open
them itself.

Pieces belong to the command that they are for, by its id. The extension says of each that it has taken it, and only a
few are on their way at any time, over all uploads: what other agents say slips in between. If a command ends while
its files are being sent, the extension drops what it has of them.
"""

from __future__ import annotations

import asyncio
import base64
import io
import mimetypes
import os
from collections.abc import Callable
from typing import BinaryIO

from clz_core.config.paths import open_file
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import (
    MAX_IN_FOLDER,
    MAX_ROUTE_BYTES,
    MAX_STAGED_BYTES,
    MIB,
    PIECE_BYTES,
    PIECES_UNDER_WAY,
)
from clz_core.generated.messages import FileMessage, FromHost
from clz_native.host.recordings import whole_recording
from clz_native.request import Request


class Uploads:
    """What happens before a command with files goes to the extension. `staged` if its build has no helper."""

    def __init__(self, send: Callable[[FromHost], None], staged: bool) -> None:
        self._send = send
        self._staged = staged
        self._room = asyncio.Semaphore(PIECES_UNDER_WAY)
        self._under_way = 0

    async def prepare(self, request: Request, id: str) -> None:
        """Check the files of an upload, and send them for the command `id`. Raises: FILE_ERROR, REQUEST_TOO_LARGE."""
        paths: list[str] = request.params["files"]
        if (folder := await asyncio.to_thread(self._folder_in, paths)) is not None:
            request.params["files"] = [folder]
            return
        sizes = [await asyncio.to_thread(_size, path) for path in paths]
        if self._staged:
            hint = "Give fewer files. To get a Firefox that accepts more: clz browser install"
            await self._send_all(id, paths, sizes, MAX_STAGED_BYTES, hint)

    def _folder_in(self, paths: list[str]) -> str | None:
        """The folder that is given, with a slash at its end; None where files are.

        Raises: FILE_ERROR, REQUEST_TOO_LARGE, NEEDS_MANAGED.
        """
        path = next((path for path in paths if os.path.isdir(path)), None)
        if path is None:
            return None
        if not os.path.isabs(path):
            raise _not_absolute(path)
        if len(paths) > 1:
            raise error("FILE_ERROR", f"{path} is a folder.", "Give files, or one folder by itself.", path=path)
        if self._staged:
            hint = "Give the files one by one. To get a Firefox that can: clz browser install"
            raise error("NEEDS_MANAGED", "This Firefox cannot be given a whole folder.", hint, path=path)
        count = 0
        for _, _, files in os.walk(path):
            count += len(files)
            if count > MAX_IN_FOLDER:
                message = f"{path} holds more than {MAX_IN_FOLDER} files, which is the maximum."
                raise error("REQUEST_TOO_LARGE", message, "Give a folder in it.", path=path)
        if count == 0:
            raise error("FILE_ERROR", f"There is no file in the folder {path}.", path=path)
        return os.path.join(path, "")

    async def prepare_route(self, request: Request, id: str) -> None:
        """Send the file that a route answers from. Raises: FILE_ERROR, REQUEST_TOO_LARGE."""
        paths = [request.params[name] for name in ("file", "har") if name in request.params]
        sizes = [await asyncio.to_thread(_size, path) for path in paths]
        if "har" in request.params and (made := await asyncio.to_thread(whole_recording, paths[-1])) is not None:
            await self._send_all(id, paths, [len(made)], MAX_ROUTE_BYTES, "Give a smaller one.", made)
            return
        await self._send_all(id, paths, sizes, MAX_ROUTE_BYTES, "Give a smaller one.")

    async def _send_all(
        self, id: str, paths: list[str], sizes: list[int], most: int, hint: str, made: bytes | None = None
    ) -> None:
        """Send the files, or what was `made` of one."""
        if sum(sizes) > most:
            raise error(
                "REQUEST_TOO_LARGE",
                f"The files have {sum(sizes) / MIB:.0f} MB; the maximum is {most // MIB} MB.",
                hint,
                bytes=sum(sizes),
                maxBytes=most,
            )
        try:
            for number, (path, size) in enumerate(zip(paths, sizes, strict=True)):
                await self._stage(id, number, path, size, made)
        except BaseException:
            self._send({"type": "cancel", "id": id, "reason": "cancelled"})
            raise

    def taken(self) -> None:
        """The extension has taken one more piece."""
        if self._under_way:
            self._under_way -= 1
            self._room.release()

    async def _stage(self, id: str, number: int, path: str, size: int, made: bytes | None) -> None:
        name = os.path.basename(path)
        mime = mimetypes.guess_type(name)[0] or ""
        total = max(1, -(-size // PIECE_BYTES))
        file, now = (io.BytesIO(made), size) if made is not None else await asyncio.to_thread(_open, path)
        with file:
            for index in range(total):
                length = min(PIECE_BYTES, size - index * PIECE_BYTES)
                data = await asyncio.to_thread(_piece, file, length)
                if data is None or now != size:
                    raise error("FILE_ERROR", f"{path} changed while it was read.", "Try again.", path=path)
                piece: FileMessage = {
                    "type": "file",
                    "id": id,
                    "file": number,
                    "name": name,
                    "mime": mime,
                    "size": size,
                    "index": index,
                    "total": total,
                    "data": data,
                }
                await self._room.acquire()
                self._under_way += 1
                self._send(piece)


def _piece(file: BinaryIO, length: int) -> str | None:
    """The next bytes of a file, in base64; None if it has fewer."""
    data = file.read(length)
    return base64.b64encode(data).decode("ascii") if len(data) == length else None


def _not_absolute(path: str) -> ClzError:
    return error("FILE_ERROR", f"{path} is not an absolute path.", "Give the whole path of the file.", path=path)


def _size(path: str) -> int:
    """The size of a file that can be read. Raises: FILE_ERROR."""
    file, size = _open(path)
    file.close()
    return size


def _open(path: str) -> tuple[BinaryIO, int]:
    """A regular file, and its size. Raises: FILE_ERROR."""
    if not os.path.isabs(path):
        raise _not_absolute(path)
    try:
        file, info = open_file(path)
    except FileNotFoundError:
        raise error("FILE_ERROR", f"There is not a file {path}.", path=path) from None
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else problem
        raise error("FILE_ERROR", f"{path} cannot be read: {why}.", path=path) from problem
    return file, info.st_size
