"""Console messages and uncaught errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import buffer
from clz_core.text.buffers import gaps, message

if TYPE_CHECKING:
    from clz_core.generated.results import GetConsoleLogsResult


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


VIEWS = {"getConsoleLogs": buffer("messages", "logs", message, gaps)._replace(text=_logs_text)}
