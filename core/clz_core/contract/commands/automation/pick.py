"""Picking: a person points at an element, and gets the locator that names it tomorrow too."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import ANSWER_MS, TAB
from clz_core.contract.errors import error
from clz_core.contract.registry import Command, Field, Flag, Param, Typed
from clz_core.contract.shapes import Params


def _check(params: Params) -> None:
    point = params.get("point")
    if point is None:
        return
    if params.get("note"):
        raise error("INVALID_PARAMS", "--point and --note do not go together: the person points at elements.")
    parts = str(point).split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        x = y = -1.0
    if len(parts) != 2 or not (0 <= x <= limits.MAX_SIDE_PX and 0 <= y <= limits.MAX_SIDE_PX):
        raise error("INVALID_PARAMS", f"point: {str(point)[:40]!r} is not a place such as 120,80.")


COMMANDS: tuple[Command, ...] = (
    Command(
        "pickElement",
        "pick",
        "Ask a person to point at an element, and print its locator: a durable one, as clz record would write it. "
        "Escape cancels. In a Firefox without a window they point in the picture of clz show.",
        params=(
            Param(
                "point",
                "Pick the element here without asking: a place in the part in view, in CSS pixels, as in a screenshot.",
                limits=(3, 40),
                metavar="X,Y",
            ),
            Flag("note", "Let the person write a note at one element after another; Escape ends. See clz notes."),
            ANSWER_MS,
        ),
        result=(
            Field("locator", "string", "The locator.", text="payload"),
            Field("kind", "'role' | 'label' | 'testid' | 'text' | 'css'", "Its kind."),
            Field("role", "string", "The element's role.", optional=True),
            Field("name", "string", "Its accessible name.", optional=True),
            Field("nth", "integer", "Which of several matches it is, if the locator matches several.", optional=True),
            Field("frame", "string", "The locator of the element that holds its frame.", optional=True),
            Field("secret", "boolean", "True if what is typed there is a secret."),
            Field("by", "'firefox' | 'show' | 'point'", "Where it was pointed at."),
            Field(
                "notes",
                "integer",
                "With --note: how many; the locator is the last one's.",
                optional=True,
            ),
            TAB,
        ),
        check=_check,
        rights=(),
        tab=True,
        offered="shell",
        typed=Typed(in_tests=False),
        traced=False,
        asks_person="element",
        example={"point": "10,10"},
        examples=("clz pick", "clz pick --note", "clz pick --point 120,80"),
    ),
)
