"""What the page's origin keeps in Firefox: local and session storage, IndexedDB databases and caches."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import NEXT_OFFSET, OFFSET, TAB, TRUNCATED, most_chars
from clz_core.contract.errors import error
from clz_core.contract.registry import FRAME, Acts, Argument, Command, Field, Flag, Tool
from clz_core.contract.shapes import Params

ENTRY = "{ key: string; length: integer; value?: string }"
ORIGIN = Field("origin", "string", "The origin whose storage it is.")
WORDS = {"list": 0, "get": 1, "set": 2, "delete": 1, "clear": 0}  # that an action takes


def _check_words(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    action = params.get("action", "list")
    given = [params.get(name) is not None for name in ("key", "value")]
    if given != [WORDS[action] > at for at in range(2)]:
        takes = {0: "neither a key nor a value", 1: "a key and no value", 2: "a key and a value"}[WORDS[action]]
        raise error("INVALID_PARAMS", f"{action} takes {takes}.", "See: clz storage local --help")


def _area(name: str, area: str, summary: str, example: Params, examples: tuple[str, ...]) -> Command:
    return Command(
        name,
        f"storage {area}",
        summary,
        params=(
            Argument(
                "action",
                "list of the keys, get KEY, set KEY VALUE, delete KEY, or clear.",
                default="list",
                choices=tuple(WORDS),
            ),
            Argument("key", "The key.", default=None, limits=(0, limits.MAX_STORAGE_CHARS)),
            Argument(
                "value",
                "Its value; - reads it from standard input.",
                default=None,
                format="secret",
                limits=(0, limits.MAX_STORAGE_CHARS),
            ),
            Flag("show", "List the values too."),
            FRAME,
            OFFSET,
            most_chars("Most characters of values to return."),
        ),
        result=(
            ORIGIN,
            Field("action", "'list' | 'get' | 'set' | 'delete' | 'clear'", "What was done."),
            Field("entries", f"Array<{ENTRY}>", f"The keys concerned, {limits.MAX_STORAGE_ENTRIES} at most."),
            Field("count", "integer", "How many there are."),
            Field("value", "string", "The value that was asked for.", optional=True, text="payload"),
            TRUNCATED,
            NEXT_OFFSET,
            TAB,
        ),
        rights=("storage",),
        runs="content",
        changes=True,
        tool=Tool(idempotent=True),
        on_tab=Acts(then=False),
        check=_check_words,
        example=example,
        examples=examples,
    )


COMMANDS: tuple[Command, ...] = (
    Command(
        "getStorage",
        "storage",
        "List what the page's origin stores: local and session storage, IndexedDB databases, caches.",
        params=(FRAME,),
        result=(
            ORIGIN,
            Field("local", "{ count: integer; length: integer }", "Keys of local storage, and characters of all."),
            Field("session", "{ count: integer; length: integer }", "The same of session storage."),
            Field("databases", "Array<{ name: string; version: integer }>", "IndexedDB databases."),
            Field("caches", "Array<{ name: string; count: integer }>", "Caches, and how many answers each holds."),
            Field("serviceWorkers", "string[]", "Scopes of its service workers."),
            TAB,
        ),
        rights=("storage",),
        runs="content",
        examples=("clz storage",),
    ),
    _area(
        "localStorage",
        "local",
        "List, get, set and delete what the page's origin keeps in local storage.",
        {"action": "set", "key": "one", "value": "x"},
        ("clz storage local", "clz storage local get theme", "clz storage local set theme dark"),
    ),
    _area(
        "sessionStorage",
        "session",
        "List, get, set and delete what the tab keeps for the page's origin in session storage.",
        {"action": "clear"},
        ("clz storage session", "clz storage session get step", "clz storage session clear"),
    ),
    Command(
        "clearStorage",
        "storage clear",
        "Clear the local and session storage of the page's origin, or everything that it stores except cookies.",
        params=(FRAME, Flag("all", "Also its IndexedDB databases, caches and service workers.")),
        result=(
            ORIGIN,
            Field("local", "integer", "Keys of local storage that are gone."),
            Field("session", "integer", "Keys of session storage that are gone."),
            Field("databases", "string[]", "Databases that are gone."),
            Field("open", "string[]", "Databases that pages keep open; they are deleted once those close them."),
            Field("caches", "string[]", "Caches that are gone."),
            Field("serviceWorkers", "string[]", "Service workers that are gone."),
            TAB,
        ),
        rights=("storage",),
        runs="content",
        changes=True,
        tool=Tool(idempotent=True),
        on_tab=Acts(then=False),
        example={"all": True},
        examples=("clz storage clear", "clz storage clear --all"),
    ),
)
