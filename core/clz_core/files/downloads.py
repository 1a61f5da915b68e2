"""Keeping a download: the file that Firefox saved goes where the user asked for it.

In a folder the page chooses the name, so that name is made harmless and replaces nothing: where it is taken, the file
becomes `name (1).ext`, unless `--overwrite` says otherwise. A file that the user named is replaced, as everywhere, and
a link that the user named is followed; a link of the name that the page chose is not.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.files.output import check_output, move_output

if TYPE_CHECKING:
    from clz_core.generated.results import DownloadResult

MAX_NAME_BYTES = 200  # file systems hold 255; some room is for the number and for what others add
MAX_ENDING_BYTES = 20
MAX_NAMESAKES = 1_000
UNNAMED = "download"
_SEPARATORS_AND_WILDCARDS = re.compile(r'[/\\:*?"<>|]')
# Characters that are not seen, or that make a name look like another one: controls, bidi, surrogates, line separators.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)", re.IGNORECASE)


def prepare_download(values: Values) -> Values:
    """Refuse a place that cannot be written before anything is clicked. Raises: FILE_ERROR."""
    given = values["path"]
    if given is None:
        return values
    path = Path(os.path.abspath(os.path.expanduser(given)))
    is_folder = path.is_dir() or given.endswith(("/", os.sep))
    folder = path if is_folder else path.parent
    if is_folder and not path.exists():
        _make_folder(path)
    if not folder.is_dir():
        raise error("FILE_ERROR", f"The folder {folder} does not exist.", f"Make it: mkdir -p {folder}")
    if not is_folder:
        check_output(path)
    is_special = not is_folder and path.exists() and not path.is_file()  # it is written into: the folder stays as it is
    if not is_special and not os.access(folder, os.W_OK):
        raise error("FILE_ERROR", f"The folder {folder} cannot be written.")
    # What is a folder now is one afterwards, too: whose name the file gets is decided before the page acts.
    return {**values, "path": os.path.join(path, "") if is_folder else str(path)}


def _make_folder(folder: Path) -> None:
    """Make a folder that was named with a slash at its end, and those above it. Raises: FILE_ERROR."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot make the folder {folder}: {problem.strerror}.") from problem


def keep_download(result: DownloadResult, values: Values) -> DownloadResult:
    """Check the size of the file that was saved, and move it to where it was asked for. Raises: FILE_ERROR."""
    saved = Path(result["path"])
    try:
        size = saved.stat().st_size
        if size != result["bytes"]:
            raise error("FILE_ERROR", f"{saved} has {size} bytes, not {result['bytes']}.", "Download it again.")
        given = values["path"]
        if given is None:
            return result
        place = Path(given)
        if not given.endswith(os.sep):
            move_output(saved, place)
        elif values["overwrite"]:
            place /= safe_name(saved.name)
            _replace_named_by_page(saved, place)
        else:
            place = _move_beside(saved, place)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot keep {saved}: {problem.strerror}.") from problem
    return {**result, "path": str(place)}


def safe_name(name: str) -> str:
    """The name of a file as a page gave it, without what makes it a path, a device, an option, hidden or a trick."""
    name = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    name = "".join(character for character in name if unicodedata.category(character) not in _UNSEEN)
    name = _SEPARATORS_AND_WILDCARDS.sub("_", name).lstrip(" .-~").rstrip(" .")
    if not name:
        return UNNAMED
    if _DEVICE.match(name):
        name = f"_{name}"
    stem, ending = os.path.splitext(name)
    if len(ending.encode()) > MAX_ENDING_BYTES:
        stem, ending = name, ""
    return _cut(stem, MAX_NAME_BYTES - len(ending.encode())) + ending


def _cut(text: str, max_bytes: int) -> str:
    return text.encode()[:max_bytes].decode("utf-8", "ignore").rstrip(" .")


def _names(name: str) -> Iterator[str]:
    yield name
    stem, ending = os.path.splitext(name)
    for number in range(1, MAX_NAMESAKES):
        yield f"{stem} ({number}){ending}"


def _move_beside(saved: Path, folder: Path) -> Path:
    """Move a file into a folder under a name that nothing there has, not even something that comes this moment."""
    for name in _names(safe_name(saved.name)):
        place = folder / name
        with suppress(FileExistsError):
            _link(saved, place)
            saved.unlink()
            return place
    raise error("FILE_ERROR", f"{folder} holds {MAX_NAMESAKES} files of this name.", "Name the file yourself.")


def _link(saved: Path, place: Path) -> None:
    """Link or copy the file to `place`. Raises: FileExistsError if anything is there, be it a dangling link."""
    try:
        os.link(saved, place)
    except FileExistsError:
        raise
    except OSError:  # another file system, or one without links
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = os.open(place, flags, 0o666)
        try:
            with open(handle, "wb") as target, saved.open("rb") as source:
                shutil.copyfileobj(source, target)
        except BaseException:
            place.unlink(missing_ok=True)
            raise


def _replace_named_by_page(saved: Path, place: Path) -> None:
    """Put a file in the place of another of its name, or of a link. Raises: FILE_ERROR."""
    if place.is_symlink():
        place.unlink()
    elif place.exists() and not place.is_file():
        raise error("FILE_ERROR", f"{place} is not a file, and is left as it is.", "Name the file yourself.")
    move_output(saved, place)
