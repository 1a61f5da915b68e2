"""Cookies in words."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import GetCookiesResult, ImportCookiesResult, SetCookieResult

SHOWN = 20  # names in a line


def line(cookie: Mapping[str, Any]) -> str:
    """One cookie in a line: its name and value, its site, and what is special about it."""
    ends = "session" if cookie["expires"] is None else time.strftime("%Y-%m-%d", time.localtime(cookie["expires"]))
    marks = [name for name in ("secure", "httpOnly") if cookie[name]]
    same_site = [f"sameSite={cookie['sameSite']}"] if cookie["sameSite"] else []
    partition = [f"partition={cookie['partition']}"] if cookie.get("partition") else []
    rest = ", ".join([ends, *marks, *same_site, *partition])
    return f"{cookie['name']}={cookie['value']}  {cookie['domain']}{cookie['path']}  ({rest})"


def listed(result: GetCookiesResult) -> str:
    where = "" if result["jar"] == "shared" else f" in the {result['jar']} jar"
    return "\n".join(line(cookie) for cookie in result["cookies"]) or f"no cookies{where}"


def removed(result: Any) -> str:
    return f"deleted {', '.join(result['removed'])}" if result["removed"] else "there were none"


def imported(result: ImportCookiesResult) -> str:
    whose_are = whose(result)
    between = "" if not whose_are or whose_are.startswith("\n") else " of "
    return f"set {counted(result['count'], 'cookie')}{between}{whose_are}"


def whose(result: ImportCookiesResult) -> str:
    """The sites of cookies that were set, and those that were left out."""
    domains = result["domains"]
    more = f" and {len(domains) - SHOWN} more" if len(domains) > SHOWN else ""
    return f"{', '.join(domains[:SHOWN])}{more}{left_out(result['expired'])}"


def left_out(ended: Sequence[str]) -> str:
    """The line about cookies that have ended, if there are any."""
    more = f" and {len(ended) - SHOWN} more" if len(ended) > SHOWN else ""
    return f"\nleft out, since they have expired: {', '.join(ended[:SHOWN])}{more}" if ended else ""


def was_set(result: SetCookieResult) -> str:
    return f"set {line(result['cookie'])}"
