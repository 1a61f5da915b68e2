"""Scrolling."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.actions.shared import EFFECTS, WAITING, Action, trusted
from clz_core.contract.commands.shared import TAB, URL, target_param
from clz_core.contract.errors import error
from clz_core.contract.registry import Acts, Command, Field, Param, Tool
from clz_core.contract.shapes import Params

_DISTANCES = {"down": "0,600", "up": "0,-600", "right": "600,0", "left": "-600,0"}
_ENDS = ("top", "bottom")


def _check(params: Params) -> None:
    """Raises: INVALID_PARAMS for a way to scroll in place of what is scrolled."""
    word = params.get("target")
    if word in _DISTANCES:
        hint = f"By a distance: clz scroll --by={_DISTANCES[word]}"
    elif word in _ENDS:
        hint = f"To an end: clz scroll --to {word}"
    else:
        return
    raise error("INVALID_PARAMS", f"{word!r} is a way to scroll, not a target.", hint)


COMMANDS: tuple[Command, ...] = (
    Action(
        "scroll",
        "scroll",
        "Scroll to an element or a place, or by a distance; or until a text or a row of a long list shows up.",
        params=(
            target_param("Element to scroll to; together with --by, --to or --until, the element to scroll.", None),
            Param(
                "by",
                "Distance as DX,DY in CSS pixels, or only DY; with --until and --until-text, that of each step.",
                metavar="DX,DY",
            ),
            Param("to", "top, bottom, left, right, or a place as X,Y.", metavar="PLACE"),
            Param(
                "until_text",
                "Scroll until this text is in view; an error after --wait-ms.",
                limits=(1, 10_000),
            ),
            Param(
                "until",
                "Scroll until an element matches, as in lists that hold only rows in view; an error after --wait-ms.",
                limits=(1, limits.MAX_TARGET_CHARS),
                metavar="TARGET",
            ),
            *WAITING,
        ),
        result=(
            Field("position", "{ x: number; y: number }", "Scroll position of the page, or of what was scrolled."),
            Field(
                "elementPosition",
                "{ x: number; y: number; width: number; height: number }",
                "Where the target is in the viewport.",
                optional=True,
            ),
            Field("pageHeight", "integer", "Height of everything that can be scrolled."),
            Field("viewportHeight", "integer", "Height of what is in view."),
            Field("noEffect", "boolean", "True if nothing moved: it was there already, or at the end."),
            Field("found", "boolean", "For --until and --until-text: whether it is in view.", optional=True),
            TAB,
            URL,
            trusted("the scrolling"),
            *EFFECTS,
        ),
        tool=Tool(
            help={
                "until": "Scroll on until an element matches",
                "target": "Scroll to it",
                "by": "DX,DY in pixels, or DY",
            }
        ),
        check=_check,
        on_tab=Acts(presses=False),
        example={"to": "bottom"},
        examples=(
            'clz scroll "#comments"',
            "clz scroll --by 0,600",
            "clz scroll --to bottom",
            "clz scroll .list --until 'text=Row 500'",
        ),
    ),
)
