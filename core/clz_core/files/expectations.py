"""Files of expectations: what `expect snapshot` and `expect picture` compare with, and what they leave beside it.

The sender of `expect` sends what is in the file, since the extension reads none.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import NamedTuple

from clz_core.config.paths import open_file
from clz_core.contract.errors import ClzError, error
from clz_core.contract.expectations import PICTURES
from clz_core.contract.limits import MAX_REQUEST_BYTES
from clz_core.contract.shapes import Params
from clz_core.files.output import write_output

# The endings of the files of each condition: nothing else is written over.
ENDINGS = {"snapshot": (".aria", ".txt", ".yml", ".yaml"), "picture": (".png",)}
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_MOST_BYTES = MAX_REQUEST_BYTES * 7 // 10  # in base64 a third more


class ExpectedFile(NamedTuple):
    """The file of one expectation; no path where it has none. `missing` if it was not there."""

    path: Path | None
    missing: bool = False

    def keep(self, result: Params) -> Params:
        """Write what is to be written, and say where. Raises: FILE_ERROR, EXPECTATION_FAILED if it was missing."""
        data = _taken(result)
        if self.path is None or data is None:
            return result
        write_output(self.path, data, replace=not self.missing)
        if not self.missing:
            return {**result, "path": str(self.path)}
        raise error(
            "EXPECTATION_FAILED",
            f"There was no {self.path} to compare with. It is written now, as it is on the page.",
            "Look at it and run this again.",
            written=str(self.path),
        )

    def explain(self, problem: ClzError) -> None:
        """Write the pictures that an error brings beside the file, and name them in its details."""
        details = dict(problem.details)
        for kind in PICTURES:
            data = details.pop(kind, None)
            if not isinstance(data, str) or self.path is None:
                continue
            path = self.path.with_name(f"{self.path.stem}.{kind}.png")
            try:
                write_output(path, base64.b64decode(data))
            except ClzError as reason:
                details[f"{kind}NotWritten"] = reason.message
            else:
                details[kind] = str(path)
        problem.details = details


def read(params: Params) -> tuple[Params, ExpectedFile]:
    """The parameters to send, and the file that they were made with. Raises: INVALID_PARAMS, FILE_ERROR."""
    condition = params.get("condition")
    sent = {name: value for name, value in params.items() if name != "file"}
    given = params.get("file")
    if condition not in ENDINGS:
        if given is not None:
            raise error("INVALID_PARAMS", f"{condition} takes no file.", "Files are for: snapshot, picture.")
        return sent, ExpectedFile(None)
    if not given:
        if sent.get("template") is not None or sent.get("baseline") is not None:
            return sent, ExpectedFile(None)
        raise error("INVALID_PARAMS", f"{condition} needs a file.", f"As in: clz expect {condition} FILE")
    path = _checked(str(given), ENDINGS[condition])
    if sent.get("update"):
        return sent, ExpectedFile(path)
    if not path.exists():
        if sent.get("negated"):
            raise error("FILE_ERROR", f"There is no file {path}.", "To write it: leave out --not, add --update")
        return {**sent, "update": True}, ExpectedFile(path, missing=True)
    data = _read(path)
    if condition == "snapshot":
        return {**sent, "template": _text(data, path)}, ExpectedFile(path)
    if not data.startswith(_PNG):
        raise error("FILE_ERROR", f"{path} is not a PNG picture.", "Write it again: --update")
    if _PNG_END not in data:
        raise error("FILE_ERROR", f"{path} is cut off: a PNG picture without its end.", "Write it again: --update")
    return {**sent, "baseline": base64.b64encode(data).decode("ascii")}, ExpectedFile(path)


def prepare_expectation(values: Params) -> Params:
    """Values with what is in the file. Raises: INVALID_PARAMS, FILE_ERROR."""
    sent, file = read({name: value for name, value in values.items() if value is not None})
    return {**values, **sent, "expected_file": file}


def _checked(given: str, endings: tuple[str, ...]) -> Path:
    try:
        path = Path(given).expanduser().absolute()
    except (RuntimeError, ValueError):  # the home of a user who is not there
        raise error("FILE_ERROR", f"{given[:200]!r} is not a path.", "Name a file in full.") from None
    if path.suffix.lower() not in endings:
        raise error("FILE_ERROR", f"{path.name} does not name a file type.", f"End it in {' or '.join(endings)}.")
    if path.is_dir():
        raise error("FILE_ERROR", f"{path} is a folder.", "Name a file in it.")
    if not path.parent.is_dir():
        raise error("FILE_ERROR", f"The folder {path.parent} does not exist.", f"Make it: mkdir -p {path.parent}")
    return path


def _read(path: Path) -> bytes:
    try:
        with open_file(path)[0] as file:  # never a pipe or a device, which may have no end
            data = file.read(_MOST_BYTES + 1)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {path}: {problem.strerror}.") from problem
    if len(data) > _MOST_BYTES:
        raise error(
            "FILE_ERROR", f"{path} is larger than {_MOST_BYTES >> 20} MB.", "Expect a smaller part of the page."
        )
    return data


def _text(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error("FILE_ERROR", f"{path} is not a text in UTF-8.", "Write it again: --update") from None


def _taken(result: Params) -> bytes | None:
    """Take what is to be written out of a result."""
    text, image = result.pop("template", None), result.pop("image", None)
    if isinstance(image, str):
        return base64.b64decode(image)
    return text.encode() if isinstance(text, str) else None
