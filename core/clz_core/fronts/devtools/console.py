"""Console messages and uncaught errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text import buffers
from clz_core.text.buffers import gaps, message

if TYPE_CHECKING:
    from clz_core.generated.results import GetConsoleLogsResult


def _buffer(what: str, rows: str, line: Callable[..., str]) -> View:
    """The newest entries of a buffer."""
    return View(
        lambda facts: f"{len(facts[rows])} of {facts['total']} {what}, cursor {facts['cursor']}.",
        lambda result: "\n".join(line(row, timed=False) for row in result[rows]),
        lambda facts: "\n".join(buffers.gaps(facts)),
    )


def _logs_text(result: GetConsoleLogsResult) -> str:
    lines = []
    last = None
    for entry in result["logs"]:
        if last is not None and entry["page"] != last:
            lines.append("… on the next page:" if entry["page"] > last else "… on an earlier page:")
        last = entry["page"]
        lines.append(message(entry))
    if not lines:
        return f"no messages ({result['total']} kept)"
    return "\n".join([*lines, *gaps(result)])


VIEWS = {"getConsoleLogs": _buffer("messages", "logs", buffers.message)._replace(text=_logs_text)}
