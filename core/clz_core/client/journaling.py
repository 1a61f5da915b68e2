"""Whether a journal is kept, and where: told without loading any of it."""

from __future__ import annotations

import os

from clz_core.config.paths import SessionPaths

VARIABLE = "CLZ_JOURNAL"


def journal_folder(paths: SessionPaths, agent: str) -> str | None:
    """The folder of the journal for the agent's commands in a session; None if none is kept.

    `CLZ_JOURNAL` names it; without it, the session's folder does for as long as `clz record` runs.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return os.path.abspath(named)
    try:
        return os.readlink(recording_of(paths, agent))
    except OSError:
        return None


def recording_of(paths: SessionPaths, agent: str) -> str:
    """The link to the journal of what `clz record` records of an agent."""
    return f"{paths.folder}/recording-{agent}"
