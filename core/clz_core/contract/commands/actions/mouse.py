"""The mouse: clicks, drags, and what it does at a point."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.actions.shared import AT, FOCUS, IN, MODIFIER, WAITING, acted
from clz_core.contract.commands.shared import target_param
from clz_core.contract.registry import TOOL, Command, Field, Param, Tool


def _click(name: str, summary: str, *params: Param, examples: tuple[str, ...], tool: Tool = TOOL) -> Command:
    return Command(
        name,
        name,
        summary,
        params=(target_param("Element to click."), *params, MODIFIER, AT, *WAITING),
        result=(
            Field("clicked", "boolean", "True: the click was sent."),
            *acted("the click", FOCUS),
        ),
        rights=(),
        runs="content",
        changes=True,
        tool=tool,
        example={"target": "#count"},
        examples=examples,
    )


COMMANDS: tuple[Command, ...] = (
    _click(
        "click",
        "Click an element once it exists and is visible, stable, enabled and not covered.",
        Param("button", "string", "Which button.", "left", choices=("left", "middle", "right")),
        Param("count", "integer", "How many times: 2 is a double click.", 1, limits=(1, 3)),
        Param("new_tab", "boolean", "Open the link in a new tab of yours.", False),
        tool=Tool(
            first=True,
            about="Click an element once it is ready.",
            hidden=("count", "modifier"),
            help={"new_tab": "Open the link in a new tab"},
        ),
        examples=('clz click "button.submit"', 'clz click "#row" --modifier ctrl', 'clz click "#map" --at 20,35'),
    ),
    _click("dblclick", "Double-click an element.", examples=('clz dblclick "td.name"',)),
    Command(
        "hover",
        "hover",
        "Move the mouse over an element, and leave it there.",
        params=(target_param("Element to move to."), MODIFIER, AT, *WAITING),
        result=(
            Field("hovered", "boolean", "True: the mouse is there."),
            *acted("the move"),
        ),
        rights=(),
        runs="content",
        changes=True,
        example={"target": "#count"},
        examples=('clz hover "nav .menu"',),
    ),
    Command(
        "drag",
        "drag",
        "Drag an element onto another one, or by a distance.",
        params=(
            target_param("Element to drag."),
            Param(
                "to",
                "string",
                "Element to drop it on, in any frame.",
                None,
                limits=(1, limits.MAX_TARGET_CHARS),
                format="target",
                argument=True,
            ),
            Param("by", "string", "Distance as DX,DY in CSS pixels. Instead of TO.", None, metavar="DX,DY"),
            Param(
                "from_point",
                "string",
                "X,Y to press it at. Counted from its upper left corner; default: its middle.",
                None,
                limits=(1, 1_000),
                flags=("--from",),
                metavar="X,Y",
            ),
            Param(
                "to_point",
                "string",
                "X,Y in TO to release at. Counted from its upper left corner.",
                None,
                limits=(1, 1_000),
                flags=("--to",),
                metavar="X,Y",
            ),
            Param(
                "path",
                "string",
                'Points to go through, "X,Y X,Y". Counted from its upper left corner; without TO it ends at the last.',
                None,
                limits=(1, 10_000),
            ),
            Param(
                "duration",
                "integer",
                "How long the drag takes, in milliseconds.",
                limits.DRAG_MS,
                limits=(0, 30_000),
                metavar="MS",
            ),
            Param("steps", "integer", "How many mouse moves it consists of.", limits.DRAG_STEPS, limits=(1, 1_000)),
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
            *acted("the events"),
        ),
        rights=(),
        runs="content",
        changes=True,
        tool=Tool(help={"by": "DX,DY in pixels", "target": "What to drag", "to": "Element to drop it on"}),
        example={"target": "#total", "by": "5,5"},
        examples=(
            'clz drag ".card" ".done-column"',
            'clz drag ".slider .thumb" --by 80,0',
            'clz drag "#map" --by=-200,0 --duration 600',
            'clz drag "#drawing" --from 10,10 --path "60,20 90,80"',
        ),
    ),
    Command(
        "mouse",
        "mouse",
        "Move, press, release or click the mouse at a point; a button that is down stays down.",
        params=(
            Param("action", "string", "What it does.", choices=("move", "down", "up", "click"), argument=True),
            Param(
                "point",
                "string",
                "X,Y in CSS pixels of the viewport. Default: where it is, or the middle of --in.",
                None,
                limits=(1, 1_000),
                argument=True,
                metavar="X,Y",
            ),
            IN,
            Param("button", "string", "Which button.", "left", choices=("left", "middle", "right")),
            Param("count", "integer", "How many times it clicks: 2 is a double click.", 1, limits=(1, 3)),
            MODIFIER,
            *WAITING,
        ),
        result=(
            Field("x", "number", "Where the mouse is now, in CSS pixels of its frame's viewport.", optional=True),
            Field("y", "number", "The same, vertically.", optional=True),
            Field("down", "string[]", "Buttons that are down now.", optional=True),
            *acted("the events", FOCUS),
        ),
        rights=(),
        runs="content",
        changes=True,
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
    Command(
        "mouseWheel",
        "wheel",
        "Turn the mouse wheel over a point.",
        params=(
            Param(
                "delta",
                "string",
                "DY, or DX,DY, in CSS pixels; down and right are positive.",
                limits=(1, 1_000),
                argument=True,
                metavar="DX,DY",
            ),
            Param(
                "at",
                "string",
                "Point X,Y of the viewport, or from the corner of --in. Default: where the mouse is, or the middle.",
                None,
                limits=(1, 1_000),
                metavar="X,Y",
            ),
            IN,
            *WAITING,
        ),
        result=(
            Field("scrolled", "boolean", "False if nothing scrolled: a page may use the wheel for something else."),
            *acted("the wheel"),
        ),
        rights=(),
        runs="content",
        changes=True,
        example={"delta": "100", "target": "#count"},
        examples=("clz wheel 300", "clz wheel -120 --at 400,300", 'clz wheel 0,-200 --in "#map"'),
    ),
)
