"""HTTP authentication."""

from __future__ import annotations

from clz_core.fronts.view import View, either, listing
from clz_core.text.state import auth

VIEWS = {
    "setAuth": View(lambda _: "Logs in from now on:", auth.was_set),
    "listAuth": listing("log-in", "logins", auth.listed),
    "clearAuth": either(lambda result: result["cleared"], lambda _: "Log-ins:", auth.cleared),
}
