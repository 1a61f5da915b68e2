"""Parameters and result fields of the commands that act in a page."""

from __future__ import annotations

from functools import partial

from clz_core.contract.commands.shared import (
    DIALOGS,
    OPENED,
    REQUEST,
    TAB,
    URL,
    WAIT_MS,
    WAIT_REQUEST,
    target_param,
)
from clz_core.contract.registry import Array, Command, Field, Flag, Integer, Param

Action = partial(Command, runs="content", rights=(), changes=True)  # what a hand can do in a page, without a right
Point = partial(Param, limits=(1, 1_000), metavar="X,Y")
FORCE = Flag("force", "Act immediately, even if the element is hidden, moving, disabled or covered.")
NO_WAIT = Flag("no_wait", "Look once instead of waiting: the same as --wait-ms 0.", local=True)
WAITING = (FORCE, WAIT_MS, NO_WAIT, WAIT_REQUEST)
AT = Point(
    "at",
    "Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.",
    limits=(3, 40),
)
DELAY = Integer("delay", "How long to hold it down, in milliseconds.", 0, limits=(0, 10_000), metavar="MS")
IN = target_param("Element to count from. Its upper left corner is 0,0.", None, argument=False, flags=("--in",))
MODIFIER = Array(
    "modifier",
    "Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times.",
    choices=("ctrl", "shift", "alt", "meta"),
    limits=(0, 4),
)
ELEMENT = (
    Field("tagName", "string", "Its tag, in lower case."),
    Field("text", "string", "Its text or label, cut at 100 characters."),
    Field("id", "string", "Its id attribute."),
    Field("className", "string", "Its class attribute."),
)
EFFECTS = (
    Field("navigated", "string", "Address that the page went to as a result.", optional=True),
    *OPENED,
    Field(
        "navigationRefused",
        "string",
        "Address that the page tried to go to, but web pages may not lead there, or a rule forbids it.",
        optional=True,
    ),
    Field("refusedBy", "string", "The rule that forbids it.", optional=True),
    Field(
        "onItsWayTo", "string", "Address that the page is going to, whose server has not answered yet.", optional=True
    ),
    Field(
        "notSent",
        "string[]",
        "Fields because of which Firefox did not send the form, and what it says about them.",
        optional=True,
    ),
    Field("tabClosed", "boolean", "True if the tab was closed meanwhile, as by a button of its page.", optional=True),
    Field("popupsRefused", "integer", "How many more tabs the page tried to open; they were refused.", optional=True),
    *DIALOGS,
    Field(
        "fileChooser",
        "{ multiple: boolean; folder: boolean }",
        "File chooser that the page opened as a result. It was closed; to give files: clz upload.",
        optional=True,
    ),
    Field("download", "string", "File that is being saved as a result; of several, the last.", optional=True),
    Field("downloads", "string[]", "All of them in order, if there are several.", optional=True),
    Field(
        "lateDownloads",
        "Array<{ path: string; at: string }>",
        "Files that were saved between the previous command in this tab and this one, and when that began (ISO 8601).",
        optional=True,
    ),
    Field("downloadRefused", "string", "Rule that forbids the file that the page tried to save.", optional=True),
    REQUEST,
)
FOCUS = Field("focus", "string", "A selector of the element that has the focus now; empty if none has.", optional=True)


def trusted(what: str) -> Field:
    return Field("trusted", "boolean", f"True if the page cannot tell {what} from a person's.")


def acted(what: str, *more: Field) -> tuple[Field, ...]:
    """What every action tells: the element, the page, whether `what` was trusted, and what came of it."""
    return (*ELEMENT, TAB, URL, trusted(what), *more, *EFFECTS)
