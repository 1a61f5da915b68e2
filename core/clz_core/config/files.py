"""The files of settings: where they are, what they set, and what is wrong in them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from clz_core.config.named_rules import given_in_vain
from clz_core.config.paths import config_dir
from clz_core.config.schema import SETTINGS, did_you_mean, example, fits
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values

USER_FILE = "config.toml"

PROJECT_FILE = ".clz.toml"

POLICY = "policy"

_SECTIONS = frozenset(key.partition(".")[0] for key in SETTINGS if "." in key)


def user_file() -> Path:
    """Where the user's settings are, whether or not the file is there."""
    return config_dir() / USER_FILE


def project_file() -> Path | None:
    """The nearest `.clz.toml`, from the working folder upwards; the home folder is the last one looked at."""
    try:
        folder = os.path.realpath(os.getcwd())
    except OSError:  # the folder we are in is gone
        return None
    home = os.path.realpath(os.path.expanduser("~"))
    while True:
        path = os.path.join(folder, PROJECT_FILE)
        if os.path.isfile(path):
            return Path(path)
        above = os.path.dirname(folder)
        if folder in (home, above):
            return None
        folder = above


class File:
    """One file: its values by key, and what is wrong with it."""

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        self.text = text
        self.values: Values = {}
        self.problems: list[ClzError] = []
        self.warnings: list[str] = []

    def where(self, key: str) -> str:
        """`PATH:LINE` of a key; the path alone if its line is not known."""
        line = _line_of(self.text, key)
        return f"{self.path}:{line}" if line else str(self.path)


def read(path: Path, is_user: bool) -> File | None:
    """A file that is there; None if none is."""
    try:
        info = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as problem:
        file = File(path)
        file.problems.append(_unreadable(path, problem.strerror or ""))
        return file
    file = File(path)
    if not is_user and hasattr(os, "getuid") and info.st_uid not in (os.getuid(), 0):
        file.warnings.append(f"{path} is ignored: it belongs to user {info.st_uid}, not to you")
        return file
    try:
        file.text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        file.problems.append(_unreadable(path, getattr(problem, "strerror", "") or "it is not UTF-8"))
        return file
    _take(file, parse(file), is_user)
    return file


def _unreadable(path: Path, why: str) -> ClzError:
    return error("CONFIG_INVALID", f"{path} cannot be read: {why}.", f"Check it: ls -l {path}", path=str(path))


def parse(file: File) -> dict[str, Any]:
    """The tables of a file; a file that is not TOML has its problem noted."""
    import tomllib

    try:
        return tomllib.loads(file.text)
    except (ValueError, RecursionError) as problem:  # TOMLDecodeError is a ValueError, as is a number that is too long
        said = "Nested too deep" if isinstance(problem, RecursionError) else str(problem)
        at = re.search(r"line (\d+), column (\d+)", said)
        place = f"{file.path}:{at[1]}:{at[2]}" if at else f"{file.path}:{len(file.text.splitlines()) or 1}"
        what = said.partition(" (at ")[0]
        file.problems.append(
            error(
                "CONFIG_INVALID",
                f"{place}: this is not TOML: {what[:1].lower()}{what[1:]}.",
                f"Fix that line, then: clz config list   (or put the file away: mv {file.path} {file.path}.broken)",
                path=str(file.path),
            )
        )
        return {}


def _take(file: File, data: dict[str, Any], is_user: bool) -> None:
    for name, value in data.items():
        if name == POLICY:
            if not is_user:
                file.warnings.append(f"{file.where(POLICY)}: [policy] is ignored here; it counts only in {user_file()}")
            else:
                file.warnings += [f"{file.where(key)}: {said}" for key, said in given_in_vain(value)]
        elif name in _SECTIONS and isinstance(value, dict):
            for inner, given in value.items():
                _take_one(file, f"{name}.{inner}", given, is_user)
        else:
            _take_one(file, name, value, is_user)


def _take_one(file: File, key: str, value: Any, is_user: bool) -> None:
    setting = SETTINGS.get(key)
    if setting is None:
        file.warnings.append(f"{file.where(key)}: there is no setting {key[:60]}.{did_you_mean(key)}")
    elif not is_user and setting.refused:
        file.problems.append(
            error(
                "CONFIG_INVALID",
                f"{file.where(key)}: {key} cannot be in a project's file: you would act under another name.",
                f"Take that line out. For yourself: {setting.option}, {setting.env}, or {user_file()}",
                path=str(file.path),
                key=key,
            )
        )
    elif not is_user and not setting.project:
        file.warnings.append(f"{file.where(key)}: {key} is ignored here; it counts only in {user_file()}")
    elif not fits(setting, value):
        shown = "true" if value is True else "false" if value is False else repr(value)[:60]
        file.problems.append(
            error(
                "CONFIG_INVALID",
                f"{file.where(key)}: {key} is {shown}; it takes {setting.takes}.",
                f"Set it again: clz config set{'' if is_user else ' --project'} {key} {example(setting)}",
                path=str(file.path),
                key=key,
            )
        )
    else:
        file.values[key] = value


def _line_of(text: str, key: str) -> int | None:
    """The line of a file where a key, or else its table, is, if that can be found."""
    table = ""
    last = None
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if head:
            table = re.sub(r"[\s\"']", "", head[1]) + "."
            if f"{key}." == table or table.startswith(f"{key}."):
                last = last or number
        name = re.match(r"\s*([\w.\"'-]+(?:\s*\.\s*[\w\"'-]+)*)\s*=", line)
        if name and table + re.sub(r"[\s\"']", "", name[1]) == key:
            return number
    return last
