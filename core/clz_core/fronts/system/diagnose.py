"""Versions and health of every part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View, Words
from clz_core.text import checks, status

if TYPE_CHECKING:
    from clz_core.generated.results import DiagnoseResult


def _diagnosis(result: DiagnoseResult, say: Words) -> str:
    marks = {**checks.MARKS, "skipped": "skipped", "unchecked": "unknown"}
    rows = [checks.row(check, ": ", marks=marks) for check in result["checks"]]
    return "\n".join([f"{result['summary']}.", *rows, f"Next: {say(result['recommendation'])}"])


def views(say: Words) -> dict[str, View]:
    return {
        "ping": View(lambda _: "The extension answers.", text=lambda _: "pong"),
        "version": View(status.version),
        "status": View(status.status),
        "diagnose": View(lambda result: _diagnosis(result, say)),
    }
