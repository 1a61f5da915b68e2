"""Files that tools write where the client says, such as pictures, prints and bodies, and files that they read.

An agent names the path, so what is there stays as it is unless the call says `overwrite`.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path

from clz_core.contract.errors import error
from clz_core.files.output import check_output, write_output


def check_path(path: str, endings: tuple[str, ...], overwrite: bool) -> str:
    """The path in full. Raises: FILE_ERROR if it has none of the endings, if there is no folder for it, or a file.

    Only files of these formats can be overwritten.
    """
    file = _file(path)
    if file.suffix.lower() not in endings:
        raise error("FILE_ERROR", f"{file.name[:200]} does not say which format.", f"End it in {' or '.join(endings)}.")
    if not file.parent.is_dir():
        raise error("FILE_ERROR", f"The folder {str(file.parent)[:500]} does not exist.", "Name one that does.")
    check_output(file, overwrite)
    return str(file)


def check_file(path: str) -> str:
    """The path in full. Raises: FILE_ERROR for a pipe or a device, which would hold up every other call."""
    file = _file(path)
    if os.path.exists(file) and not os.path.isfile(file):
        raise error("FILE_ERROR", f"{str(file)[:500]} is not a file.")
    return str(file)


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
