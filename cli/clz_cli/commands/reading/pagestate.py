"""Page states: printed as lists, compared from files."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.files.files import read_text


def _read(values: Values) -> Values:
    if values["before"] == values["after"] == "-":
        raise error("FILE_ERROR", "Only one of the two can come from standard input.", "Name a file for the other.")
    return {**values, "before": _load(values["before"]), "after": _load(values["after"])}


def _load(path: str) -> Any:
    try:
        return strict_json.loads(read_text(path))
    except ValueError as problem:
        hint = "Make one with: clz page-state --json"
        raise error("INVALID_PARAMS", f"{path} holds no JSON: {problem}.", hint) from problem


HANDLERS: dict[str, CommandHandler[Any]] = {
    "diffPageState": CommandHandler(
        before_send=_read,
    ),
}
