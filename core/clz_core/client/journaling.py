"""Whether a journal is kept, and where: found out without loading its modules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clz_core.config.paths import SessionPaths

if TYPE_CHECKING:
    from clz_core.journal.call import Call
    from clz_core.journal.notes import Flow
    from clz_core.trace.recorder import Recorder

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


def flow_of(journal: str | None, trace: Recorder | None, call: Call) -> Flow:
    """A command with what is written of it."""
    from clz_core.journal.notes import noted

    if trace is None:
        assert journal is not None
        return noted(journal, call)
    from clz_core.trace.flow import plain, traced

    command, params = call.command, call.params
    own = noted(journal, call) if journal is not None else plain(command, params, call.timeout_ms)
    return traced(trace, command, params, own, call.retried)
