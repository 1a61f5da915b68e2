"""Init scripts: what runs in pages before their own scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_INIT_SCRIPT_CHARS
from clz_core.contract.shapes import Values
from clz_core.files.files import existing_files
from clz_core.text.emulation import init_scripts


def _read(values: Values) -> Values:
    """The script, from its file. Raises: USAGE, FILE_ERROR."""
    if values["file"] is None:
        return values
    if values["code"] is not None:
        raise error("USAGE", "Give a file or --code, not both.")
    path = Path(existing_files([values["file"]])[0])
    try:
        with path.open(encoding="utf-8-sig") as stream:
            code = stream.read(MAX_INIT_SCRIPT_CHARS + 1)
    except (OSError, UnicodeDecodeError) as problem:
        why = "it is not UTF-8" if isinstance(problem, UnicodeDecodeError) else problem.strerror
        raise error("FILE_ERROR", f"{path} cannot be read: {why}.", path=str(path)) from None
    return {**values, "code": code, "name": values["name"] or path.name}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "addInitScript": CommandHandler(before_send=_read, render=init_scripts.added),
    "listInitScripts": CommandHandler(render=init_scripts.listed),
    "removeInitScripts": CommandHandler(render=init_scripts.removed),
}
