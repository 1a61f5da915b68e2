"""Expressions in a page."""

from __future__ import annotations

import sys
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_UNSAFE_CHARS
from clz_core.contract.shapes import Values


def _read_expression(values: Values) -> Values:
    if values["expression"] != "-":
        return values
    source = sys.stdin.read(MAX_UNSAFE_CHARS + 1)
    if not source.strip():
        raise error("USAGE", "Standard input holds no expression.", "Pipe it in: clz eval - < script.js")
    return {**values, "expression": source}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "evaluate": CommandHandler(
        before_send=_read_expression,
    ),
}
