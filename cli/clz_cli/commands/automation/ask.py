"""Asking a person, in Firefox and at the terminal that we are at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import AskResult


def _at_terminal(values: Values, options: Options) -> AskResult | None:
    from clz_cli.local.ask import ask, at_terminal

    if not at_terminal():
        return None
    tab = {} if options.tab is None else {"tabId": options.tab}
    return ask({"question": values["question"], "waitMs": values["wait_ms"], **tab}, options)


def _exit_code(result: AskResult) -> int:
    return 0 if result["answer"] == "done" else 1


HANDLERS: dict[str, CommandHandler[Any]] = {
    "ask": CommandHandler(
        handle_locally=_at_terminal,
        progress_label=lambda values: "waiting for the person",
        exit_code=_exit_code,
    ),
}
