"""Routes: what becomes of the requests of an agent's tabs, before they reach any server."""

from __future__ import annotations

import json

from clz_core.contract import limits
from clz_core.contract.commands.network.network import REQUEST_TYPES
from clz_core.contract.commands.shared import SCOPE, TAB_ONLY, Address, Glob
from clz_core.contract.errors import error
from clz_core.contract.globs import check_glob
from clz_core.contract.headers import NOT_ANSWERED, check_headers, check_names, names_of
from clz_core.contract.registry import (
    CODE,
    Argument,
    Array,
    Command,
    Field,
    FilePath,
    Flag,
    Integer,
    Param,
    Right,
    Tool,
)
from clz_core.contract.shapes import Params

ROUTE_ENTRY = (
    "{ id: integer; url: string; does: string; by: 'helper' | 'webRequest'; method: string | null; "
    "type: string | null; tabId: integer | null; delayMs: integer; left: integer | null; matched: integer; "
    "off: string | null }"
)
ID = Field("id", "integer", "The route: clz unroute ID")

# What a route can do to a request; it does one of these, or lets it go on with other headers, or only later.
_DOES = {
    "block": ("block",),
    "fail": ("fail",),
    "redirect": ("redirect",),
    "answer": ("status", "headers", "body", "json", "file"),
    "har": ("har",),
    "hold": ("hold",),
    "change": ("setHeaders", "removeHeaders"),
}
# What comes is the agent's choice.
ANSWERS = ("redirect", "status", "headers", "body", "json", "file", "har")
_FLAGS = {"setHeaders": "--set-header", "removeHeaders": "--remove-header", "headers": "--header"}


def _flag(name: str) -> str:
    return _FLAGS.get(name, f"--{name}")


def _check_route(params: Params) -> None:
    given = {does: [name for name in names if params.get(name)] for does, names in _DOES.items()}
    chosen = {does: names for does, names in given.items() if names}
    if len(chosen) > 1:
        one, other = (_flag(names[0]) for names in list(chosen.values())[:2])
        raise error("INVALID_PARAMS", f"A route does one thing: {one} and {other} do not go together.")
    bodies = [_flag(name) for name in ("body", "json", "file") if params.get(name) is not None]
    if len(bodies) > 1:
        raise error("INVALID_PARAMS", f"An answer has one body: {' and '.join(bodies)} do not go together.")
    if not chosen and not bodies and not params.get("delay"):
        raise error(
            "INVALID_PARAMS",
            "This does not say what to do with the requests.",
            "Add --block, --fail, --redirect URL, --status N, --body TEXT, --set-header K:V or --delay MS.",
        )
    if "har" in chosen and params.get("times"):
        raise error("INVALID_PARAMS", "--har and --times do not go together: a recording says itself how often.")
    if "miss" in params and "har" not in chosen:
        raise error("INVALID_PARAMS", "--miss needs --har.")
    if "url" not in params and "har" not in chosen:
        raise error("INVALID_PARAMS", "Which requests? The glob is missing.", "All of them: '**'")
    if "url" in params:
        check_glob(params["url"])
    check_headers(params.get("headers", []), "--header", NOT_ANSWERED)
    check_headers(params.get("setHeaders", []), "--set-header")
    check_names(params.get("removeHeaders", []), "--remove-header")
    _check_json(params.get("json"))


def _rights_of_route(params: Params) -> tuple[Right, ...]:
    """An answer may be a script that runs as the site's own, and what a file holds is in the page's hands."""
    changed = names_of(params.get("setHeaders")) | names_of(params.get("removeHeaders"))
    rights: list[Right] = []
    if any(params.get(name) is not None for name in ANSWERS):
        rights += CODE
    elif "cookie" in changed:
        rights.append("cookies")
    if params.get("file") is not None or params.get("har") is not None:
        rights.append("upload")
    if params.get("miss") == "record":
        rights.append("bodies")
    return tuple(rights)


def _check_json(text: str | None) -> None:
    if text is None:
        return
    try:
        json.loads(text)
    except ValueError as problem:
        raise error(
            "INVALID_PARAMS",
            f"--json is not JSON: {problem}.",
            "Quote it for the shell: --json '{\"name\": 1}'",
            param="json",
        ) from None


def _check_unroute(params: Params) -> None:
    if ("id" in params) == params["all"]:
        raise error("INVALID_PARAMS", "Name one route, or all: clz unroute ID, clz unroute --all")


