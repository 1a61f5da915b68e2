"""A finger on the page."""

from __future__ import annotations

from clz_core.contract.commands.actions.shared import AT, DELAY, FOCUS, WAITING, Action, Point, acted
from clz_core.contract.commands.shared import target_param
from clz_core.contract.registry import Command, Field, Integer, Param

COMMANDS: tuple[Command, ...] = (
    Action(
        "tap",
        "tap",
        "Tap an element with a finger.",
        params=(target_param("Element to tap."), DELAY, AT, *WAITING),
        result=acted("the tap", FOCUS),
        example={"target": "#count"},
        examples=("clz viewport iphone-14", 'clz tap "#menu"'),
    ),
    Action(
        "swipe",
        "swipe",
        "Swipe over an element with a finger.",
        params=(
            target_param("Element to swipe over."),
            Param("direction", "Where the finger goes: up scrolls down.", choices=("up", "down", "left", "right")),
            Integer("distance", "How far, in CSS pixels. Default: half of the viewport.", limits=(1, 10_000)),
            AT,
            Point("to_point", "End as X,Y from its corner. Takes the place of a direction.", flags=("--to",)),
            *WAITING,
        ),
        result=(
            Field("scrolled", "boolean", "True if it scrolled something; a page can prevent that."),
            *acted("the swipe"),
        ),
        example={"target": "h1", "direction": "up"},
        examples=('clz swipe ".carousel" --direction left', 'clz swipe "#sheet" --at 50,10 --to 50,300'),
    ),
)
