"""The mouse: clicks, drags, and what it does at a point."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.actions.shared import AT, DELAY, FOCUS, IN, MODIFIER, WAITING, Action, Point, acted
from clz_core.contract.commands.shared import target_param
from clz_core.contract.registry import TOOL, Acts, Argument, Command, Field, Flag, Integer, Param, Tool

BUTTON = Param("button", "Which button.", "left", choices=("left", "middle", "right"))


def _click(name: str, summary: str, *params: Param, examples: tuple[str, ...], tool: Tool = TOOL) -> Command:
    return Action(
        name,
        name,
        summary,
        params=(target_param("Element to click."), *params, MODIFIER, AT, *WAITING),
        result=(Field("clicked", "boolean", "True: the click was sent."), *acted("the click", FOCUS)),
        tool=tool,
        example={"target": "#count"},
        examples=examples,
    )


COMMANDS: tuple[Command, ...] = (
    _click(
        "click",
        "Click an element: first wait until it is visible, stable, enabled and not covered.",
        BUTTON,
        Integer("count", "How many times: 2 is a double click.", 1, limits=(1, 3)),
        DELAY,
        Flag("new_tab", "Open the link in a new tab."),
        tool=Tool(
            first=True,
            about="Click an element once it is ready.",
            hidden=("count", "modifier", "delay"),
            help={"new_tab": "In a new tab"},
        ),
        examples=(
            'clz click "button.submit"',
            'clz click "#row" --modifier ctrl',
            'clz click "#map" --at 20,35',
            "clz click @e4 --delay 800",
        ),
    ),
    _click("dblclick", "Double-click an element.", examples=('clz dblclick "td.name"',)),
    Action(
        "hover",
        "hover",
        "Move the mouse over an element, and leave it there.",
        params=(target_param("Element to move to."), MODIFIER, AT, *WAITING),
        result=(Field("hovered", "boolean", "True: the mouse is there."), *acted("the move")),
        on_tab=Acts(presses=False),
        example={"target": "#count"},
        examples=('clz hover "nav .menu"',),
    ),
    Action(
        "drag",
        "drag",
        "Drag an element onto another one, or by a distance.",
        params=(
            target_param("Element to drag."),
            Argument(
                "to",
                "Element to drop it on, in any frame.",
                default=None,
                limits=(1, limits.MAX_TARGET_CHARS),
                format="target",
            ),
            Param("by", "Distance as DX,DY in CSS pixels. Instead of TO.", metavar="DX,DY"),
            Point(
                "from_point",
                "Where to press it, as X,Y from its upper left corner. Default: its middle, or a slider's thumb.",
                flags=("--from",),
            ),
            Point("to_point", "Where to release it, as X,Y from the upper left corner of TO.", flags=("--to",)),
            Param(
                "path",
                'Points to go through, as "X,Y X,Y" from its upper left corner. Without TO the drag ends at the last.',
                limits=(1, 10_000),
            ),
            Integer(
                "duration",
                "How long the drag takes, in milliseconds.",
                limits.DRAG_MS,
                limits=(0, 30_000),
                metavar="MS",
            ),
            Integer("steps", "How many mouse moves it consists of.", limits.DRAG_STEPS, limits=(1, 1_000)),
            MODIFIER,
            *WAITING,
        ),
        result=(
            Field("dragged", "boolean", "True: it was dragged and released."),
            Field("kind", "'pointer' | 'html5'", "Whether the mouse did it, or the browser's drag and drop."),
            Field("accepted", "boolean", "For html5: whether the target accepted the drop.", optional=True),
            Field(
                "changed",
                "boolean",
                "False if the page was the same afterwards; left out if that cannot be seen, as on a canvas.",
                optional=True,
            ),
            Field("value", "string", "What the slider holds now, if one was dragged.", optional=True),
            Field("selected", "string", "Text that the drag selected, cut at 1000 characters.", optional=True),
            *acted("the events"),
        ),
        tool=Tool(help={"by": "DX,DY in pixels", "target": "What to drag", "to": "Element to drop it on"}),
        example={"target": "#total", "by": "5,5"},
        examples=(
            'clz drag ".card" ".done-column"',
            'clz drag ".slider .thumb" --by 80,0',
            'clz drag "#map" --by=-200,0 --duration 600',
            'clz drag "#drawing" --from 10,10 --path "60,20 90,80"',
        ),
    ),
    Action(
        "mouse",
        "mouse",
        "Move, press, release or click the mouse at a point; a button that is down stays down.",
        params=(
            Argument("action", "What it does.", choices=("move", "down", "up", "click")),
            Point(
                "point",
                "X,Y in CSS pixels of the viewport. Default: where it is, or the middle of --in.",
                argument=True,
            ),
            IN,
            BUTTON,
            Integer("count", "How many times it clicks: 2 is a double click.", 1, limits=(1, 3)),
            MODIFIER,
            *WAITING,
        ),
        result=(
            Field("x", "number", "Where the mouse is now, in CSS pixels of its frame's viewport.", optional=True),
            Field("y", "number", "The same, vertically.", optional=True),
            Field("down", "string[]", "Buttons that are down now.", optional=True),
            *acted("the events", FOCUS),
        ),
        tool=Tool(hidden=("count",)),
        example={"action": "move", "target": "#count"},
        examples=(
            "clz mouse click 200,150",
            "clz mouse down 200,150",
            "clz mouse move 260,150",
            "clz mouse up",
            'clz mouse click 20,35 --in "canvas"',
        ),
    ),
    Action(
        "mouseWheel",
        "wheel",
        "Turn the mouse wheel over a point.",
        params=(
            Argument(
                "delta", "DY, or DX,DY, in CSS pixels; down and right are positive.", limits=(1, 1_000), metavar="DX,DY"
            ),
            Point(
                "at",
                "Point X,Y of the viewport, or from the corner of --in. Default: where the mouse is, or the middle.",
            ),
            IN,
            *WAITING,
        ),
        result=(
            Field("scrolled", "boolean", "False if nothing scrolled: a page may use the wheel for something else."),
            *acted("the wheel"),
        ),
        on_tab=Acts(presses=False),
        example={"delta": "100", "target": "#count"},
        examples=("clz wheel 300", "clz wheel -120 --at 400,300", 'clz wheel 0,-200 --in "#map"'),
    ),
)
