"""Cookies as others give them: in files, and as parameters."""

from __future__ import annotations

import math
from typing import Any

from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject

SAME_SITE = {"strict": "Strict", "lax": "Lax", "none": "None", "no_restriction": "None", "unspecified": None}


def check_cookie(entry: Any, where: str) -> JsonObject:
    """A cookie of a JSON file in our form. Raises: INVALID_PARAMS, which says `where` it stands."""
    if not isinstance(entry, dict):
        raise invalid(f"{where} is not an object")
    for name in ("name", "value"):
        if not isinstance(entry.get(name), str):
            raise invalid(f"{where} has no {name}")
    cookie: JsonObject = {"name": entry["name"], "value": entry["value"]}
    for name in ("domain", "path", "url", "partition"):
        if entry.get(name) is not None:
            if not isinstance(entry[name], str) or not entry[name]:
                raise invalid(f"{name} of {where} is not a text")
            cookie[name] = entry[name]
    for name in ("httpOnly", "secure"):
        if entry.get(name) is not None:
            if not isinstance(entry[name], bool):
                raise invalid(f"{name} of {where} is not true or false")
            cookie[name] = entry[name]
    expires = entry.get("expires", entry.get("expirationDate"))
    if expires is not None:
        if isinstance(expires, bool) or not isinstance(expires, int | float) or not math.isfinite(expires):
            raise invalid(f"expires of {where} is not a number of seconds")
        cookie["expires"] = None if expires < 0 else expires
    same_site = entry.get("sameSite")
    if same_site is not None:
        if not isinstance(same_site, str) or same_site.lower() not in SAME_SITE:
            raise invalid(f"sameSite of {where} is none of Strict, Lax and None")
        cookie["sameSite"] = SAME_SITE[same_site.lower()]
    domain = cookie.get("domain")
    # Exports of browsers say by a field of its own whether a cookie is of the host alone.
    if isinstance(domain, str) and entry.get("hostOnly") is False and not domain.startswith("."):
        cookie["domain"] = f".{domain}"
    return cookie


def invalid(what: str) -> ClzError:
    return error(
        "INVALID_PARAMS", f"These are not cookies: {what}.", "Give cookies.txt, JSON, a Cookie header or curl."
    )
