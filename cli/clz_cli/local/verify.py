"""The command that must succeed before a promise counts.

It never crosses the wire: whoever may speak to the host must not thereby get a shell. The command line writes it to a
file of its user's own, bound to the one loop it was typed for, and the stop hook has it from there.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from clz_core.config.paths import private_dir, read_private, state_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_LOOP_MINUTES

if TYPE_CHECKING:
    from clz_core.contract.results import GetLoopStateVerify

STALE_S = 2 * MAX_LOOP_MINUTES * 60


def folder() -> Path:
    """The folder of these files, made if it is missing. Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    private_dir(state_dir())
    return private_dir(state_dir() / "loops")


def save(key: str, loop: str, command: str) -> None:
    """Keep `command` for the loop with the id `loop`, to be run in the present folder. Raises: FILE_ERROR."""
    for old in folder().glob("*.json"):
        if old.stat().st_mtime < time.time() - STALE_S:
            old.unlink(missing_ok=True)
    write_private(_file(key), json.dumps({"loop": loop, "command": command, "folder": os.getcwd()}))


def find(key: str, loop: str | None) -> GetLoopStateVerify | None:
    """The command and its folder for the loop with the id `loop`; None if it has none."""
    if loop is None:
        return None
    path = _file(key)
    try:
        data = strict_json.loads(read_private(path))
        if data["loop"] != loop:
            return None
        return {"command": str(data["command"]), "folder": str(data["folder"])}
    except (OSError, ValueError, KeyError, TypeError, ClzError):
        return None


def forget(key: str) -> None:
    _file(key).unlink(missing_ok=True)


def _file(key: str) -> Path:
    import hashlib  # not on the way of a stop hook that finds no loop

    return state_dir() / "loops" / f"{hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()[:32]}.json"
