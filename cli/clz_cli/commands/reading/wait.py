"""Waiting for something on the page."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values


def _waiting(values: Values) -> str:
    wanted = ("target", "text", "url", "load", "fn", "request")
    return "Waiting for " + (next((str(values[name]) for name in wanted if values.get(name)), "") or "the page")


HANDLERS: dict[str, CommandHandler[Any]] = {
    "waitFor": CommandHandler(
        progress_label=_waiting,
    ),
}
