"""Files for what a result has no room for: text over the budget, pictures in full size.

They are in a private folder of the server's own, which is removed with it. The server holds a lock there for as long as
it lives: the files of a killed one are removed after a day, those of a living one stay however old they are.
"""

from __future__ import annotations

import base64
import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from clz_core.config.paths import private_dir, state_dir
from clz_core.contract.errors import error
from clz_core.contract.limits import MCP_FILES_HOURS

if TYPE_CHECKING:
    from clz_core.generated.results import ScreenshotResult

LOCK = "lock"


class OverflowStore:
    def __init__(self) -> None:
        self._root = state_dir() / "mcp"
        self._folder = self._root / f"{os.getpid()}-{os.urandom(3).hex()}"
        self._lock = FileLock(self._folder / LOCK, mode=0o600)
        self._count = 0
        self._texts: dict[int, Path] = {}

    def text(self, name: str, text: str) -> tuple[int, Path]:
        """Keep a text, and give the number that it can be read by again."""
        path = self._write(f"{name}.txt", text.encode("utf-8", "replace"))
        self._texts[self._count] = path
        return self._count, path

    def read(self, number: int) -> str:
        """The text of that number. Raises: INVALID_PARAMS if there is none, FILE_ERROR if it is gone."""
        path = self._texts.get(number)
        if path is None:
            known = ", ".join(map(str, self._texts)) or "none"
            raise error("INVALID_PARAMS", f"There is no result {number} that was cut.", f"There are: {known}.")
        try:
            return path.read_text("utf-8")
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot read {path}: {problem.strerror}.") from problem

    def picture(self, result: ScreenshotResult) -> Path:
        """Keep the picture of a result."""
        ending = "jpg" if result["format"] == "jpeg" else result["format"]
        return self._write(f"screenshot.{ending}", base64.b64decode(result["image"]))

    def close(self) -> None:
        self._lock.release()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, name: str, data: bytes) -> Path:
        if self._count == 0:
            private_dir(self._root.parent)
            private_dir(self._root)
            self._sweep()
            private_dir(self._folder)
            self._lock.acquire(timeout=0)
        self._count += 1
        path = self._folder / f"{self._count}-{name}"
        try:
            path.write_bytes(data)
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem
        return path

    def _sweep(self) -> None:
        for folder in self._root.iterdir():
            try:
                old = time.time() - folder.stat().st_mtime > MCP_FILES_HOURS * 3600
            except OSError:
                continue
            if old and _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """True if the server that owns the folder has ended."""
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return False
    except OSError:  # it went meanwhile, or is none of ours
        return folder.is_dir()
    lock.release()
    return True
