"""Console messages and uncaught errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Follow
from clz_core.text.buffers import gaps, message

if TYPE_CHECKING:
    from clz_core.contract.results import GetConsoleLogsResult


def _logs(result: GetConsoleLogsResult) -> str:
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


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getConsoleLogs": CommandHandler(follow=Follow(lambda result: result["logs"], message), render=_logs),
}
