"""Scrolling."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import acted, effects
from clz_cli.output.text import Result


def _scrolled(result: Result) -> str:
    if "position" not in result:
        return acted("scrolled to")(result)
    place = f"at {result['position']['x']:g}, {result['position']['y']:g} of {result['pageHeight']:g}"
    missing = "; the text was not found" if result.get("found") is False else ""
    return f"{'nothing moved' if result['noEffect'] else 'scrolled'}, {place}{missing}{effects(result)}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "scroll": CommandHandler(render=_scrolled),
}
