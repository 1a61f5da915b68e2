"""Copy and paste."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.files.files import read_text


def _with_typed_text(values: Values) -> Values:
    return {**values, "text": read_text("-")} if values["text"] == "-" else values


HANDLERS: dict[str, CommandHandler[Any]] = {
    "writeClipboard": CommandHandler(
        before_send=_with_typed_text,
    ),
}
