"""Cookies as others give them: in files, and as parameters."""

from __future__ import annotations

import math
from typing import Any

from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject

EXPIRES = ("expires", "expirationDate", "expiry")  # in Playwright, browser extensions, WebDriver
SAME_SITE = {"strict": "Strict", "lax": "Lax", "none": "None", "no_restriction": "None", "unspecified": None}


def check_cookie(entry: Any, where: str) -> JsonObject:
    """A cookie of a JSON file in our form. Raises: INVALID_PARAMS, which says `where` it is."""
    if not isinstance(entry, dict):
        raise invalid(f"{where} is not an object")
    for name in ("name", "value"):
        if name not in entry:
            raise invalid(f"{where} has no {name}")
        if not isinstance(entry[name], str):
            raise invalid(f"{name} of {where} is not a text")
    cookie: JsonObject = {"name": entry["name"], "value": entry["value"]}
    for name, given in {**entry, "partition": _partition(entry)}.items():
        if name in ("domain", "path", "url", "partition") and given is not None:
            if not isinstance(given, str) or not given:
                raise invalid(f"{name} of {where} is not a text")
            cookie[name] = given
    if not cookie.get("path", "/").startswith("/"):
        raise invalid(f"path of {where} does not begin with /")
    for name in ("httpOnly", "secure"):
        if entry.get(name) is not None:
            if not isinstance(entry[name], bool):
                raise invalid(f"{name} of {where} is not true or false")
            cookie[name] = entry[name]
    expires = next((entry[name] for name in EXPIRES if entry.get(name) is not None), None)
    if expires is not None:
        if isinstance(expires, bool) or not isinstance(expires, int | float) or not math.isfinite(expires):
            raise invalid(f"expires of {where} is not a number of seconds")
        cookie["expires"] = None if expires < 0 else expires
    same_site = entry.get("sameSite")
    if same_site is not None:
        if not isinstance(same_site, str) or same_site.lower() not in SAME_SITE:
            raise invalid(f"sameSite of {where} must be Strict, Lax or None")
        cookie["sameSite"] = SAME_SITE[same_site.lower()]
    # Exports of browsers say by a field of its own whether a cookie is of the host alone.
    if "domain" in cookie and isinstance(entry.get("hostOnly"), bool):
        host = cookie["domain"].removeprefix(".")
        cookie["domain"] = host if entry["hostOnly"] else f".{host}"
    return cookie


def _partition(entry: JsonObject) -> Any:
    """The site at the top: Playwright names it in `partitionKey`, and extensions in an object there."""
    key = entry.get("partition", entry.get("partitionKey"))
    return (key.get("topLevelSite") or None) if isinstance(key, dict) else (key or None)


def invalid(what: str) -> ClzError:
    return error(
        "INVALID_PARAMS", f"These are not cookies: {what}.", "Give cookies.txt, JSON, a Cookie header or curl."
    )
