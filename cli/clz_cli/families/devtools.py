"""Looking behind a page."""

from __future__ import annotations

import json
import sys
from typing import Any

from clz_cli.text import Result
from clz_core.errors import error
from clz_core.limits import MAX_EXPRESSION_CHARS


def _read_expression(values: dict[str, Any]) -> dict[str, Any]:
    if values["expression"] != "-":
        return values
    source = sys.stdin.read(MAX_EXPRESSION_CHARS + 1)
    if not source.strip():
        raise error("USAGE", "Standard input holds no expression.", "Pipe it in: clz eval - < script.js")
    return {**values, "expression": source}


def _value(result: Result) -> str:
    """Text as it is, marks as a person writes them, everything else as JSON."""
    value = result["result"]
    text = value if isinstance(value, str) else _mark(value) or json.dumps(value, ensure_ascii=False, indent=2)
    notes = []
    if result["world"] == "content":
        notes.append("… ran beside the page: its policy forbids eval, so its own functions may refuse what comes from here")
    if result["truncated"]:
        notes.append("… cut; more: --max-length N")
    return "\n".join([text, *notes])


def _mark(value: Any) -> str:
    """A top-level value that JSON cannot hold; empty for what it can."""
    if not isinstance(value, dict):
        return ""
    match value.get("$type"):
        case "undefined":
            return "undefined"
        case "number" | "symbol" | "date" | "regexp":
            return str(value["value"])
        case "bigint":
            return f"{value['value']}n"
    return ""


PREPARE = {"evaluate": _read_expression}
RENDER = {"evaluate": _value}
