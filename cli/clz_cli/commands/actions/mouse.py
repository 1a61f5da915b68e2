"""The mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import acted, effects, element

if TYPE_CHECKING:
    from clz_core.contract.results import DragResult, MouseResult, MouseWheelResult


def _dragged(result: DragResult) -> str:
    without = ""
    if result.get("accepted") is False:
        without = ", but the place did not take it"
    elif result.get("changed") is False:
        without = ", but nothing on the page changed"
    return f"dragged {element(result)}{without}{effects(result)}"


def _moused(result: MouseResult) -> str:
    if not {"x", "y"} <= set(result):
        return acted("mouse on")(result)
    held = f", {', '.join(result['down'])} down" if result.get("down") else ""
    return f"mouse at {result['x']:g},{result['y']:g} on {element(result)}{held}{effects(result)}"


def _wheeled(result: MouseWheelResult) -> str:
    still = "" if result.get("scrolled", True) else ", but nothing scrolled"
    return f"turned the wheel over {element(result)}{still}{effects(result)}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "click": CommandHandler(render=acted("clicked")),
    "dblclick": CommandHandler(render=acted("double-clicked")),
    "hover": CommandHandler(render=acted("mouse over")),
    "drag": CommandHandler(render=_dragged),
    "mouse": CommandHandler(render=_moused),
    "mouseWheel": CommandHandler(render=_wheeled),
}
