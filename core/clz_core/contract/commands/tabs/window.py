"""Windows and viewports: who has tabs in which window, its size, and the size that a page is laid out for."""

from __future__ import annotations

from clz_core.contract.commands.shared import CURRENT, TAB, TAB_COUNT, URL
from clz_core.contract.limits import MAX_SIDE_PX, MIN_SIDE_PX
from clz_core.contract.registry import REQUIRED, Argument, Command, Field, Flag, Integer, Param, Tool

SIDE = (MIN_SIDE_PX, MAX_SIDE_PX)
SIZE = "{ width: integer; height: integer }"
PRESETS = (
    "iphone-se, iphone-14, iphone-14-pro-max, pixel-7, galaxy-s23, ipad-mini, ipad-pro-11, ipad-pro-12, laptop, desktop"
)
WINDOW_ENTRY = (
    "{ windowId: integer; width: integer; height: integer; state: string; focused: boolean; private: boolean; "
    "shared: boolean; current: boolean; mine: integer; others: Array<{ owner: string; tabs: integer }>; "
    "person: integer }"
)


def _window(argument: bool) -> Param:
    help = "The window, as listed by `clz window list`. Default: that of your current tab."
    return Integer("window_id", help, limits=(0, None), argument=argument, flags=("--window",))


def _side(name: str, default: object) -> Param:
    return Argument(name, f"{name.capitalize()} in CSS pixels.", default=default, kind="integer", limits=SIDE)


COMMANDS: tuple[Command, ...] = (
    Command(
        "getWindows",
        "window list",
        "List the windows that agents have tabs in: size, state, and who owns the tabs.",
        result=(Field("windows", f"Array<{WINDOW_ENTRY}>", "One entry a window; the person's own are not listed."),),
        rights=(),
    ),
    Command(
        "closeWindow",
        "window close",
        "Close your own tabs in a window, and the window too if no other tabs are in it.",
        params=(_window(argument=True),),
        result=(
            Field("windowId", "integer", "The window."),
            Field("closed", "integer[]", "Your tabs that were closed."),
            Field("windowClosed", "boolean", "True if the window is gone too."),
            Field("left", "integer", "Tabs of others that are left in it."),
            CURRENT,
            TAB_COUNT,
        ),
        rights=(),
        changes=True,
        tool=Tool(destructive=True),
    ),
    Command(
        "resizeWindow",
        "window resize",
        "Resize the window that all agents share; to size only one page: clz viewport.",
        params=(_side("width", REQUIRED), _side("height", REQUIRED), _window(argument=False)),
        result=(
            Field("windowId", "integer", "The window."),
            Field("width", "integer", "Its outer width now."),
            Field("height", "integer", "Its outer height now."),
            Field("requested", SIZE, "What was asked for."),
            Field(
                "reached", "boolean", "True if it has that size; Firefox keeps them at least 450 to 500 pixels wide."
            ),
            Field("state", "string", "Its state now."),
            Field("agents", "integer", "Other agents that have tabs in it, and see it change."),
        ),
        rights=(),
        changes=True,
        tool=Tool(idempotent=True),
        example={"width": 1366, "height": 768},
        examples=("clz window resize 1400 900",),
    ),
    Command(
        "setViewport",
        "viewport",
        "Lay the page out for another size: a device, or width and height.",
        params=(
            Argument(
                "preset",
                f"{PRESETS}; or a size such as 800x600.",
                default=None,
                limits=(1, 100),
                metavar="PRESET|WxH",
                suggested=tuple(PRESETS.split(", ")),
            ),
            Integer("width", "Width in CSS pixels, with height instead of a preset.", limits=SIDE),
            Integer("height", "Height in CSS pixels.", limits=SIDE),
            Flag("reset", "Give the tab the size of its window again, and end the emulation of the device."),
            Flag("alone", "Fail if the whole window would have to be resized.", given="made"),
        ),
        result=(
            TAB,
            URL,
            Field("preset", "string | null", "The preset."),
            Field("width", "integer", "Width of the page's viewport now."),
            Field("height", "integer", "Its height now."),
            Field("requested", f"{SIZE} | null", "What was asked for; null if it was reset."),
            Field("reached", "boolean", "True if it has that size."),
            Field(
                "scope",
                '"tab" | "window"',
                "tab: only this tab; window: this Firefox has no helper, so the whole window was resized.",
            ),
            Field("ratio", "number", "Device pixels per CSS pixel, as the page sees them."),
            Field("touch", "boolean", "True if the page sees a touch screen."),
            Field("userAgent", "string | null", "User agent that pages loaded from now on see; null: Firefox's own."),
            Field("note", "string", "What else you should know.", optional=True),
        ),
        rights=(),
        tab=True,
        changes=True,
        tool=Tool(hidden=("alone",), destructive=False, idempotent=True, open_world=False),
        example={"preset": "iphone-14"},
        examples=("clz viewport iphone-14", "clz viewport 1024x768", "clz viewport --reset"),
    ),
)
