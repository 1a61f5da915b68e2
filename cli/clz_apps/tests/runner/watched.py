"""What changes in folders, reported by the system (`watchfiles`)."""

from __future__ import annotations

import os
import queue
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from watchfiles import Change, DefaultFilter, watch

from clz_core.contract.errors import ClzError, error

QUIET_MS = 80  # what is saved together counts together
END_S = 5
LEFT_OUT = ("dist-newstyle", ".ruff_cache", ".coverage", ".nyc_output", "test-results", "playwright-report")
HINT = "Name the folder of what is tested: clz run --watch=src"


class Watched:
    """Folders that are watched, with all below. Those below `outputs`, which the run itself writes, are left out."""

    def __init__(self, folders: list[str], outputs: list[str]) -> None:
        self.folders = _outermost([os.path.realpath(folder) for folder in folders])
        self._outputs = tuple(os.path.realpath(output) for output in outputs)
        self._over = threading.Event()
        self._told: queue.SimpleQueue[set[str] | OSError] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        _check(self.folders)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(END_S)

    def changed(self) -> set[str]:
        """The files that have changed since the last call. Raises: FILE_ERROR if they cannot be watched."""
        files: set[str] = set()
        with suppress(queue.Empty):
            while True:
                told = self._told.get_nowait()
                if isinstance(told, OSError):
                    raise _unwatchable(self.folders, told)
                files |= told
        return files

    def _watch(self) -> None:
        try:
            for changes in watch(
                *self.folders,
                watch_filter=self._counts,
                step=QUIET_MS,
                stop_event=self._over,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                self._told.put({os.path.realpath(path) for path in _lasting(changes)})
        except OSError as problem:
            self._told.put(problem)
        except Exception as problem:  # noqa: BLE001 - its own kind, for what the system says
            self._told.put(OSError(str(problem)))

    def _counts(self, change: Change, path: str) -> bool:
        if change is not Change.deleted and os.path.isdir(path):
            return False
        folder = next((folder for folder in self.folders if is_below(path, folder)), "")
        inner = os.path.relpath(path, folder) if folder else path
        return FILTER(change, inner) and not any(is_below(path, output) for output in self._outputs)


FILTER = DefaultFilter(ignore_dirs=(*DefaultFilter.ignore_dirs, *LEFT_OUT))


def _check(folders: list[str]) -> None:
    """Raises: USAGE for folders that nobody means: to watch them takes long, and they change all the time."""
    for folder in folders:
        if not os.path.isdir(folder):
            raise error("USAGE", f"There is no folder {folder}.", HINT)
        if Path(folder) in (Path.home().resolve(), *Path.home().resolve().parents):
            raise error("USAGE", f"{folder} has too many files to watch.", HINT)


def _unwatchable(folders: list[str], problem: OSError) -> ClzError:
    return error("FILE_ERROR", f"{', '.join(folders)} cannot be watched: {problem.strerror or problem}", HINT)


def _outermost(folders: list[str]) -> list[str]:
    """Without those that are below another."""
    own = list(dict.fromkeys(folders))
    return [one for one in own if not any(other != one and is_below(one, other) for other in own)]


def _lasting(changes: set[tuple[Change, str]]) -> set[str]:
    """The files without those that came and went at once, as editors make them while they save."""
    came = {path for change, path in changes if change is Change.added}
    return {path for _, path in changes if path not in came or os.path.lexists(path)}


def is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
