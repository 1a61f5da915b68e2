"""The person's own profiles: finding one, and changing nothing in it that cannot be taken back."""

from __future__ import annotations

import configparser
import contextlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject
from clz_native.firefox.manifest import FLATPAK_APP
from clz_native.machine.system import System

LENT = "// clz: for one start only\n"
Preferences = Mapping[str, bool | int | str]


def roots(system: System) -> list[Path]:
    """The folders with a `profiles.ini`, of whatever Firefox."""
    if system.platform == "darwin":
        return [system.home / "Library/Application Support/Firefox"]
    if system.platform == "win32":
        return [Path(os.environ.get("APPDATA") or system.home / "AppData/Roaming") / "Mozilla/Firefox"]
    inner = (".mozilla/firefox", ".config/mozilla/firefox")
    homes = (system.home, system.home / "snap/firefox/common", system.home / ".var/app" / FLATPAK_APP)
    return [home / folder for home in homes for folder in inner]


def find_profile(named: str, system: System) -> Path:
    """The folder of a profile by its path, or by its name in about:profiles. Raises: FILE_ERROR."""
    path = Path(named).expanduser()
    if path.is_dir() and ("/" in named or os.sep in named):
        return path.absolute()
    names = {}
    for root in roots(system):
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            parser.read_string((root / "profiles.ini").read_text("utf-8"))
        except (OSError, configparser.Error):
            continue
        for section in parser.sections():
            if section.startswith("Profile") and (place := parser[section].get("Path")):
                folder = root / place if parser[section].get("IsRelative", "1") == "1" else Path(place)
                names[parser[section].get("Name", place)] = folder
    if named in names and names[named].is_dir():
        return names[named]
    known = f" There are: {', '.join(sorted(names))}." if names else ""
    raise error("FILE_ERROR", f"There is no profile {named!r}.{known}", "See them in Firefox: about:profiles")


def in_use(profile: Path) -> bool:
    """True while a Firefox runs on the profile: it holds a lock on a file there."""
    if os.name != "posix":
        try:
            (profile / "parent.lock").unlink(missing_ok=True)
        except OSError:
            return True
        return False
    import fcntl

    try:
        with open(profile / ".parentlock", "rb+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def lines(preferences: Preferences) -> str:
    """Preferences as `user.js` has them."""
    return "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())


@contextlib.contextmanager
def temporary_prefs(profile: Path, preferences: Preferences) -> Iterator[None]:
    """Give a Firefox that starts within the block these preferences; `user.js` is afterwards what it was."""
    path = profile / "user.js"
    added = f"\n{LENT}{lines(preferences)}".encode()
    before = path.read_bytes().replace(added, b"") if path.exists() else None  # one that was killed left them there
    try:
        path.write_bytes((before or b"") + added)
        yield
    finally:
        if before is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(before)


def current(profile: Path, preferences: Preferences) -> dict[str, str | None]:
    """The lines of `prefs.js` for these preferences; None if it has none."""
    text = _prefs(profile)
    return {name: match[0] if (match := _line(name).search(text)) else None for name in preferences}


def restore(profile: Path, preferences: Preferences, before: JsonObject) -> None:
    """Put back what `prefs.js` said before; values that somebody set since stay. No Firefox may be running there."""
    text = old = _prefs(profile)
    for name, value in preferences.items():
        ours = lines({name: value})
        if ours in text:
            text = text.replace(ours, before.get(name) or "")
    if text != old:
        (profile / "prefs.js").write_bytes(text.encode("utf-8", "surrogateescape"))


def _prefs(profile: Path) -> str:
    try:
        return (profile / "prefs.js").read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def _line(name: str) -> re.Pattern[str]:
    return re.compile(rf'^user_pref\("{re.escape(name)}", .*\);\n', re.MULTILINE)
