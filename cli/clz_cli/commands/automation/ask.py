"""Asking a person, in Firefox and at the terminal that we are at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application

if TYPE_CHECKING:
    from clz_core.generated.results import AskResult


def _exit_code(result: AskResult) -> int:
    return 0 if result["answer"] == "done" else 1


HANDLERS: dict[str, CommandHandler[Any]] = {
    "ask": CommandHandler(
        handle_locally=application("agents.ask", "ask"),
        progress_label=lambda values: "waiting for the person",
        exit_code=_exit_code,
    ),
}
