"""Fields and the keyboard."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.contract.targets import target_of


def _paired(values: Values) -> Values:
    """The fields that were typed. Raises: USAGE."""
    words = values.get("words") or []
    if not words and values.get("fields"):
        return values
    if len(words) % 2 or not words:
        raise error("USAGE", "Each field needs a value.", 'Type them in turn: clz fill-form "#name" Ada "#agree" true')
    fields = dict(zip(map(target_of, words[::2]), words[1::2], strict=True))
    if 2 * len(fields) < len(words):
        raise error("USAGE", "A field is named twice.", "Give each field one value.")
    return {**values, "fields": fields}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "fillForm": CommandHandler(
        before_send=_paired,
    ),
}
