"""The trace of what a browser's pages do: written beside its file while they do it, and made into that at their end."""

from __future__ import annotations

import os
import shutil
from os import PathLike
from pathlib import Path

from clz_core.contract.errors import error
from clz_core.trace.pack import pack
from clz_core.trace.recorder import Recorder


class TraceFile:
    """A trace that will be the file `path`. Until then it is in the folder beside it, with .trace for .zip.

    Raises: USAGE for another ending; FILE_ERROR if nothing can be written there.
    """

    def __init__(self, path: str | PathLike[str], title: str = "") -> None:
        self.path = Path(os.path.abspath(os.path.expanduser(path)))
        if self.path.suffix != ".zip":
            raise error("USAGE", f"{path} is not the name of a trace.", f"Name it: {self.path.stem or 'trace'}.zip")
        self._folder = self.path.with_suffix(".trace")
        if self._folder.is_dir() and (self._folder / "trace.trace").exists():
            shutil.rmtree(self._folder, ignore_errors=True)
        self.recorder = Recorder(self._folder, title or self.path.stem)
        self.recorder.begin()
        if self.recorder.folder.problem:
            raise error("FILE_ERROR", f"Cannot write the trace {path}: {self.recorder.folder.problem}.")

    def write(self) -> None:
        """Raises: FILE_ERROR, and the folder stays."""
        self.recorder.end()
        pack(self._folder, self.path)

    def discard(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
