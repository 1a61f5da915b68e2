"""Cookies of the tab's jar."""

from __future__ import annotations

from clz_core.fronts.view import View, either, listing
from clz_core.text.counts import counted
from clz_core.text.state import cookies

VIEWS = {
    "getCookies": listing("cookie", "cookies", cookies.listed),
    "getCookie": View(lambda _: "Value:", lambda result: result["value"], text=lambda result: result["value"]),
    "setCookie": View(lambda _: "Cookie set:", lambda result: cookies.line(result["cookie"]), text=cookies.was_set),
    "deleteCookie": either(lambda result: result["removed"], lambda _: "Cookies:", cookies.removed),
    "clearCookies": either(lambda result: result["removed"], lambda _: "Cookies:", cookies.removed),
    "importCookies": View(
        lambda facts: f"{counted(facts['count'], 'cookie')} set.", cookies.whose, text=cookies.imported
    ),
}
