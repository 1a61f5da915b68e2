"""Whose focus loop is meant where no key is named: that of the Claude Code session that this runs in."""

from __future__ import annotations

from clz_core.contract.shapes import Values
from clz_core.fronts import Steps
from clz_core.fronts.view import View, Words
from clz_core.loops.key import session_key
from clz_core.text import loops


def _with_key(values: Values) -> Values:
    """Raises: INVALID_PARAMS."""
    return {**values, "key": session_key(values.get("key"))}


STEPS = dict.fromkeys(("startLoop", "stopLoop", "getLoopState", "incrementLoopIteration"), Steps(before=_with_key))


def views(say: Words) -> dict[str, View]:
    return {
        "startLoop": View(lambda result: loops.started(result, say), text=loops.started),
        "stopLoop": View(loops.stopped),
        "getLoopState": View(loops.state),
        "listLoops": View(loops.listed),
        "incrementLoopIteration": View(text=loops.advanced),
    }
