"""Whether a journal is kept, and where: found out without loading its modules."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from clz_core.client.tracing import trace_of
from clz_core.config.paths import SessionPaths
from clz_core.contract.shapes import Params

if TYPE_CHECKING:
    from clz_core.journal.entries import CommandEntry
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


def flow_of(
    paths: SessionPaths,
    agent: str,
    trace: Recorder | None,
    command: str,
    params: Params,
    timeout_ms: float | None,
    retried: bool,
    heard: Callable[[CommandEntry], None] | None = None,
) -> Flow | None:
    """A command with what is written of it; None if nothing is. `heard` is given its entry too."""
    journal = journal_folder(paths, agent)
    trace = trace or trace_of(paths, agent)
    own = None
    if journal is not None or heard is not None:
        from clz_core.journal.call import Call
        from clz_core.journal.notes import noted

        own = noted(journal, Call(paths.name, agent, command, params, timeout_ms, retried), heard)
    if trace is None:
        return own
    from clz_core.trace.flow import plain, traced

    return traced(trace, command, params, own or plain(command, params, timeout_ms), retried)
