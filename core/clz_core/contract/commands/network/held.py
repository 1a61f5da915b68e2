"""What waits for the program that drives a page: requests that it answers, and its functions that pages call.

Nobody types these: `page.route(glob, handler)` and `page.expose_function` of the Python API use them.
"""

from __future__ import annotations

import binascii

from clz_core.contract import limits
from clz_core.contract.commands.network.network import HEADERS
from clz_core.contract.commands.shared import TAB_ONLY, Address
from clz_core.contract.errors import error
from clz_core.contract.headers import NOT_ANSWERED, check_headers, check_names, names_of
from clz_core.contract.registry import CODE, REQUIRED, Array, Command, Field, Flag, Integer, Param, Right
from clz_core.contract.shapes import Params

HELD = (
    "{ id: string; route: integer; url: string; method: string; type: string; page: boolean; top: boolean; "
    f"tabId: integer; headers: {HEADERS}; text?: string; base64?: string }}"
)
CALL = "{ id: string; name: string; args: string; tabId: integer; frame: string }"
HOLDER = Param("holder", "The name by which the program asks for what waits for it.", REQUIRED, limits=(1, 64))
ID = Param("id", "The id of the request or call that waits, as reported.", REQUIRED, limits=(1, 40))
BODY = Param("body", "A body, in base64.", limits=(None, limits.MAX_REQUEST_BYTES))
HEADER = Array("headers", "Header, as 'Name: value'.", limits=(1, 200), format="header")
# By Playwright's names, what Firefox fails with.
FAILURES = tuple(
    "aborted accessdenied addressunreachable blockedbyclient blockedbyresponse connectionaborted connectionclosed "
    "connectionfailed connectionrefused connectionreset internetdisconnected namenotresolved timedout failed".split()
)


def _check_body(params: Params) -> None:
    if "body" not in params:
        return
    try:
        binascii.a2b_base64(params["body"], strict_mode=True)
    except ValueError:
        raise error("INVALID_PARAMS", "The body is not base64.", param="body") from None


def _check_answer(params: Params) -> None:
    check_headers(params.get("headers", []), "header", NOT_ANSWERED)
    check_headers(params.get("setHeaders", []), "header")
    check_names(params.get("removeHeaders", []), "header")
    _check_body(params)


def _rights_of_answer(params: Params) -> tuple[Right, ...]:
    """As a route's: an answer may be a script that runs as the site's own."""
    if params.get("does") == "answer":
        return CODE
    changed = names_of(params.get("setHeaders")) | names_of(params.get("removeHeaders"))
    return ("cookies",) if "cookie" in changed else ()


def _check_fetch(params: Params) -> None:
    check_headers(params.get("headers", []), "header")
    _check_body(params)


COMMANDS: tuple[Command, ...] = (
    Command(
        "takeHeld",
        "",
        "Report the requests and calls that wait for a program, each once. A program that stops asking counts as gone.",
        params=(
            HOLDER,
            Integer("wait_ms", "Wait this long for the first.", 0, limits=(0, limits.FOLLOW_MS)),
            Flag("bodies", "With what requests carry.", rights=("bodies",)),
        ),
        result=(
            Field("requests", f"Array<{HELD}>", "Requests, with what they carry as text, or else in base64."),
            Field("calls", f"Array<{CALL}>", "Calls of functions; args is JSON."),
        ),
        rights=(),
        traced=False,
        example={"holder": "one"},
    ),
    Command(
        "answerHeld",
        "",
        "Decide about a request that waits for a program.",
        params=(
            ID,
            Param(
                "does",
                "change sends it on, pass leaves it to older routes, answer and fail end it.",
                REQUIRED,
                choices=("pass", "change", "answer", "fail"),
            ),
            Integer("status", "Status of the answer.", limits=(200, 599)),
            HEADER,
            BODY,
            Flag("fetched", "Answer with what was fetched for it; other parameters change that."),
            Array("set_headers", "Send it with this header.", limits=(1, 200), format="header"),
            Array("remove_headers", "Send it without this header.", limits=(1, 200)),
            Param("error", "What it fails with.", choices=FAILURES),
        ),
        rights=("routes",),
        further_rights=_rights_of_answer,
        changes=True,
        traced=False,
        check=_check_answer,
        example={"id": "h1", "does": "pass"},
    ),
    Command(
        "fetchHeld",
        "",
        "Send a request that waits for a program to its server, as it is or changed, and report the answer.",
        params=(
            ID,
            Address("url", "Another address."),
            Param("method", "Another method.", limits=(1, 40)),
            HEADER,
            BODY,
            Integer("max_redirects", "Follow this many redirects.", 20, limits=(0, 100)),
        ),
        result=(
            Field("url", "string", "Where it came from."),
            Field("status", "integer", "Its status."),
            Field("statusText", "string", "The status in words."),
            Field("headers", HEADERS, "Its headers; secrets in them are masked."),
            Field("text", "string", "Its body, if that is text; secrets in it are masked.", optional=True),
            Field("base64", "string", "Its body, if that is not text.", optional=True),
        ),
        rights=("routes", "bodies"),
        further_rights=lambda _: CODE,
        changes=True,
        traced=False,
        check=_check_fetch,
        example={"id": "h1"},
    ),
    Command(
        "exposeFunction",
        "",
        "Give pages a function that the program answers, in the documents that are open and in later ones.",
        params=(Param("name", "What pages call it.", REQUIRED, limits=(1, 100)), HOLDER, TAB_ONLY),
        rights=CODE,
        changes=True,
        traced=False,
        example={"name": "compute", "holder": "one"},
    ),
    Command(
        "answerCall",
        "",
        "Give a page the outcome of a function that it called.",
        params=(
            ID,
            Param("value", "The value, as JSON.", limits=(None, limits.MAX_REQUEST_BYTES)),
            Param("error", "What went wrong instead.", limits=(None, 10_000)),
        ),
        rights=CODE,
        changes=True,
        traced=False,
        example={"id": "c1", "value": "1"},
    ),
)
