"""What the page's origin keeps."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.files.files import read_text


def with_typed_value(values: Values) -> Values:
    """A value that is given as -, from standard input, without its last line break."""
    if values["value"] != "-":
        return values
    return {**values, "value": read_text("-").removesuffix("\n").removesuffix("\r")}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "localStorage": CommandHandler(
        before_send=with_typed_value,
    ),
    "sessionStorage": CommandHandler(
        before_send=with_typed_value,
    ),
}
