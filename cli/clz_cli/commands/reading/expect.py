"""Expecting: words become parameters."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract import expectations
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values


def _parsed(values: Values) -> Values:
    """The parameters that words and options mean. Raises: USAGE, INVALID_PARAMS."""
    chosen = [match for match in expectations.MATCHES if values[match]]
    if len(chosen) > 1:
        raise error("USAGE", f"--{chosen[0]} and --{chosen[1]} exclude each other.")
    made = {**values, **({} if values.get("condition") else expectations.parse(values["words"] or []))}
    return {**made, "match": chosen[0]} if chosen else made


def _label(values: Values) -> str:
    return f"Expecting {' '.join(map(str, values['words'] or [values['condition']]))}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "expect": CommandHandler(
        before_send=_parsed,
        progress_label=_label,
    ),
}
