"""Init scripts: what runs in pages before their own scripts."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import SCOPE, TAB_ONLY
from clz_core.contract.errors import error
from clz_core.contract.registry import CODE, Argument, Command, Field, Flag, Param, Tool
from clz_core.contract.shapes import Params

SCRIPT = "{ id: integer; name: string; chars: integer; tabId: integer | null; off: string | null }"
ID = Field("id", "integer", "The script: clz init remove ID")
NAME = Field("name", "string", "What it is called in lists and errors.")


def _check_add(params: Params) -> None:
    code = params.get("code")
    if code is None:
        raise error("INVALID_PARAMS", "Which script? Its code is missing.", "Type: clz init add FILE")
    if not code.strip():
        raise error("INVALID_PARAMS", "The script is empty.", "See: clz init add --help")


def _check_remove(params: Params) -> None:
    if ("id" in params) == params["all"]:
        raise error("INVALID_PARAMS", "Name one script, or all.", "Type: clz init remove ID, or clz init remove --all")


COMMANDS: tuple[Command, ...] = (
    Command(
        "addInitScript",
        "init add",
        "Run a script in each page that your tabs open from now on, and in its frames, before their own scripts.",
        params=(
            Argument("file", "File with the script; - for standard input.", default=None, format="path", local=True),
            Param(
                "code",
                "The script itself, in JavaScript. It runs in the page's own world, whatever the page's policy says.",
                limits=(1, limits.MAX_INIT_SCRIPT_CHARS),
                metavar="JS",
            ),
            Param(
                "name",
                "What it is called in lists and errors. Default: the file's name.",
                limits=(1, limits.MAX_NAME_CHARS * 4),
            ),
            TAB_ONLY,
        ),
        result=(ID, NAME, SCOPE),
        rights=CODE,
        changes=True,
        tool=Tool(destructive=False, open_world=False),
        check=_check_add,
        example={"code": "window.ran = 1"},
        examples=(
            "clz init add fixtures.js",
            "clz init add --code 'Math.random = () => 0.5'",
            "clz init add fake-clock.js --tab 4",
        ),
    ),
    Command(
        "listInitScripts",
        "init list",
        "List your init scripts, in the order in which they run.",
        result=(Field("scripts", f"Array<{SCRIPT}>", "Your scripts; off: the rule that disables one."),),
        rights=(),
    ),
    Command(
        "removeInitScripts",
        "init remove",
        "Remove one of your init scripts, or all of them; pages in which they ran stay as they are.",
        params=(
            Argument("id", "The script, as listed by `clz init list`.", default=None, kind="integer", limits=(1, None)),
            Flag("all", "All of your scripts, or, with --tab, those for that tab only."),
            TAB_ONLY,
        ),
        result=(
            Field("removed", "integer[]", "The scripts that are gone."),
            Field("left", "integer", "How many you have left."),
        ),
        rights=(),
        changes=True,
        tool=Tool(destructive=False, idempotent=True, open_world=False),
        check=_check_remove,
        example={"all": True},
        examples=("clz init remove 3", "clz init remove --all"),
    ),
)
