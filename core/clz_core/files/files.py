"""Files that commands write and read: pictures go to a file, pages may come from one."""

from __future__ import annotations

import base64
import gzip
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, cast

from clz_core.contract.errors import error
from clz_core.contract.shapes import RawResult, Values
from clz_core.files.output import check_output, write_output

if TYPE_CHECKING:
    from clz_core.generated.results import (
        PdfResult,
        ScreenshotLabels,
        ScreenshotReadiness,
        ScreenshotResult,
        StopProfileResult,
    )

MAX_TEXT_BYTES = 8 * 1024 * 1024
FORMATS = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".webp": "webp"}


class SavedFile(TypedDict):
    """A result whose data went to a file."""

    path: str
    bytes: int


class SavedPicture(SavedFile):
    """What else there is to say of a picture."""

    width: float
    height: float
    format: str
    scale: float
    reduced: bool
    readiness: ScreenshotReadiness
    shownHeight: NotRequired[int]
    pageHeight: NotRequired[int]
    labels: NotRequired[list[ScreenshotLabels]]
    paths: NotRequired[list[str]]  # of its slices, the first one included


def file_url(path: str) -> str:
    """The file: address of a path that exists. Raises: FILE_ERROR."""
    full = Path(os.path.abspath(os.path.expanduser(path)))
    if not full.exists():
        raise error("FILE_ERROR", f"There is not a file {full}.")
    return full.as_uri()


def prepare_picture(values: Values) -> Values:
    """Choose format and detail by the file's ending, and refuse a path that cannot be written before anything is done.

    Raises: FILE_ERROR.
    """
    if values["path"] is None:
        return _in_detail(values)
    path = Path(check_writable(values["path"]))
    chosen = values["format"] or FORMATS.get(path.suffix.lower())
    if chosen is None:
        raise error(
            "FILE_ERROR",
            f"{path.name} does not say which format: end it in .png, .jpg or .webp.",
            "Or name it: --format png",
        )
    purpose = values["purpose"] or ("full-detail" if chosen == "png" else None)
    return _in_detail({**values, "path": str(path), "format": chosen, "purpose": purpose})


def _in_detail(values: Values) -> Values:
    """The whole page in full detail is not made smaller for people; for a model, which takes no such picture, it is."""
    whole = values["full"] and values["purpose"] == "full-detail" and values["any_size"] is False
    return {**values, "any_size": True} if whole else values


def warn_if_open(path: str, what: str) -> None:
    """Warn on stderr if others can read a file of log-ins."""
    file = Path(os.path.expanduser(path))
    if os.name == "posix" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        sys.stderr.write(f"warning: others can read the {what} in {path}; keep them to yourself: chmod 600 {path}\n")


def read_text(path: str, most: int = MAX_TEXT_BYTES) -> str:
    """What is in a file, or on standard input for `-`: UTF-8. Raises: FILE_ERROR."""
    named = "standard input" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(os.path.expanduser(path), "rb") as file:
                data = file.read(most + 1)
        if len(data) > most:
            raise error("FILE_ERROR", f"{named} has more than {most // (1024 * 1024)} MB.", "Give a smaller one.")
        return data.decode("utf-8-sig")
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {named}: {problem.strerror}.") from problem
    except UnicodeDecodeError:
        raise error("FILE_ERROR", f"{named} is not text in UTF-8.", "Save it as UTF-8.") from None


def check_writable(given: str, example: str = "page.png") -> str:
    """The path, where a file can be written there. Raises: FILE_ERROR."""
    path = Path(os.path.expanduser(given))
    if path.is_dir():
        raise error("FILE_ERROR", f"{path} is a folder.", f"Name a file in it: {path / example}")
    check_output(path)
    if not path.parent.is_dir():
        raise error("FILE_ERROR", f"The folder {path.parent} does not exist.", f"Make it: mkdir -p {path.parent}")
    return str(path)


def save_pdf(result: PdfResult, values: Values) -> SavedFile:
    """Write the pages, and put the path where they were. Raises: FILE_ERROR."""
    data, path = base64.b64decode(result["pdf"]), values["path"]
    write_output(path, data, replace=values.get("replace", True))
    return cast("SavedFile", {**_without(result, "pdf"), "path": path, "bytes": len(data)})


def save_profile(result: StopProfileResult, values: Values) -> SavedFile:
    """Write a profile, packed where its file ends so. Raises: FILE_ERROR."""
    data, path = result["profile"].encode("utf-8", "replace"), values["path"]
    if path.lower().endswith(".gz"):
        data = gzip.compress(data, 6, mtime=0)
    write_output(path, data, replace=values.get("replace", True))
    return cast("SavedFile", {**_without(result, "profile"), "path": path, "bytes": len(data)})


def save_picture(result: ScreenshotResult, values: Values) -> SavedPicture:
    """Write the picture and its slices, and put their paths where their data was. Raises: FILE_ERROR.

    The slices below the first one are beside it: `page.jpg`, `page-2.jpg`, `page-3.jpg`.
    """
    data = base64.b64decode(result["image"])
    path = values["path"]
    try:
        if path is None:
            handle, path = tempfile.mkstemp(prefix="clz-", suffix=f".{result['format'].replace('jpeg', 'jpg')}")
            os.close(handle)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write a picture: {problem.strerror}.") from problem
    paths = [Path(path)]
    write_output(paths[0], data)
    for number, slice in enumerate(result.get("slices", []), 2):
        paths.append(paths[0].with_stem(f"{paths[0].stem}-{number}"))
        write_output(paths[-1], base64.b64decode(slice["image"]))
    saved = {**_without(_without(result, "image"), "slices"), "path": str(path), "bytes": len(data)}
    if "slices" in result:
        saved["paths"] = [str(one) for one in paths]
    return cast("SavedPicture", saved)


def _without(result: Mapping[str, Any], field: str) -> RawResult:
    return {name: value for name, value in result.items() if name != field}


def existing_files(paths: list[str]) -> list[str]:
    """Absolute paths of files that can be read, or of one folder, with a slash at its end. Raises: FILE_ERROR."""
    full = [os.path.abspath(os.path.expanduser(path)) for path in paths]
    for path in full:
        if not os.path.exists(path):
            raise error("FILE_ERROR", f"There is not a file {path}.", path=path)
        if os.path.isdir(path):
            if len(full) > 1:
                raise error("FILE_ERROR", f"{path} is a folder.", "Give files, or one folder by itself.", path=path)
            return [os.path.join(path, "")]
        if not os.path.isfile(path):
            raise error("FILE_ERROR", f"{path} is not a file.", path=path)
        if not os.access(path, os.R_OK):
            raise error("FILE_ERROR", f"{path} cannot be read.", path=path)
    return full
