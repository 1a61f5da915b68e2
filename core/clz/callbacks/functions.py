"""Functions of a program: which one a page's call is for, its result as JSON, and how much each is given."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.contract.strict_json import dumps, loads

MAX_WAIT_MS = 4_000  # of one question for what waits
MAX_ERROR_CHARS = 2_000


class Functions:
    """By name, and by the tab whose pages may call it; None for all tabs."""

    def __init__(self) -> None:
        self._known: dict[tuple[int | None, str], Callable[..., Any]] = {}

    def __bool__(self) -> bool:
        return bool(self._known)

    def add(self, tab_id: int | None, name: str, handler: Callable[..., Any]) -> None:
        """Raises: USAGE for a name that is taken."""
        if (tab_id, name) in self._known:
            raise error("USAGE", f"The function {name!r} is there already.", "Give this one another name.")
        self._known[tab_id, name] = handler

    def remove(self, tab_id: int | None, name: str) -> None:
        """Remove it."""
        self._known.pop((tab_id, name), None)

    def forget(self, tab_id: int) -> None:
        """Forget those of a tab."""
        for key in [key for key in self._known if key[0] == tab_id]:
            del self._known[key]

    def of(self, call: Values) -> tuple[Callable[..., Any], list[Any]]:
        """What a call is for, and what it is given. Raises: BadJson for what no page of an honest Firefox sends."""
        handler = self._known.get((int(call["tabId"]), call["name"])) or self._known.get((None, call["name"]))
        return handler or _nobody, list(loads(call["args"]))


def replied(value: Any) -> Values:
    """Raises: BadJson for what is not JSON."""
    return {"value": dumps(value, ascii_only=True).decode("ascii")}


def described(problem: Exception) -> str:
    """What a handler raised, in words for the page."""
    return f"{type(problem).__name__}: {problem}"[:MAX_ERROR_CHARS]


def as_many(f: Callable[..., Any], least: int = 0) -> Callable[..., Any]:
    """A function that is given as much of what there is as it takes, and so many at least."""
    try:
        kinds = [one.kind for one in inspect.signature(f).parameters.values()]
    except (TypeError, ValueError):  # one of C's
        count = least or None
    else:
        plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        takes_all = inspect.Parameter.VAR_POSITIONAL in kinds
        count = None if takes_all else max(least, sum(kind in plain for kind in kinds))
    return functools.wraps(f)(lambda *given: f(*given[:count]))


def _nobody(*_: Any) -> None:
    raise LookupError("the program does not answer this function any more")
