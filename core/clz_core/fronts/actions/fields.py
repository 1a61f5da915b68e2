"""Fields and the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.acting import ELEMENT, acted, acted_on, advised, after, followed, trust
from clz_core.fronts.view import Result, View, Words
from clz_core.text import elements
from clz_core.text.counts import counted
from clz_core.text.elements import effects, element, typed

if TYPE_CHECKING:
    from clz_core.generated.results import CheckResult, FillFormResult, PressKeyResult, SelectResult


FIREFOX_KEYS = {
    "Control+p": "clz pdf FILE",
    "Control+s": "clz content --html",
    "Control+t": "clz open URL",
    "Control+w": "clz tab close",
    "Control+l": "clz navigate URL",
    "Control+f": "clz snapshot --find TEXT",
    "Control+r": "clz reload",
    "F5": "clz reload",
    "Alt+ArrowLeft": "clz back",
    "Alt+ArrowRight": "clz forward",
}


def _typed(facts: Result) -> str:
    changed = " The field does not hold what was typed." if facts["changedByPage"] else ""
    return f"Typed{trust(facts)}.{changed}"


def _pressed(result: PressKeyResult, say: Words) -> str:
    known = {"key", "modifiers", "target", "tabId", "url", "trusted"}
    return "\n".join([f"{result['key']} on {result['target']}", *_of_firefox(result, say), *after(result, known, say)])


def _of_firefox(result: Result, say: Words = str) -> list[str]:
    """What does what a key would do in Firefox itself: keys are sent to pages alone."""
    ways = {FIREFOX_KEYS[key] for key in str(result["key"]).split() if key in FIREFOX_KEYS}
    return [f"keys go to the page, not to Firefox; the command for this: {say(way)}" for way in sorted(ways)]


def _selected(result: SelectResult, say: Words) -> str:
    known = {*ELEMENT, "selected", "values", *(["changed"] if result["changed"] else [])}
    chosen = ", ".join(result["selected"]) or "nothing"
    return "\n".join([f"{element(result)}: {chosen}", *after(result, known, say)])


def _filled_head(facts: FillFormResult) -> str:
    """What was clicked afterwards says that all were filled."""
    return (
        ""
        if "clicked" in facts and facts["trusted"]
        else f"Filled {counted(len(facts['fields']), 'field')}{trust(facts)}."
    )


def _filled(result: FillFormResult, say: Words) -> str:
    """The fields that hold something else than was given, or are not valid by it, and what came of it."""
    return "\n".join([*map(elements.typed, _unlike(result)), *_clicked(result), *effects(result, say)])


def _clicked(result: FillFormResult) -> list[str]:
    return [f"clicked {result['clicked']}"] if "clicked" in result else []


def _unlike(result: FillFormResult) -> list[Result]:
    return [
        field for field in result["fields"] if {"changedByField", "invalid"} & field.keys() or field["changedByPage"]
    ]


def _typed_text(result: Result) -> str:
    if "currentValue" not in result:
        return acted("typed into")(result)
    return "\n".join([elements.typed(result), *elements.advice(result)])


def _pressed_text(result: Result) -> str:
    if "key" not in result:
        return acted("pressed on")(result)
    notes = "".join(f"\n{line}" for line in _of_firefox(result))
    return f"pressed {result['key']} on {result['target']}{notes}{followed(result)}"


def _checked_text(result: CheckResult) -> str:
    state = "checked" if result.get("checked") else "unchecked"
    note = "" if result.get("changed", True) else " already"
    return f"{acted_on(result)} is {state}{note}{followed(result)}"


def _selected_text(result: SelectResult) -> str:
    return f"selected {', '.join(result.get('selected', [])) or 'nothing'} in {acted_on(result)}{followed(result)}"


def _filled_text(result: FillFormResult) -> str:
    changed = "".join(f"\n{_typed_text(field)}" for field in _unlike(result))
    sent = "".join(f"\n{line}" for line in _clicked(result))
    return f"filled {counted(len(result['fields']), 'field')}{changed}{sent}{followed(result)}"


def views(say: Words) -> dict[str, View]:
    return {
        "focus": View(text=acted("focused")),
        "type": View(
            _typed,
            lambda result: typed(result, say),
            lambda facts: advised(facts, say),
            text=_typed_text,
        ),
        "fill": View(
            _typed,
            lambda result: typed(result, say),
            lambda facts: advised(facts, say),
            text=_typed_text,
        ),
        "fillForm": View(
            _filled_head,
            lambda result: _filled(result, say),
            lambda facts: advised(facts, say),
            text=_filled_text,
        ),
        "pressKey": View(
            lambda facts: f"Pressed{trust(facts)}:",
            lambda result: _pressed(result, say),
            lambda facts: advised(facts, say),
            text=_pressed_text,
        ),
        "select": View(
            lambda facts: f"Select: done{trust(facts)}.",
            lambda result: _selected(result, say),
            lambda facts: advised(facts, say),
            text=_selected_text,
        ),
        "check": View(text=_checked_text),
        "uncheck": View(text=_checked_text),
        "selectText": View(
            text=lambda result: f"selected in {acted_on(result)}: {result.get('selected', '')}{followed(result)}"
        ),
    }
