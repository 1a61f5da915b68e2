"""Cookies out of files that other programs write.

cookies.txt   Netscape's: seven fields a line, tabs between them (https://curl.se/docs/http-cookies.html)
JSON          a list of cookies, as browsers' extensions export it, or an object with `cookies`, as Playwright writes it
a header      `Cookie: a=1; b=2`, or a whole `curl` command that a browser's developer tools have copied
"""

from __future__ import annotations

import math
import re

from clz_core.contract import strict_json
from clz_core.contract.cookies import check_cookie, invalid
from clz_core.contract.limits import MAX_COOKIES
from clz_core.contract.shapes import JsonObject
from clz_core.state.curl import parse_curl

HTTP_ONLY = "#HttpOnly_"
FIRST_LINE = re.compile(r"# (?:Netscape )?HTTP Cookie File", re.IGNORECASE)
NAME = re.compile(r"[^\s\"'<>{}=;,]+")
CURL = re.compile(r"(?:[$>%#]\s+)?curl(?:\.exe)?\s")
NOTHING = "There is no cookie in it"


def parse_cookies(text: str) -> tuple[list[JsonObject], str | None]:
    """The cookies of a file, and the address that those without a domain are for, if it says one.

    Raises: INVALID_PARAMS, which names the entry that is broken.
    """
    stripped = text.strip()
    url = None
    if stripped.startswith(("{", "[")):
        cookies = _of_json(stripped)
    elif CURL.match(stripped):
        cookies, url = _of_curl(stripped)
    elif "\t" in stripped or FIRST_LINE.match(stripped):
        cookies = _of_lines(text)
    elif stripped.lower().startswith("set-cookie:"):
        raise invalid("Set-Cookie is a header of an answer, which sets one: clz cookies set NAME VALUE")
    elif stripped.lower().startswith("cookie:"):
        cookies = _of_header(stripped.partition(":")[2])
    else:
        cookies = _of_header(stripped)
    if not cookies:
        raise invalid(NOTHING)
    if len(cookies) > MAX_COOKIES:
        raise invalid(f"It has {len(cookies)} cookies, and Firefox keeps {MAX_COOKIES}")
    return cookies, url


def _of_json(text: str) -> list[JsonObject]:
    try:
        found = strict_json.loads(text.encode())
    except (strict_json.BadJson, ValueError) as problem:
        what = str(problem)
        raise invalid(what[:1].upper() + what[1:]) from None
    entries = found.get("cookies") if isinstance(found, dict) else found
    if not isinstance(entries, list):
        raise invalid("It is JSON without a list of cookies")
    return [check_cookie(entry, f"cookie {at}") for at, entry in enumerate(entries, 1)]


def _of_lines(text: str) -> list[JsonObject]:
    cookies = []
    for at, whole in enumerate(text.splitlines(), 1):
        http_only = whole.startswith(HTTP_ONLY)
        line = whole.removeprefix(HTTP_ONLY)
        if not line.strip() or line.startswith("#"):
            continue
        # Where it was copied from a screen, the tabs are spaces.
        fields = line.split("\t") if "\t" in line else line.split(None, 6)
        if len(fields) == 6:  # an empty value may be left out
            fields.append("")
        expires = _seconds(fields[4]) if len(fields) == 7 else None
        if expires is None:
            raise invalid(f"Line {at} is not a cookie of cookies.txt, which has seven fields with tabs between them")
        domain, below, path, secure, _, name, value = fields
        bare = domain.lstrip(".")
        cookies.append(
            {
                "name": name,
                "value": value,
                "path": path,
                "secure": secure.upper() == "TRUE",
                "httpOnly": http_only,
                "domain": f".{bare}" if below.upper() == "TRUE" else bare,
                "expires": expires if expires > 0 else None,
            }
        )
    return cookies


def _seconds(text: str) -> int | None:
    """Some write fractions."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return int(seconds) if math.isfinite(seconds) else None


def _of_curl(text: str) -> tuple[list[JsonObject], str]:
    command = parse_curl(text)
    if command is None:
        raise invalid("The curl command is cut off: a quotation mark is missing")
    if not command.cookies:
        raise invalid("The curl command sends no cookies")
    if command.url is None:
        raise invalid("The curl command has no address")
    cookies = []
    for given in command.cookies:
        if "=" not in given:
            raise invalid(f"The cookies of the curl command are in a file: import {given[:100]}")
        cookies += _of_header(given)
    return cookies, command.url


def _of_header(text: str) -> list[JsonObject]:
    cookies = []
    for at, pair in enumerate(filter(str.strip, text.split(";")), 1):
        name, equals, value = pair.strip().partition("=")
        if not equals or not NAME.fullmatch(name):
            raise invalid(f"Cookie {at} of the header is not NAME=VALUE")
        cookies.append({"name": name, "value": value})
    return cookies
