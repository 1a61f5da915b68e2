"""Notes: what a person has written at elements of a page, for an agent to work on."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import ANSWER_MS, tab_param
from clz_core.contract.errors import error
from clz_core.contract.registry import (
    REQUIRED,
    Acts,
    Array,
    Command,
    Field,
    Flag,
    HostCommand,
    Integer,
    Param,
    Tool,
    Typed,
)
from clz_core.contract.shapes import Params

BOX = "{ x: number; y: number; width: number; height: number }"
ABOUT = (
    "tabId: integer; url: string; locator: string; selector: string; nth?: integer; frame?: string; role?: string; "
    f"name?: string; box: {BOX}; styles: Record<string, string>; component?: string; source?: string"
)
NOTE = f"{{ number: integer; text: string; {ABOUT}; crop?: string; after?: string; answer?: string }}"


def _check(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    resolves = params.get("action") == "resolve"
    if resolves != (params.get("number") is not None):
        raise error("INVALID_PARAMS", "resolve needs the number of a note.", "List them: clz notes")
    if params.get("text") is not None and not resolves:
        raise error("INVALID_PARAMS", "text belongs to a note that you resolve.", "clz notes resolve 1 --text TEXT")


COMMANDS: tuple[Command, ...] = (
    HostCommand(
        "getNotes",
        "notes",
        "List and resolve the notes that the person wrote at elements; they stay until resolved. `clz pick --note` and "
        "--wait ask for some.",
        params=(
            Param("action", "Resolve a note, or clear all.", choices=("resolve", "clear"), argument=True),
            Integer("number", "The note that is done.", argument=True, limits=(1, None)),
            Param("text", "What you did, for the person.", limits=(1, limits.MAX_NOTE_CHARS)),
            Flag("wait", "If there is no note, let the person write some in your tab, and wait until they are done."),
            tab_param("The tab that the person writes in. Default: your current tab."),
            ANSWER_MS,
            Flag("markdown", "As one Markdown document.", local=True),
        ),
        result=(
            Field("notes", f"Array<{NOTE}>", "Those that are open; pictures are files.", persons=("text",)),
            Field("resolved", NOTE, "The one that was resolved, with a picture of its element now.", optional=True),
            Field("markdown", "string", "The document.", optional=True, text="lines"),
        ),
        quotes_page=True,
        changes=True,
        tool=Tool(
            about="The person's notes at elements. `wait`: they write some now.",
            help={"number": "", "text": "What you did", "wait": ""},
            destructive=False,
            former="firefox_notes",
        ),
        typed=Typed(in_tests=False),
        traced=False,
        check=_check,
        steps=True,
        example={},
        examples=("clz notes --wait", "clz notes --markdown", 'clz notes resolve 1 --text "It is blue now"'),
    ),
    Command(
        "markNotes",
        "",
        "Take off a tab the marks of notes that are not open any more.",
        params=(Array("open", "The numbers of those that are.", REQUIRED),),
        rights=(),
        tab=True,
        on_tab=Acts(dialog=True),
        offered="host",
        example={"open": ["1"]},
    ),
)
