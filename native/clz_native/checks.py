"""Checks of every leg from this process to the page, each with what mends it. It works with everything broken.

`run` gives `{ok, checks: [{name, ok, detail, fix}], summary, recommendation}`; a check that could not be made, for the
one before it failed, has `ok: null`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from clz_core import __version__
from clz_core import session as sessions
from clz_core.client import Client
from clz_core.errors import ClzError
from clz_core.keys import AgentKey
from clz_core.limits import MIN_TIMEOUT_MS
from clz_core.paths import SessionPaths, check_private
from clz_native.firefox.find import find_firefox

Check = Callable[[], str]


class _Checks:
    """The checks of one session, made as the agent of `key`."""

    def __init__(self, session: str, key: AgentKey) -> None:
        self.paths = SessionPaths(session)
        self.key = key

    def firefox(self) -> str:
        return str(find_firefox())

    def folder(self) -> str:
        for path in (self.paths.runtime, self.paths.folder):
            if path.exists():
                check_private(path)
        return str(self.paths.folder)

    def host(self) -> str:
        info = sessions.read(self.paths)
        return f"pid {info.pid}, socket {info.endpoint}"

    def extension(self) -> str:
        with Client(self.paths.name, key=self.key) as client:
            begin = time.monotonic()
            client.call("ping", timeout_ms=MIN_TIMEOUT_MS)
            return f"round trip {(time.monotonic() - begin) * 1000:.1f} ms"

    def versions(self) -> str:
        with Client(self.paths.name, key=self.key) as client:
            found = client.call("version", timeout_ms=MIN_TIMEOUT_MS)
        return (
            f"clz {__version__}, host {found['host']}, extension {found['extension']}, Firefox {found['firefox']}, "
            f"protocol {found['protocol']}"
        )

    def all(self) -> list[tuple[str, Check, str]]:
        """Name, check, and the check that must have passed before it."""
        return [
            ("firefox", self.firefox, ""),
            ("folder", self.folder, ""),
            ("host", self.host, "folder"),
            ("extension", self.extension, "host"),
            ("versions", self.versions, "host"),
        ]


def run(session: str, key: AgentKey) -> dict[str, Any]:
    """Make every check. Raises nothing but what a broken session name does."""
    rows: list[dict[str, Any]] = []
    passed: set[str] = set()
    for name, check, before in _Checks(session, key).all():
        row: dict[str, Any] = {"name": name, "ok": None, "detail": f"not checked: {before} failed", "fix": ""}
        if not before or before in passed:
            row |= _make(check)
        if row["ok"]:
            passed.add(name)
        rows.append(row)
    broken = [row for row in rows if row["ok"] is False]
    return {
        "ok": not broken,
        "checks": rows,
        "summary": f"{len(passed)} of {len(rows)} checks passed",
        "recommendation": broken[0]["fix"] if broken else "Nothing to do.",
    }


def _make(check: Check) -> dict[str, Any]:
    try:
        return {"ok": True, "detail": check()}
    except ClzError as problem:
        return {"ok": False, "detail": f"{problem.message} [{problem.code}]", "fix": problem.hint}
    except OSError as problem:
        return {"ok": False, "detail": str(problem), "fix": "Check the path and its permissions."}
