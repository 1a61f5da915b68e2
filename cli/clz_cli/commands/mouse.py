"""The mouse."""

from __future__ import annotations

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import acted, effects, element
from clz_cli.output.text import Result


def _dragged(result: Result) -> str:
    without = ""
    if result.get("accepted") is False:
        without = ", but the place did not take it"
    elif result.get("changed") is False:
        without = ", but nothing on the page changed"
    return f"dragged {element(result)}{without}{effects(result)}"


def _moused(result: Result) -> str:
    if not {"x", "y"} <= set(result):
        return acted("mouse on")(result)
    held = f", {', '.join(result['down'])} down" if result.get("down") else ""
    return f"mouse at {result['x']:g},{result['y']:g} on {element(result)}{held}{effects(result)}"


def _wheeled(result: Result) -> str:
    still = "" if result.get("scrolled", True) else ", but nothing scrolled"
    return f"turned the wheel over {element(result)}{still}{effects(result)}"


HANDLERS = {
    "click": CommandHandler(render=acted("clicked")),
    "dblclick": CommandHandler(render=acted("double-clicked")),
    "hover": CommandHandler(render=acted("mouse over")),
    "drag": CommandHandler(render=_dragged),
    "mouse": CommandHandler(render=_moused),
    "mouseWheel": CommandHandler(render=_wheeled),
}
