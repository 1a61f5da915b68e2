"""Whether commands are traced, and where: found out without loading its modules."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from clz_core.config.paths import SessionPaths

if TYPE_CHECKING:
    from clz_core.trace.recorder import Recorder


def trace_link(paths: SessionPaths, agent: str) -> str:
    """The link to the folder of the trace that an agent began by `clz trace start`."""
    return f"{paths.folder}/trace-{agent}"


def trace_of(paths: SessionPaths, agent: str) -> Recorder | None:
    """The recorder for what an agent does in a session; None if it is not traced."""
    try:
        folder = os.readlink(trace_link(paths, agent))
    except OSError:
        return None
    return _recorder(folder, agent)


@cache
def _recorder(folder: str, agent: str) -> Recorder:
    from clz_core.trace.recorder import Recorder

    return Recorder(folder, agent=agent, lasting=True)
