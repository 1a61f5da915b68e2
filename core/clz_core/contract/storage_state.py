"""Storage state, as Playwright has it (https://playwright.dev/docs/api/class-browsercontext#browser-context-storage-state).

    {"cookies": [{name, value, domain, path, expires, httpOnly, secure, sameSite}],
     "origins": [{"origin": "https://example.com", "localStorage": [{name, value}]}]}

A cookie whose `expires` is -1 ends with the browser. What else is in it, such as `indexedDB`, is left out.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from clz_core.contract.cookies import check_cookie
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_COOKIES, MAX_STATE_ORIGINS
from clz_core.contract.shapes import JsonObject


def check_state(state: Any) -> JsonObject:
    """A state in our form. Raises: STATE_INVALID, which names the entry that is broken."""
    if not isinstance(state, dict) or not ("cookies" in state or "origins" in state):
        raise invalid("It has neither cookies nor origins")
    cookies, origins = state.get("cookies", []), state.get("origins", [])
    if not isinstance(cookies, list) or not isinstance(origins, list):
        raise invalid("cookies and origins must be lists")
    if len(cookies) > MAX_COOKIES or len(origins) > MAX_STATE_ORIGINS:
        raise invalid(f"It has more than {MAX_COOKIES} cookies or {MAX_STATE_ORIGINS} origins")
    return {
        "cookies": [_cookie(cookie, f"cookies[{at}]") for at, cookie in enumerate(cookies)],
        "origins": [_origin(origin, f"origins[{at}]") for at, origin in enumerate(origins)],
    }


def _cookie(entry: Any, where: str) -> JsonObject:
    try:
        cookie = check_cookie(entry, where)
    except ClzError as problem:
        raise invalid(problem.message.partition(": ")[2].rstrip(".")) from None
    if "domain" not in cookie:
        raise invalid(f"{where} has no domain")
    return cookie


def _origin(entry: Any, where: str) -> JsonObject:
    origin = entry.get("origin") if isinstance(entry, dict) else None
    parts = urlsplit(origin) if isinstance(origin, str) else None
    if parts is None or parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
        raise invalid(f"{where} has no origin, such as https://example.com")
    stored = entry.get("localStorage", [])
    if not isinstance(stored, list):
        raise invalid(f"localStorage of {where} is not a list")
    for at, item in enumerate(stored):
        if not isinstance(item, dict) or not all(isinstance(item.get(name), str) for name in ("name", "value")):
            raise invalid(f"{where}.localStorage[{at}] is not a name and a value")
    entries = [{"name": item["name"], "value": item["value"]} for item in stored]
    return {"origin": f"{parts.scheme}://{parts.netloc}", "localStorage": entries}


def invalid(what: str) -> ClzError:
    return error("STATE_INVALID", f"This is not a file of state: {what}.")
