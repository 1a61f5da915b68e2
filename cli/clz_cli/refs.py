"""The refs of an agent's last snapshot, for Tab to offer: `@e12`, with what it is.

They stand in a file of the session's folder, which goes with it. Shells read what is offered as code of theirs, and a
page chose what its elements are called: letters, digits and a few signs are left of it.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from clz_core.config.paths import SessionPaths, read_private, write_at_once
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Result

_LINE = re.compile(r"^[\s+~-]*([^\n]*?)\s*\[[^\n]*?\bref=((?:f\d+)?e\d+)\]", re.MULTILINE)
_UNSAFE = re.compile(r"[^\w .,-]+|_")
MOST = 500
MOST_CHARS = 60
PERSON = "cli"  # who presses Tab


def keep(snapshot: Result, session: str, agent: str) -> None:
    """Keep those of a snapshot; of one that has changes alone, beside those that were known. It may fail unheard."""
    found = {ref: _described(what) for what, ref in _LINE.findall(str(snapshot.get("snapshot", "")))}
    with suppress(ClzError, OSError):
        if snapshot.get("diff"):
            found = {**dict(known(session, agent)), **found}
        lines = [f"{ref}\t{what}\n" for ref, what in list(found.items())[-MOST:]]
        write_at_once(_file(session, agent), "".join(lines))


def known(session: str = "", agent: str = "") -> list[tuple[str, str]]:
    """Each ref, as `e12`, with what it is; of the session and the agent that a person in a shell has."""
    session = session or os.environ.get("CLZ_SESSION", "") or "default"
    try:
        text = read_private(_file(session, agent or os.environ.get("CLZ_AGENT", "") or PERSON)).decode()
    except (OSError, ClzError, ValueError):
        return []
    rows = [line.partition("\t") for line in text.splitlines()]
    return [(ref, what) for ref, _, what in rows]


def _file(session: str, agent: str) -> Path:
    return SessionPaths(session).folder / f"refs-{agent}"


def _described(text: str) -> str:
    return " ".join(_UNSAFE.sub(" ", text).split())[:MOST_CHARS]
