"""What an action did, to which element, and what came of it: as it is printed, and as a view tells it."""

from __future__ import annotations

from clz_core.contract.registry import Command
from clz_core.fronts.view import EMPTY, Result, Say, View, Words, plain
from clz_core.text import elements

ELEMENT = {"tagName", "text", "id", "className", "tabId", "url", "trusted", "focus"}  # what every action tells


def acted(verb: str) -> Say:
    return lambda result: f"{verb} {acted_on(result)}{followed(result)}"


def acted_on(result: Result) -> str:
    """A page that asks before it can say what it acted on leaves no element to name."""
    return elements.element(result) if "tagName" in result else "the element"


def followed(result: Result) -> str:
    """What followed, a line each."""
    return "".join(f"\n{line}" for line in (*elements.effects(result), *elements.advice(result)))


def action(command: Command, say: Words) -> View:
    """The view of an action that has none of its own."""
    return View(
        lambda facts: f"{command.label}: done{trust(facts)}.",
        lambda result: "\n".join([elements.element(result), *after(result, ELEMENT, say)]),
        lambda facts: advised(facts, say),
    )


def advised(facts: Result, say: Words) -> str:
    return "\n".join(elements.advice(facts, say))


def after(result: Result, known: set[str], say: Words) -> list[str]:
    """What came of an action, and what else there is to tell, on lines of their own."""
    told = {*known, *elements.EFFECTS}
    more = {name: value for name, value in result.items() if name not in told and value is not True and value != ""}
    rest = [plain(more)] if any(value not in EMPTY for value in more.values()) else []
    return [*elements.effects(result, say), *rest]


def trust(result: Result) -> str:
    return "" if result.get("trusted", True) else " with synthetic events"
