"""Fields and the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import acted, effects, element
from clz_core.contract.errors import error
from clz_core.contract.shapes import Result, Values
from clz_core.text import elements

if TYPE_CHECKING:
    from clz_core.contract.results import CheckResult, FillFormResult, SelectResult


def _typed(result: Result) -> str:
    if "currentValue" not in result:
        return acted("typed into")(result)
    return "\n".join([elements.typed(result), *elements.advice(result)])


def _pressed(result: Result) -> str:
    if "key" not in result:
        return acted("pressed on")(result)
    return f"pressed {result['key']} on {result['target']}{effects(result)}"


def _checked(result: CheckResult) -> str:
    state = "checked" if result.get("checked") else "unchecked"
    note = "" if result.get("changed", True) else " already"
    return f"{element(result)} is {state}{note}{effects(result)}"


def _selected(result: SelectResult) -> str:
    return f"selected {', '.join(result.get('selected', [])) or 'nothing'} in {element(result)}{effects(result)}"


def _paired(values: Values) -> Values:
    """The fields that were typed. Raises: USAGE."""
    words = values.get("words") or []
    if not words and values.get("fields"):
        return values
    if len(words) % 2 or not words:
        raise error("USAGE", "Each field needs a value.", 'Type them in turn: clz fill-form "#name" Ada "#agree" true')
    return {**values, "fields": dict(zip(words[::2], words[1::2], strict=True))}


def _filled(result: FillFormResult) -> str:
    return "\n".join(_typed(field) for field in result["fields"]) + effects(result)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "focus": CommandHandler(render=acted("focused")),
    "type": CommandHandler(render=_typed),
    "fill": CommandHandler(render=_typed),
    "fillForm": CommandHandler(render=_filled, before_send=_paired),
    "pressKey": CommandHandler(render=_pressed),
    "select": CommandHandler(render=_selected),
    "check": CommandHandler(render=_checked),
    "uncheck": CommandHandler(render=_checked),
    "selectText": CommandHandler(
        render=lambda result: f"selected in {element(result)}: {result.get('selected', '')}{effects(result)}"
    ),
}
