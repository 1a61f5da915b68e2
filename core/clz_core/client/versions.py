"""A host or an extension from before clz was upgraded: what fails because of it says so, and how to restart it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from clz_core import __version__
from clz_core.config.paths import SessionPaths, read_private
from clz_core.contract.errors import ClzError

# How a host fails at what it does not know, and we at what it answers.
MAY_BE_ITS_AGE = frozenset({"UNKNOWN_COMMAND", "INVALID_PARAMS", "PROTOCOL", "INTERNAL"})
OF_CLZ = Path(__file__).parents[1]


class _Running(NamedTuple):
    version: str
    started: float


def older_host(paths: SessionPaths) -> str:
    """That the host of a session is not of this clz, and what restarts it; empty if it is, or if there is none."""
    host = _running(paths)
    if host is None:
        return ""
    if host.version != __version__:
        of = f"of clz {host.version or 'of another version'}, and this is clz {__version__}"
    elif host.started < _changed():
        of = "older than the files of this clz"
    else:
        return ""
    return f"The running host is {of}. Restart it: {restart(paths)}"


def older_extension(version: str, paths: SessionPaths) -> str:
    """The same of the extension, which goes on when a host is started again."""
    if version == __version__:
        return ""
    return f"The extension is of clz {version}, and this is clz {__version__}. Restart it: {restart(paths)}"


def restart(paths: SessionPaths) -> str:
    """What starts another host: with the Firefox of clz, or in a person's own."""
    words = "clz browser stop; clz browser start" if paths.browser.exists() else "clz browser reload"
    return words if paths.name == "default" else words.replace("clz ", f"clz --session {paths.name} ")


def explained(problem: ClzError, paths: SessionPaths) -> ClzError:
    """The error; where the age of the host may be why, its hint begins with that."""
    if problem.code in MAY_BE_ITS_AGE and (found := older_host(paths)) and found not in problem.hint:
        keep = problem.code == "INVALID_PARAMS" and problem.hint
        problem.hint = f"{found}. Else: {problem.hint}" if keep else found
    return problem


def _running(paths: SessionPaths) -> _Running | None:
    try:
        said = json.loads(read_private(paths.file))
        return _Running(str(said.get("host_version", "")), float(said.get("started", 0)))
    except (OSError, ValueError, TypeError, AttributeError, ClzError):
        return None


def _changed() -> float:
    """When a file of what a host runs was last written or put in its place."""
    folders = (OF_CLZ, OF_CLZ.parents[1] / "native" / "clz_native", OF_CLZ.parent / "clz_native")
    files = (path for folder in folders if folder.is_dir() for path in folder.rglob("*.py"))
    return max((os.stat(path).st_ctime for path in files), default=0.0)
