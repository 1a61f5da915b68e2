"""The doctor's checks as lines, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import DiagnoseChecks

MARKS = {"ok": "ok", "broken": "BROKEN", "skipped": "-", "unchecked": "?"}


def table(checks: Sequence[DiagnoseChecks]) -> list[str]:
    """A line a check, in columns, with the command that fixes it below each that is broken."""
    width = max((len(check["name"]) for check in checks), default=0)
    lines = []
    for check in checks:
        lines.append(row(check, "  ", width, 6))
        if check["state"] == "broken" and check["fix"]:
            lines.append(f"{'':6} {'':{width}}  fix: {check['fix']}")
    return lines


def row(
    check: DiagnoseChecks, between: str, width: int = 0, mark_width: int = 0, marks: Mapping[str, str] = MARKS
) -> str:
    """One check: its mark, its name and what was found."""
    return f"{marks[check['state']]:<{mark_width}} {check['name']:<{width}}{between}{check['detail']}"
