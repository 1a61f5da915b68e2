"""Recordings whose bodies are separate files: put into one text, as the extension reads it.

Playwright writes them so: a `_file` in the place of a body names a file beside the HAR, or in the zip that holds both.
A recording may come from anywhere: what it names is a bare name, and a file of its own zip; or of its own folder, and
then named by the SHA-1 of what is in it, as Playwright names it. To name it one must know its content, so that no other
file of the folder gets into a page.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable
from typing import Any

from clz_core.config.paths import open_file
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_ROUTE_BYTES, MIB
from clz_core.files import zips

NAMES_FILE = b'"_file"'
ENTRY = b"PK\x01\x02"  # in the list at the end of a zip, which is read as a whole
MAX_ENTRIES = 20_000

Read = Callable[[str, int], bytes]


def whole_recording(path: str) -> bytes | None:
    """A recording with its bodies in it; None for one that is whole as it is, or that is not JSON.

    Raises: FILE_ERROR, REQUEST_TOO_LARGE.
    """
    try:
        file, info = open_file(path)
        with file:
            if info.st_size > MAX_ROUTE_BYTES:
                return None  # its size is checked with that of others
            text = file.read()
        if text.startswith(b"PK\x03\x04"):
            if text.count(ENTRY) > MAX_ENTRIES:
                raise error(
                    "REQUEST_TOO_LARGE", f"{path} holds more than {MAX_ENTRIES:,} files.", "Give a smaller one."
                )
            with zipfile.ZipFile(io.BytesIO(text)) as archive:
                return _of_zip(path, archive)
    except zips.BROKEN as problem:
        raise error("FILE_ERROR", f"{path} cannot be read as a zip: {problem}.", path=path) from problem
    except (OSError, ValueError):
        return None  # said where every file is checked
    return _joined(path, text, lambda name, room: _beside(path, name, room)) if NAMES_FILE in text else None


def _of_zip(path: str, archive: zipfile.ZipFile) -> bytes:
    names = [name for name in archive.namelist() if name.lower().endswith(".har") and "/" not in name]
    if len(names) != 1:
        raise error(
            "FILE_ERROR", f"{path} holds {len(names) or 'no'} recordings: it needs exactly one NAME.har.", path=path
        )

    def read(name: str, room: int) -> bytes:
        try:
            data = zips.unpacked(archive, name, room)
        except KeyError:
            raise _lacks(path, name) from None
        if data is None:
            raise _too_large(path)
        return data

    text = read(names[0], MAX_ROUTE_BYTES)
    return _joined(path, text, read) if NAMES_FILE in text else text


def _beside(path: str, name: str, room: int) -> bytes:
    try:
        file, info = open_file(os.path.join(os.path.dirname(path), name), os.O_NOFOLLOW)
    except (OSError, ValueError):
        raise _lacks(path, name) from None
    with file:
        if info.st_size > room:
            raise _too_large(path)
        data = file.read(room)
    if hashlib.sha1(data, usedforsecurity=False).hexdigest() != name.partition(".")[0].lower():
        what = f"{path} names the body {name[:80]!r}, whose name is not the SHA-1 of its content."
        raise error("FILE_ERROR", what, "Give a zip that holds the recording and its bodies.", path=path)
    return data


def _joined(path: str, text: bytes, read: Read) -> bytes:
    try:
        recording = strict_json.loads(text.removeprefix(b"\xef\xbb\xbf"))
    except ValueError:
        return text  # the extension says what is wrong with it
    entries = _of(_of(recording, "log"), "entries")
    room = MAX_ROUTE_BYTES - len(text)
    for entry in entries if isinstance(entries, list) else []:
        content, posted = _of(_of(entry, "response"), "content"), _of(_of(entry, "request"), "postData")
        for part in (content, posted):
            name = _of(part, "_file")
            if name is None or "text" in part:
                continue
            if not isinstance(name, str) or not name or name.startswith(".") or {"/", "\\", "\0"} & set(name):
                said = str(name)[:80]
                raise error("FILE_ERROR", f"{path} names a body that is not a file beside it: {said!r}.", path=path)
            data = read(name, max(room, 0))
            if part is posted or part.get("_encoding") == "utf-8":
                part["text"] = data.decode("utf-8", "replace")
            else:
                part |= {"text": base64.b64encode(data).decode("ascii"), "encoding": "base64"}
            room -= len(part["text"])
            if room < 0:
                raise _too_large(path)
    return json.dumps(recording, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _of(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _lacks(path: str, name: str) -> ClzError:
    hint = "Keep the files of bodies beside the recording, or in its zip."
    return error("FILE_ERROR", f"{path} names the body {name[:80]!r}, which is not there.", hint, path=path)


def _too_large(path: str) -> ClzError:
    most = MAX_ROUTE_BYTES // MIB
    return error("REQUEST_TOO_LARGE", f"With its bodies {path} has more than {most} MB.", "Give a smaller one.")
