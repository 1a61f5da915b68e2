"""Init scripts: what runs in pages before their own scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.files.files import existing_files, read_text


def _read(values: Values) -> Values:
    """The script, from its file. Raises: USAGE, FILE_ERROR."""
    file = values["file"]
    if file is None:
        return values
    if values["code"] is not None:
        raise error("USAGE", "Give a file or --code, not both.", "See: clz init add --help")
    if file == "-":
        return {**values, "code": read_text("-")}
    path = Path(existing_files([file])[0])
    return {**values, "code": read_text(str(path)), "name": values["name"] or path.name}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "addInitScript": CommandHandler(
        before_send=_read,
    ),
}
