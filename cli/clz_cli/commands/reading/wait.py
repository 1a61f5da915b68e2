"""Waiting for something on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.text.elements import awaited

if TYPE_CHECKING:
    from clz_core.contract.results import WaitForResult


def _waited(result: WaitForResult) -> str:
    return f"found after {result['elapsed']:.0f} ms on {result['url']}{awaited(result)}"


def _waiting(values: Values) -> str:
    wanted = ("target", "text", "url", "load", "fn", "request")
    return "Waiting for " + (next((str(values[name]) for name in wanted if values.get(name)), "") or "the page")


HANDLERS: dict[str, CommandHandler[Any]] = {
    "waitFor": CommandHandler(progress_label=_waiting, render=_waited),
}
