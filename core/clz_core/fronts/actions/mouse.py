"""The mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.acting import acted, acted_on, followed
from clz_core.fronts.view import View

if TYPE_CHECKING:
    from clz_core.generated.results import DragResult, MouseResult, MouseWheelResult


def _dragged_text(result: DragResult) -> str:
    without = ""
    if result.get("accepted") is False:
        without = ", but the target did not accept it"
    elif result.get("changed") is False:
        without = ", but nothing on the page changed"
    value = f": {result['value']}" if "value" in result else ""
    selected = f"\nselected: {result['selected']}" if result.get("selected") else ""
    return f"dragged {acted_on(result)}{value}{without}{selected}{followed(result)}"


def _moused_text(result: MouseResult) -> str:
    if not {"x", "y"} <= set(result):
        return acted("mouse on")(result)
    held = f", {', '.join(result['down'])} down" if result.get("down") else ""
    return f"mouse at {result['x']:g},{result['y']:g} on {acted_on(result)}{held}{followed(result)}"


def _wheeled_text(result: MouseWheelResult) -> str:
    still = "" if result.get("scrolled", True) else ", but nothing scrolled"
    return f"turned the wheel over {acted_on(result)}{still}{followed(result)}"


VIEWS = {
    "click": View(text=acted("clicked")),
    "dblclick": View(text=acted("double-clicked")),
    "hover": View(text=acted("mouse over")),
    "drag": View(text=_dragged_text),
    "mouse": View(text=_moused_text),
    "mouseWheel": View(text=_wheeled_text),
}
