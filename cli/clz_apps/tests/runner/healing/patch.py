"""The patch of what healing proposes: a file to look at, for `git apply`. The tests themselves are not touched."""

from __future__ import annotations

import difflib
import os
import shlex
from pathlib import Path

from clz_apps.tests.runner.healing.changes import Change
from clz_core.config.paths import write_private
from clz_core.contract.errors import error

FIRST = "clz run --heal proposes these targets. Look at each before you apply them.\n"


def prepare(path: str) -> None:
    """Remove the patch of an earlier run. Raises: FILE_ERROR if the file is not one, or cannot be there."""
    file = Path(path)
    try:
        if not file.exists() and not file.is_symlink():
            if not file.parent.is_dir():
                raise error("FILE_ERROR", f"There is no folder {file.parent} for {path}.")
            return
        with open(file, "rb") as old:
            ours = old.read(len(FIRST.encode())) == FIRST.encode()
        if not ours:
            raise error(
                "FILE_ERROR", f"{path} exists, and is not a patch of clz run --heal.", "Name another: --heal=FILE"
            )
        file.unlink()
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror or problem}.") from problem


def write(path: str, changes: list[Change]) -> tuple[str, list[str]]:
    """Write the patch of the changes; returns the line that applies it, and what could not be put into it.

    Raises: FILE_ERROR.
    """
    files: dict[str, list[Change]] = {}
    for change in changes:
        files.setdefault(os.path.abspath(change["file"]), []).append(change)
    base = os.getcwd()
    if any(not _inside(file, base) for file in files):
        base = os.path.commonpath([os.path.dirname(file) for file in files])
    left: list[str] = []
    text = FIRST + "".join(_diff(file, os.path.relpath(file, base), some, left) for file, some in files.items())
    if text == FIRST:
        return "", left
    try:
        write_private(Path(path), text)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror or problem}.") from problem
    where = "" if base == os.getcwd() else f"-C {shlex.quote(base)} "
    return f"git {where}apply {shlex.quote(os.path.abspath(path) if where else path)}", left


def _inside(file: str, base: str) -> bool:
    return not os.path.relpath(file, base).startswith("..")


def _diff(file: str, name: str, changes: list[Change], left: list[str]) -> str:
    try:
        before = Path(file).read_bytes().decode("utf-8", "surrogateescape").split("\n")
    except OSError as problem:
        left.append(f"{name} cannot be read any more: {problem.strerror}.")
        return ""
    after = list(before)
    for change in changes:
        at = change["line"] - 1
        line = before[at] if at < len(before) else ""
        if line.strip("\ufeff \t\r") != change["text"]:
            left.append(f"{change['file']}:{change['line']} has changed meanwhile.")
            continue
        healed = line.replace(change["text"], change["healed"], 1)
        if after[at] not in (line, healed):
            left.append(f"{change['file']}:{change['line']}: two tests would change it, each in another way.")
            continue
        after[at] = healed
    lines = difflib.unified_diff(_ended(before), _ended(after), f"a/{name}", f"b/{name}")
    return "".join(_whole(line) for line in lines)


def _ended(lines: list[str]) -> list[str]:
    """Lines as in a diff, the last without an end where the file has none."""
    whole = [f"{line}\n" for line in lines]
    if whole[-1] == "\n":
        return whole[:-1]
    return [*whole[:-1], lines[-1]]


def _whole(line: str) -> str:
    if line.startswith(("--- ", "+++ ")) and " " in line[4:]:
        return line.rstrip("\n") + "\t\n"  # so that a name with spaces ends there
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