COMMANDS: tuple[Command, ...] = (
    Command(
        "addRoute",
        "route",
        "Answer, change, redirect or block the requests of your tabs that match a glob; the newest route wins.",
        params=(
            Glob(
                "url",
                "Glob of addresses: * within a path part, ** across. Policy comes first: what it denies is not "
                "answered.",
                argument=True,
            ),
            Flag("block", "Cancel them, as a content blocker does."),
            Flag("fail", "Fail them like a server that cannot be reached."),
            Address("redirect", "Send them to this address instead; the page sees a redirect."),
            Integer("status", "Answer with this status. Default of an answer: 200.", limits=(200, 599)),
            Array(
                "headers",
                "Header of the answer, as 'Name: value'; can be given several times.",
                limits=(1, 100),
                format="header",
                flags=("--header",),
                metavar="K:V",
            ),
            Param("body", "Answer with this text.", limits=(None, limits.MAX_REQUEST_BYTES)),
            Param(
                "json",
                "Answer with this JSON, as application/json. For clz's own JSON put --json before `route`.",
                limits=(1, limits.MAX_REQUEST_BYTES),
                metavar="JSON",
            ),
            FilePath("file", "Answer with this file; its name decides the type."),
            Array(
                "set_headers",
                "Send the request with this header, as 'Name: value'; can be given several times.",
                limits=(1, 100),
                format="header",
                flags=("--set-header",),
                metavar="K:V",
            ),
            Array(
                "remove_headers",
                "Send the request without this header; can be given several times.",
                limits=(1, 100),
                flags=("--remove-header",),
                metavar="K",
            ),
            Integer("delay", "Wait this many milliseconds first.", 0, limits=(0, limits.MAX_TIMEOUT_MS)),
            Integer("times", "For this many requests; then the route ends.", limits=(1, 1_000_000)),
            Param("method", "Only requests of this method.", limits=(1, 40)),
            Param("type", "Only requests of this type.", choices=REQUEST_TYPES),
            FilePath("har", "Answer from this recording, a HAR file, or a .zip that holds one with its bodies."),
            Param(
                "miss",
                "What happens to requests that the recording lacks. record: they pass, and all bodies of your tabs "
                "are recorded, so that clz network har --bodies writes a recording that includes them. Default: pass.",
                choices=("pass", "fail", "record"),
            ),
            Param("hold", "Hold them for the program of this name: see the Python API.", limits=(1, 64), given="made"),
            TAB_ONLY,
        ),
        result=(
            ID,
            Field("url", "string", "The glob."),
            Field("does", "string", "What happens to the requests."),
            Field("by", "'helper' | 'webRequest'", "Who does it: the helper of clz's own Firefox, or webRequest."),
            SCOPE,
        ),
        rights=("routes",),
        further_rights=_rights_of_route,
        changes=True,
        check=_check_route,
        steps=True,
        tool=Tool(hidden=("hold",), destructive=False, open_world=False),
        example={"url": "**/nowhere.css", "block": True},
        examples=(
            "clz route '**/api/users' --json '[]'",
            "clz route '**/api/**' --status 500",
            "clz route '**/*.png' --block",
            "clz route --har page.har",
            "clz route --har page.har --miss record",
        ),
    ),
    Command(
        "listRoutes",
        "route list",
        "List your routes, the newest first, and how many requests each has matched.",
        result=(
            Field(
                "routes",
                f"Array<{ROUTE_ENTRY}>",
                "Your routes; left: for how many more requests; off: the rule that disables it.",
            ),
        ),
        rights=(),
    ),
    Command(
        "removeRoutes",
        "unroute",
        "Remove one of your routes, or all of them.",
        params=(
            Argument("id", "The route, as listed by `clz route list`.", default=None, kind="integer", limits=(1, None)),
            Flag("all", "All of your routes, or, with --tab, those for that tab only."),
            TAB_ONLY,
        ),
        result=(
            Field("removed", "integer[]", "The routes that are gone."),
            Field("left", "integer", "How many you have left."),
        ),
        rights=(),
        changes=True,
        tool=Tool(destructive=False, idempotent=True, open_world=False),
        check=_check_unroute,
        example={"all": True},
        examples=("clz unroute 3", "clz unroute --all", "clz unroute --all --tab 4"),
    ),
)
