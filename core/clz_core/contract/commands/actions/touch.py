"""A finger on the page."""

from __future__ import annotations

from clz_core.contract.commands.actions.shared import AT, FOCUS, HOLD, WAITING, acted
from clz_core.contract.commands.shared import target_param
from clz_core.contract.registry import Command, Field, Param

COMMANDS: tuple[Command, ...] = (
    Command(
        "tap",
        "tap",
        "Tap an element with a finger.",
        params=(target_param("Element to tap."), HOLD, AT, *WAITING),
        result=acted("the tap", FOCUS),
        rights=(),
        runs="content",
        changes=True,
        example={"target": "#count"},
        examples=("clz viewport iphone-14", 'clz tap "#menu"'),
    ),
    Command(
        "swipe",
        "swipe",
        "Swipe over an element with a finger.",
        params=(
            target_param("Element to swipe over."),
            Param(
                "direction",
                "string",
                "Where the finger goes: up scrolls down.",
                None,
                choices=("up", "down", "left", "right"),
            ),
            Param(
                "distance",
                "integer",
                "How far, in CSS pixels. Default: half of the viewport.",
                None,
                limits=(1, 10_000),
            ),
            AT,
            Param(
                "to_point",
                "string",
                "End as X,Y from its corner. Takes the place of a direction.",
                None,
                limits=(1, 1_000),
                flags=("--to",),
                metavar="X,Y",
            ),
            *WAITING,
        ),
        result=(
            Field("scrolled", "boolean", "True if it scrolled something; a page can prevent that."),
            *acted("the swipe"),
        ),
        rights=(),
        runs="content",
        changes=True,
        example={"target": "h1", "direction": "up"},
        examples=('clz swipe ".carousel" --direction left', 'clz swipe "#sheet" --at 50,10 --to 50,300'),
    ),
)
