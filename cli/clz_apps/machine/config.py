"""Settings, shown with where they are set and written into the user's file or the project's.

A file is changed under a lock and replaced whole; its comments and order stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clz_core.config import settings
from clz_core.config.files import PROJECT_FILE, File, parse, project_file, user_file
from clz_core.config.paths import make_parents, private_dir, state_dir, write_at_once
from clz_core.config.schema import SETTINGS, from_text, known
from clz_core.contract.errors import ClzError, error

if TYPE_CHECKING:
    from clz_core.generated.results import GetConfigFiles, GetConfigSettings

LOCK_SECONDS = 10


def entries(keys: list[str]) -> list[GetConfigSettings]:
    """Settings with their values and where these are set; one whose variable is invalid says so."""
    known = settings.load(lenient=True)
    return [_entry(known, key) for key in keys]


def _entry(known: settings.Settings, key: str) -> GetConfigSettings:
    setting = SETTINGS[key]
    entry: GetConfigSettings = {
        "key": key,
        "env": setting.env,
        "takes": setting.takes,
        "help": setting.help,
        "value": None,
        "origin": "env",
        "where": setting.env,
    }
    try:
        found = known.find(key)
    except ClzError as problem:
        return {**entry, "problem": problem.message}
    return {**entry, "value": found.value, "origin": found.origin, "where": found.where}


def files() -> list[GetConfigFiles]:
    """The files of settings: whether they are there, and what is wrong in them."""
    known = settings.load(lenient=True)
    project = project_file()
    paths = [("user", user_file()), *([("project", project)] if project else [])]
    read = {file.path: file for file in known.files}
    return [
        {
            "kind": kind,
            "path": str(path),
            "exists": path in read,
            "problems": [problem.message for problem in read[path].problems] if path in read else [],
            "warnings": read[path].warnings if path in read else [],
        }
        for kind, path in paths
    ]


def change(key: str, word: str | None, project: bool) -> Mapping[str, Any]:
    """Set a setting to what was typed, or with None remove it from the file.

    Raises: USAGE, FILE_ERROR, CONFIG_INVALID.
    """
    setting = known(key)
    if project and not setting.project:
        raise error(
            "USAGE",
            f"{key} cannot be in a project's file: it would decide for everybody who opens the project.",
            f"Set it for yourself: clz config set {key} {word or ''}".rstrip(),
        )
    value = None if word is None else from_text(setting, word, key)
    path = (project_file() or Path(os.getcwd()) / PROJECT_FILE) if project else user_file()
    try:
        _write(path, key, value, private=not project)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem
    return {"path": str(path), "settings": entries([key])}


def _write(path: Path, key: str, value: Any, private: bool) -> None:
    import tomlkit
    from filelock import FileLock, Timeout
    from tomlkit.exceptions import TOMLKitError

    if private:
        make_parents(path)
    target = Path(os.path.realpath(path))  # one that is a link to a person's dotfiles stays a link
    private_dir(state_dir())
    try:
        with FileLock(state_dir() / "config.lock", mode=0o600, timeout=LOCK_SECONDS):
            text = target.read_text("utf-8") if target.exists() else ""
            try:
                document = tomlkit.parse(text)
            except (TOMLKitError, ValueError, RecursionError):
                parse(broken := File(path, text=text))
                raise next(iter(broken.problems), error("CONFIG_INVALID", f"{path} is not TOML.")) from None
            _set(document, key, value, path)
            write_at_once(target, tomlkit.dumps(document), 0o600 if private else 0o666, keep_mode=True)
    except Timeout:
        raise error("BUSY", f"Another clz has been writing {path} for too long.") from None


def _set(document: Any, key: str, value: Any, path: Path) -> None:
    import tomlkit

    table, _, name = key.rpartition(".")
    if table and value is not None and table not in document:
        document[table] = tomlkit.table()
    place = document.get(table) if table else document
    if place is None:
        return
    if not hasattr(place, "keys"):
        raise error("CONFIG_INVALID", f"{path}: {table} is not a table.", f"Write it as: [{table}]")
    if value is None:
        place.pop(name, None)
    else:
        place[name] = value
