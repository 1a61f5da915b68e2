"""Files for what a result has no room for: text over the budget, pictures in full size.

They stand in a private folder of the server's own and go with it; what a killed server left goes after a day.
"""

from __future__ import annotations

import base64
import os
import shutil
import time
from pathlib import Path
from typing import Any

from clz_core.errors import error
from clz_core.limits import MCP_FILES_HOURS
from clz_core.paths import private_dir, state_dir


class Spill:
    def __init__(self) -> None:
        self._root = state_dir() / "mcp"
        self._folder = self._root / str(os.getpid())
        self._count = 0

    def text(self, name: str, text: str) -> Path:
        return self._write(f"{name}.txt", text.encode("utf-8", "replace"))

    def picture(self, result: dict[str, Any]) -> Path:
        """Keep the picture of a result."""
        ending = "jpg" if result["format"] == "jpeg" else result["format"]
        return self._write(f"screenshot.{ending}", base64.b64decode(result["image"]))

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, name: str, data: bytes) -> Path:
        if self._count == 0:
            private_dir(self._root.parent)
            private_dir(self._root)
            self._sweep()
            private_dir(self._folder)
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
            if old:
                shutil.rmtree(folder, ignore_errors=True)
