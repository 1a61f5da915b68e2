"""What an action did, to which element, and what came of it."""

from __future__ import annotations

from collections.abc import Callable

from clz_core.contract.shapes import Result
from clz_core.text import elements


def acted(verb: str) -> Callable[[Result], str]:
    return lambda result: f"{verb} {element(result)}{effects(result)}"


def element(result: Result) -> str:
    """A page that asks before it can say what it acted on leaves no element to name."""
    return elements.element(result) if "tagName" in result else "the element"


def effects(result: Result) -> str:
    """What followed, a line each."""
    return "".join(f"\n{line}" for line in (*elements.effects(result), *elements.advice(result)))
