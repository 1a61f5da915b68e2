"""Files that Firefox saves for a page. Generated from async_downloads.py by `make generate`.

Each is reported when it begins.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

from clz_core.contract.errors import error
from clz_core.contract.limits import DEFAULT_TIMEOUT_MS
from clz_core.contract.shapes import Values

PIECE_MS = 30_000


class Download:
    """A file that is being saved, or was saved."""

    def __init__(self, ask: Callable[[str, Values], Any], told: Values) -> None:
        self.url: str = told["url"]
        self.suggested_filename: str = told["name"]
        self._id = int(told["id"])
        self._ask = ask

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.suggested_filename} {self.url}>"

    def path(self) -> Path:
        """Wait until it is complete, and return where Firefox saved it. Raises: DOWNLOAD_FAILED."""
        ended = self._ended()
        if ended["state"] != "whole":
            raise error("DOWNLOAD_FAILED", f"{self.url} was not saved: {ended.get('error', 'it takes too long')}")
        return Path(ended["path"])

    def save_as(self, path: str | PathLike[str]) -> None:
        """Wait until it is complete, and copy it to a file. Raises: DOWNLOAD_FAILED, FILE_ERROR."""
        saved, place = self.path(), Path(path)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(saved, place)
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot write {place}: {problem.strerror}.") from None

    def failure(self) -> str | None:
        """Wait until it has ended, and return why it failed; None if it did not."""
        ended = self._ended()
        return None if ended["state"] == "whole" else str(ended.get("error", ""))

    def cancel(self) -> None:
        """End it; nothing happens if it is over."""
        self._ask("endDownload", {"id": self._id})

    def delete(self) -> None:
        """Remove the file, once it is complete."""
        self._ended()
        self._ask("endDownload", {"id": self._id, "remove": True})

    def _ended(self) -> Values:
        told: Values = {"state": "underWay"}
        for _ in range(DEFAULT_TIMEOUT_MS // PIECE_MS):
            told = self._ask("getDownload", {"id": self._id, "wait_ms": PIECE_MS})
            if told["state"] != "underWay":
                break
        return told
