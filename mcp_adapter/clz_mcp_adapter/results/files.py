"""Files that tools write where the client says: pictures, prints and bodies.

An agent names the path, so what is there stays as it is unless the call says `overwrite`.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import NamedTuple

from clz_core.contract.errors import error
from clz_core.files.output import check_output, write_output


class Kept(NamedTuple):
    """What goes to a file: the field of the result that holds it in base64, and the format of each ending."""

    field: str
    endings: dict[str, str]


# By wire name. The commands have a parameter `path` that never crosses the wire.
FILES = {
    "screenshot": Kept("image", {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png"}),
    "pdf": Kept("pdf", {".pdf": "pdf"}),
    "getHar": Kept("", {".har": "har"}),
    "saveState": Kept("", {".json": ""}),
    "getRequestBody": Kept("base64", dict.fromkeys((".json", ".txt", ".html", ".xml", ".csv", ".png", ".bin"), "")),
}


def check_path(path: str, kept: Kept, overwrite: bool) -> str:
    """The format that a file's ending names. Raises: FILE_ERROR, also if there is no folder for it, or a file.

    Nothing but files of these formats can be written over.
    """
    file = _file(path)
    kind = kept.endings.get(file.suffix.lower())
    if kind is None:
        raise error(
            "FILE_ERROR", f"{file.name[:200]} does not say which format.", f"End it in {' or '.join(kept.endings)}."
        )
    if not file.parent.is_dir():
        raise error("FILE_ERROR", f"The folder {str(file.parent)[:500]} does not exist.", "Name one that does.")
    check_output(file, overwrite)
    return kind


def write(path: str, data: str, overwrite: bool) -> Path:
    """Write what `data` holds in base64. Raises: FILE_ERROR."""
    file = _file(path)
    write_output(file, base64.b64decode(data), replace=overwrite)
    return file


def _file(path: str) -> Path:
    try:
        return Path(path).expanduser().absolute()
    except (RuntimeError, ValueError):  # the home of a user who is not there
        raise error("FILE_ERROR", f"{path[:200]!r} is not a path.", "Name a file in full.") from None
