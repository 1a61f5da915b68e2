"""Cookies of the jar that a tab has: the shared one, that of a private window, or that of a container."""

from __future__ import annotations

from functools import partial

from clz_core.contract import limits
from clz_core.contract.commands.shared import Address
from clz_core.contract.cookies import check_cookie
from clz_core.contract.errors import error
from clz_core.contract.registry import REQUIRED, Argument, Array, Command, Field, Flag, Param, Tool
from clz_core.contract.shapes import Params

SAME_SITE = "'Strict' | 'Lax' | 'None' | null"
COOKIE = (
    "{ name: string; value: string; domain: string; path: string; expires: number | null; httpOnly: boolean; "
    f"secure: boolean; sameSite: {SAME_SITE}; partition?: string }}"
)
JAR = Field(
    "jar", "'shared' | 'isolated' | 'private'", "The cookie jar: Firefox's own, a container's, or a private window's."
)


def _url(help: str) -> Param:
    return Address("url", help)


NAME = Argument("name", "Its name.", limits=(1, limits.MAX_COOKIE_CHARS))
URL = _url("Only cookies that are sent to this address. Default: to the tab's page.")
SHOW = Flag("show", "Show their values.")
REMOVED = Field("removed", "string[]", "The names of those that are gone.")


def _check_set(params: Params) -> None:
    if not params.get("path", "/").startswith("/"):
        raise error("INVALID_PARAMS", f"A path begins with /, and {params['path'][:100]!r} does not.")


def _check_import(params: Params) -> None:
    params["cookies"] = [check_cookie(cookie, f"cookie {at}") for at, cookie in enumerate(params["cookies"], 1)]


CookieCommand = partial(Command, rights=("cookies", "storage"), tab=True)

COMMANDS: tuple[Command, ...] = (
    CookieCommand(
        "getCookies",
        "cookies",
        "List the cookies sent to the tab's page, or to another address.",
        params=(
            URL,
            Param("name", "Only cookies of this name.", limits=(1, limits.MAX_COOKIE_CHARS)),
            Flag("all", "All cookies in the jar, of any site."),
            SHOW,
        ),
        result=(
            Field(
                "cookies",
                f"Array<{COOKIE}>",
                "One entry a cookie; expires in seconds since 1970, null: it ends with Firefox.",
            ),
            JAR,
        ),
        examples=("clz cookies", "clz cookies --name session --show", "clz cookies --all"),
    ),
    CookieCommand(
        "getCookie",
        "cookies get",
        "Print the value of a cookie that is sent to the tab's page.",
        params=(NAME, URL, SHOW),
        result=(Field("value", "string", "Its value, masked without --show.", text="payload"), JAR),
        example={"name": "one", "show": True},
        examples=("clz cookies get session --show",),
    ),
    CookieCommand(
        "setCookie",
        "cookies set",
        "Set a cookie, for the tab's page or another address.",
        params=(
            NAME,
            Argument(
                "value",
                "Its value; - reads it from standard input, which keeps it out of the list of processes.",
                format="secret",
                limits=(0, limits.MAX_COOKIE_CHARS),
            ),
            _url("The address that it is set for. Default: the tab's page."),
            Param("domain", "This host and all below it. Default: only the address's host.", limits=(1, 253)),
            Param("path", "Only for addresses below this path.", "/", limits=(1, limits.MAX_COOKIE_CHARS)),
            Param(
                "expires",
                "When it ends: 90s, 30m, 12h, 7d from now, a date such as 2030-01-31, or seconds since 1970; after "
                "400 days at the latest. Default: when Firefox ends.",
                limits=(1, 40),
                metavar="WHEN",
            ),
            Flag("http_only", "Hide it from scripts."),
            Flag("secure", "Send it only over https. Default: yes for an https: address.", default=None),
            Param("same_site", "When other sites' pages send it.", choices=("strict", "lax", "none")),
        ),
        result=(Field("cookie", COOKIE, "The cookie, its value masked."), JAR),
        changes=True,
        tool=Tool(destructive=False, idempotent=True),
        check=_check_set,
        example={"name": "one", "value": "x"},
        examples=(
            "clz cookies set theme dark",
            "pass show token | clz cookies set session - --url https://example.com --http-only --expires 7d",
        ),
    ),
    CookieCommand(
        "deleteCookie",
        "cookies delete",
        "Delete the cookies of a name that are sent to the tab's page.",
        params=(NAME, URL),
        result=(REMOVED, JAR),
        changes=True,
        tool=Tool(idempotent=True),
        example={"name": "one"},
        examples=("clz cookies delete session",),
    ),
    CookieCommand(
        "clearCookies",
        "cookies clear",
        "Delete all cookies that are sent to the tab's page, or all in the jar.",
        params=(URL, Flag("all", "All cookies in the jar, of any site.")),
        result=(REMOVED, JAR),
        changes=True,
        tool=Tool(idempotent=True),
        examples=("clz cookies clear", "clz cookies clear --all"),
    ),
    CookieCommand(
        "importCookies",
        "cookies import",
        "Set cookies from a file: cookies.txt, JSON, a header Cookie:, or a curl command that was copied.",
        params=(
            Argument("path", "The file; - for standard input.", format="path", local=True),
            _url("The address that the cookies of a header are for. Default: that of curl, else the tab's page."),
            Array(
                "cookies",
                "One object a cookie: name, value and what else it has; without a domain it is set for the address.",
                REQUIRED,
                given="made",
                items="object",
                format="secret",
                limits=(1, limits.MAX_COOKIES),
            ),
        ),
        result=(
            Field("count", "integer", "How many were set."),
            Field("domains", "string[]", "Whose they are."),
            Field("expired", "string[]", "Names of those that have expired, and so were not set."),
            JAR,
        ),
        changes=True,
        tool=Tool(destructive=False, idempotent=True),
        check=_check_import,
        example={"cookies": [{"name": "two", "value": "x"}]},
        examples=("clz cookies import cookies.txt", "pbpaste | clz cookies import -"),
    ),
)
