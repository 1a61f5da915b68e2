"""Scrolling."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import acted, effects
from clz_core.contract.shapes import Result
from clz_core.text.elements import scrolled


def _scrolled(result: Result) -> str:
    if "position" not in result:  # the page asked something before it could be said
        return acted("scrolled to")(result)
    return f"{scrolled(result)}{effects(result)}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "scroll": CommandHandler(render=_scrolled),
}
