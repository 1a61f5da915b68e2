"""Requests of one's own to a server, with the cookies of a tab: what a test does by a server's API."""

from __future__ import annotations

import re

from clz_core.contract import limits, strict_json
from clz_core.contract.commands.network.network import HEADERS
from clz_core.contract.commands.shared import TAB, Address
from clz_core.contract.errors import error
from clz_core.contract.headers import check_headers
from clz_core.contract.registry import CODE, REQUIRED, Argument, Array, Command, Field, Integer, Param
from clz_core.contract.shapes import Params

MAX_PARTS = 100
SAVE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.+", re.DOTALL)


def _check(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    given = [name for name in ("json", "body", "form") if params.get(name) is not None]
    if len(given) > 1:
        raise error("INVALID_PARAMS", f"{' and '.join(given)} cannot go together.", "A request carries one of them.")
    if not re.match(r"https?:", params["url"], re.IGNORECASE):
        raise error("URL_NOT_ALLOWED", f"No request can be sent to {params['url']}.", "Use an http: or https: address.")
    if params.get("headers"):
        check_headers(params["headers"], "header")
    try:
        strict_json.loads(params.get("json") or "null")
    except strict_json.BadJson as problem:
        raise error(
            "INVALID_PARAMS", f"json cannot be read: {problem}.", """Write it like '{"name": "Ada"}'."""
        ) from None
    wrong = [one for one in params.get("form") or [] if "=" not in one]
    wrong += [one for one in params.get("save") or [] if not SAVE.fullmatch(one)]
    if wrong:
        raise error(
            "INVALID_PARAMS", f"{wrong[0]!r} is not NAME=…", "Write it like: --form user=ada --save ID=order.id"
        )


COMMANDS: tuple[Command, ...] = (
    Command(
        "sendRequest",
        "request",
        "Send a request with your tab's cookies, and print the answer; secrets in it are masked.",
        params=(
            Argument("method", "GET, POST, PUT, PATCH, DELETE, HEAD and the like.", limits=(1, 20)),
            Address("url", "Address to send it to.", REQUIRED, argument=True, metavar="URL"),
            Param("json", "Send this JSON.", limits=(1, limits.MAX_TEXT_CHARS), format="secret"),
            Param("body", "Send this text.", limits=(0, limits.MAX_TEXT_CHARS), format="secret"),
            Array(
                "form",
                "Send this field, as a form does; can be given several times.",
                limits=(1, MAX_PARTS),
                format="secret",
                metavar="NAME=VALUE",
            ),
            Array(
                "headers",
                "Send this header, as 'Name: value'; can be given several times.",
                limits=(1, limits.MAX_EXTRA_HEADERS),
                format="header",
                flags=("--header",),
                metavar="K:V",
            ),
            Integer("max_redirects", "Follow this many redirects.", 20, limits=(0, 100)),
            Array(
                "save",
                "Print the value at this path of the JSON answer, unmasked, as NAME=value; in a test it is $NAME from "
                "then on. Can be given several times.",
                limits=(1, MAX_PARTS),
                metavar="NAME=PATH",
            ),
        ),
        result=(
            Field("url", "string", "Where the answer came from."),
            Field("status", "integer", "Its status."),
            Field("statusText", "string", "The status in words."),
            Field("headers", HEADERS, "Its headers; secrets in them are masked."),
            Field(
                "text", "string", "Its body, if that is text; secrets in it are masked.", optional=True, text="payload"
            ),
            Field("base64", "string", "Its body, if that is not text.", optional=True, text="payload"),
            Field("saved", "Array<{ name: string; value: string }>", "The values of --save.", optional=True),
            TAB,
        ),
        rights=("bodies",),
        further_rights=lambda _: CODE,
        tab=True,
        changes=True,
        check=_check,
        offered="shell",
        example={"method": "GET", "url": "https://example.com/json"},
        examples=(
            """clz request POST https://shop.example/api/login --json '{"user": "ada"}'""",
            "clz request GET https://shop.example/api/orders --save ID=orders[0].id",
            "clz expect status 200",
        ),
    ),
)
