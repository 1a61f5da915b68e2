"""Acting on a page."""

from __future__ import annotations

from clz_cli.text import Result, element


def _typed(result: Result) -> str:
    return f"typed into {element(result)}: {result['currentValue']}"


def _pressed(result: Result) -> str:
    return f"pressed {'+'.join([*result['modifiers'], result['key']])} on {result['target']}"


RENDER = {
    "click": lambda result: f"clicked {element(result)}",
    "type": _typed,
    "pressKey": _pressed,
}
