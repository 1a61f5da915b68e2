"""The folder of a trace: written as it happens, by one process after another.

A line is one write at the end of its file. What cannot be written, as on a full disk, is reported once and costs the
trace alone, never what is traced.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clz_core.config.paths import make_parents
from clz_core.contract import strict_json

TRACE = "trace.trace"
NETWORK = "trace.network"
RESOURCES = "resources"
STATE = "state.json"
_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)

_warned: set[str] = set()


class TraceFolder:
    """Nothing here raises. `problem` says why something could not be written; empty if all was."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(os.path.abspath(path))
        self.problem = ""
        self._made = False
        self._torn = False  # the last write was not whole

    def append(self, name: str, event: Mapping[str, Any]) -> None:
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        try:
            self._make()
            descriptor = os.open(self.path / name, _APPEND, 0o600)
            try:
                given = b"\n" + line if self._torn else line
                self._torn = True
                if os.write(descriptor, given) < len(given):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                self._torn = False
            finally:
                os.close(descriptor)
        except OSError as problem:
            self.warn(problem)

    def keep(self, data: bytes, name: str = "", replace: bool = False) -> str | None:
        """Write a file of `resources`, named by its SHA-1 if nothing else; None if it could not be written."""
        name = name or hashlib.sha1(data, usedforsecurity=False).hexdigest()
        path = self.path / RESOURCES / name
        try:
            self._make()
            path.parent.mkdir(mode=0o700, exist_ok=True)
            if path.exists() and not replace:
                return name
            scratch = path.with_name(f".{name}.{os.getpid()}")
            try:
                with open(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                    file.write(data)
                os.replace(scratch, path)
            except OSError:
                scratch.unlink(missing_ok=True)
                raise
            return name
        except OSError as problem:
            self.warn(problem)
            return None

    def state(self) -> dict[str, Any]:
        """What the last process left; empty if there is none."""
        try:
            found = strict_json.loads((self.path / STATE).read_bytes())
        except (OSError, strict_json.BadJson):
            return {}
        return found if isinstance(found, dict) else {}

    def keep_state(self, state: Mapping[str, Any]) -> None:
        try:
            self._make()
            scratch = self.path / f".{STATE}.{os.getpid()}"
            scratch.write_text(json.dumps(state), encoding="utf-8")
            os.replace(scratch, self.path / STATE)
        except OSError as problem:
            self.warn(problem)

    def _make(self) -> None:
        if not self._made:
            make_parents(self.path)
            self.path.mkdir(mode=0o700, exist_ok=True)
            self._made = True

    def warn(self, problem: Exception) -> None:
        """Say once that something is missing."""
        import logging

        reason = problem.strerror if isinstance(problem, OSError) else f"{type(problem).__name__}: {problem}"
        self.problem = reason or str(problem)
        text = f"the trace in {self.path} cannot be written: {self.problem}"
        if text not in _warned:
            _warned.add(text)
            logging.getLogger("clz.trace").warning("warning: %s", text)
