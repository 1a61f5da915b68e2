"""Clipboards: one of each agent's own, and the system's where that is asked for."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.actions.shared import FOCUS, WAITING, Action, acted
from clz_core.contract.commands.shared import NEXT_OFFSET, OFFSET, TRUNCATED, most_chars, target_param
from clz_core.contract.registry import Argument, Command, Field, Flag, Param, Tool

SYSTEM = Flag("system", "The system's clipboard instead of your own.", rights=("clipboard",))

COMMANDS: tuple[Command, ...] = (
    Command(
        "readClipboard",
        "clipboard read",
        "Print what your clipboard holds: what you wrote there, or copied in a page.",
        params=(
            Flag("html", "Its HTML instead of its text."),
            SYSTEM,
            OFFSET,
            most_chars("Most characters to return."),
        ),
        result=(
            Field("text", "string", "Its text; empty if it has none.", text="payload"),
            Field("types", "string[]", "Its formats, such as text/plain and text/html."),
            Field("source", "string | null", "The address of the page that it was copied in, if it was."),
            TRUNCATED,
            NEXT_OFFSET,
        ),
        rights=(),
        examples=("clz clipboard read", "clz clipboard read --html"),
    ),
    Command(
        "writeClipboard",
        "clipboard write",
        "Put text on your clipboard, to be pasted with clz clipboard paste.",
        params=(
            Argument("text", "The text; - reads it from standard input.", limits=(0, limits.MAX_CLIPBOARD_CHARS)),
            Param("html", "The same as HTML.", limits=(0, limits.MAX_CLIPBOARD_CHARS)),
            SYSTEM,
        ),
        result=(
            Field("length", "integer", "How many characters the text has."),
            Field("types", "string[]", "What the clipboard holds now."),
        ),
        rights=(),
        changes=True,
        tool=Tool(destructive=False, idempotent=True, open_world=False),
        example={"text": "Ada"},
        examples=('clz clipboard write "Ada Lovelace"', "clz clipboard write - --html '<b>Ada</b>' < name.txt"),
    ),
    Action(
        "pasteClipboard",
        "clipboard paste",
        "Paste what your clipboard holds into an element, or wherever the focus is.",
        params=(target_param("Element to paste into. Default: the focused one.", None), SYSTEM, *WAITING),
        result=(
            Field("takenBy", "'page' | 'field'", "Whether a script of the page took it, or the field itself."),
            Field("length", "integer", "How many characters the text has."),
            *acted("the paste"),
            FOCUS,
        ),
        shows="clipboard",
        example={"target": "#text"},
        examples=("clz clipboard paste", 'clz clipboard paste "#editor"'),
    ),
)
