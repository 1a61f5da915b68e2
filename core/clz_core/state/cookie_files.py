"""Cookies out of files that other programs write.

cookies.txt   Netscape's: seven fields a line, tabs between them (https://curl.se/docs/http-cookies.html)
JSON          a list of cookies, as browsers' extensions export it, or an object with `cookies`, as Playwright has it
a header      `Cookie: a=1; b=2`, or a whole `curl` command that a browser's developer tools have copied
"""

from __future__ import annotations

import itertools
import shlex
from urllib.parse import urlsplit

from clz_core.contract import strict_json
from clz_core.contract.cookies import check_cookie, invalid
from clz_core.contract.limits import MAX_COOKIES
from clz_core.contract.shapes import JsonObject

HTTP_ONLY = "#HttpOnly_"
HEADER_OPTIONS = ("-H", "--header")
COOKIE_OPTIONS = ("-b", "--cookie")


def parse_cookies(text: str) -> tuple[list[JsonObject], str | None]:
    """The cookies of a file, and the address that those without a domain are for, if it says one.

    Raises: INVALID_PARAMS, which names the entry that is broken.
    """
    stripped = text.strip()
    url = None
    if stripped.startswith(("{", "[")):
        cookies = _of_json(stripped)
    elif stripped.startswith("curl "):
        cookies, url = _of_curl(stripped)
    elif "\t" in stripped:
        cookies = _of_lines(text)
    else:
        cookies = _of_header(stripped.partition(":")[2] if stripped.lower().startswith("cookie:") else stripped)
    if not cookies:
        raise invalid("There is no cookie in it")
    if len(cookies) > MAX_COOKIES:
        raise invalid(f"It has {len(cookies)} cookies, and Firefox keeps {MAX_COOKIES}")
    return cookies, url


def _of_json(text: str) -> list[JsonObject]:
    try:
        found = strict_json.loads(text.encode())
    except (strict_json.BadJson, ValueError) as problem:
        raise invalid(f"It is not JSON: {problem}") from None
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
        fields = line.split("\t")
        if len(fields) == 6:  # an empty value may be left out
            fields.append("")
        if len(fields) != 7 or not fields[4].lstrip("-").isdigit():
            raise invalid(f"Line {at} is not a cookie of cookies.txt, which has seven fields with tabs between them")
        domain, below, path, secure, expires, name, value = fields
        cookie: JsonObject = {
            "name": name,
            "value": value,
            "path": path,
            "secure": secure == "TRUE",
            "httpOnly": http_only,
        }
        bare = domain.lstrip(".")
        cookie["domain"] = f".{bare}" if below == "TRUE" else bare
        cookie["expires"] = int(expires) if int(expires) > 0 else None
        cookies.append(cookie)
    return cookies


def _of_curl(text: str) -> tuple[list[JsonObject], str | None]:
    try:
        words = shlex.split(text.replace("\\\r\n", " ").replace("\\\n", " "))
    except ValueError as problem:
        raise invalid(f"The curl command is cut off: {problem}") from None
    url = next((word for word in words[1:] if urlsplit(word).scheme in ("http", "https")), None)
    cookies: list[JsonObject] = []
    for option, value in itertools.pairwise(words):
        if option in HEADER_OPTIONS and value.lower().startswith("cookie:"):
            cookies += _of_header(value.partition(":")[2])
        elif option in COOKIE_OPTIONS:
            cookies += _of_header(value)
    return cookies, url


def _of_header(text: str) -> list[JsonObject]:
    cookies = []
    for at, pair in enumerate(filter(str.strip, text.split(";")), 1):
        name, equals, value = pair.strip().partition("=")
        if not equals or not name:
            raise invalid(f"Cookie {at} of the header is not NAME=VALUE")
        cookies.append({"name": name, "value": value})
    return cookies
