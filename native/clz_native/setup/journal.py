"""What `clz setup` made, written down so that `clz setup --undo` takes away exactly that.

`DATA/setup.json` holds an entry for each thing, oldest first:

    file         one that was written: its hash, and the text that was there before
    block        lines that were added to a file of the person's
    list         texts that were added to a list in a JSON file of the person's
    folder       one that was made on the way to a file
    preferences  what a profile's `prefs.js` said before it took ours from `user.js`
    profile      one of Firefox that clz made; it is never taken away, for a person may have worked in it
    registry     a value of the Windows registry, and the one before
    command      the command that takes back what another one did

Undoing goes backwards. What was changed since is left alone and named.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, TypedDict

from clz_core.config.paths import data_dir, private_dir, state_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject
from clz_core.files.output import write_output
from clz_native import programs
from clz_native.machine.registry import Registry
from clz_native.setup import profiles

Entry = JsonObject  # as it is in the file: what else it has goes by its kind
COMMAND_SECONDS = 120


class Undone(TypedDict):
    """What became of one thing: removed, restored, undone, kept, failed, or empty for one that was gone."""

    what: str
    state: str
    note: str


def unconnected_own() -> bool:
    """True the first time that the person's own Firefox, which was set up, is not what a host was started by."""
    setup, said = data_dir() / "setup.json", state_dir() / "own-firefox-noted"
    if "native-messaging-hosts" not in (_text(setup) or ""):
        return False
    first = not said.exists() or said.stat().st_mtime < setup.stat().st_mtime
    with suppress(OSError):
        said.touch()
    return first


class SetupJournal:
    """The entries of one person's set-up. Every change is written down before the next is made.

    Raises: FILE_ERROR if what is in the file already cannot be read.
    """

    def __init__(self, path: Path | None = None, registry: Registry | None = None) -> None:
        self.path = path or data_dir() / "setup.json"
        self._registry = registry
        self.entries: list[Entry] = self._load()

    def write(self, path: Path, text: str, mode: int) -> None:
        """Write a file, and note what was there before."""
        before = _text(path)
        self._folders(path.parent)
        write_output(path, text)
        path.chmod(mode)
        self.wrote(path, before)

    def wrote(self, path: Path, before: str | None) -> None:
        """Note a file that was written now; `before` is what was there, None if there was none."""
        known = self._find("file", path)
        if known is None:
            self._add({"kind": "file", "path": str(path), "before": before, "hash": _hash(path)})
        else:  # ours already: what was there before us stays what it was
            known["hash"] = _hash(path)
            self._save()

    def copy(self, source: Path, path: Path) -> None:
        """Put a copy of a file of ours at `path`. Nothing else may be there."""
        self._folders(path.parent)
        path.write_bytes(source.read_bytes())
        self.wrote(path, None)

    def add_block(self, path: Path, block: str) -> None:
        """Add lines to the end of a file of the person's, which is made if it is missing."""
        before = _text(path)
        self._folders(path.parent)
        added = ("" if not before or before.endswith("\n") else "\n") + block
        with open(path, "ab") as file:
            file.write(added.encode("utf-8"))
        self._add({"kind": "block", "path": str(path), "added": added, "made": before is None})

    def add_to_list(self, path: Path, keys: tuple[str, ...], texts: list[str]) -> None:
        """Add texts to the list below `keys` of a JSON file of the person's. Raises: FILE_ERROR if it is not one."""
        before = _text(path)
        data, found = _listed(path, keys)
        added = [text for text in texts if text not in found]
        found += added
        self._folders(path.parent)
        write_output(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n", mode=0o600)
        self._add({"kind": "list", "path": str(path), "keys": keys, "added": added, "made": before is None})

    def set_registry(self, key: str, value: str) -> None:
        assert self._registry is not None
        before = self._registry.get(key)
        self._registry.set(key, value)
        if all(entry.get("key") != key for entry in self.entries):
            self._add({"kind": "registry", "key": key, "value": value, "before": before})
        else:
            next(entry for entry in self.entries if entry.get("key") == key)["value"] = value
            self._save()

    def note_preferences(self, profile: Path, preferences: profiles.Preferences) -> None:
        """Note what a profile has for these preferences before they are set through its `user.js`."""
        if self._find("preferences", profile) is None:
            before = profiles.current(profile, preferences)
            self._add({"kind": "preferences", "path": str(profile), "ours": dict(preferences), "before": before})

    def made_profile(self, profile: Path) -> None:
        if self._find("profile", profile) is None:
            self._add({"kind": "profile", "path": str(profile)})

    def made(self, path: Path) -> bool:
        """True if a file is one of those written down here."""
        return self._find("file", path) is not None

    def ran(self, what: str, undo: list[str]) -> None:
        """Note a command that was run, by the one that takes it back."""
        if all(entry.get("undo") != undo for entry in self.entries):
            self._add({"kind": "command", "what": what, "undo": undo})

    def forget_command(self, undo: list[str]) -> bool:
        """Strike out a command that was taken back already; False if it is not written down here."""
        kept = [entry for entry in self.entries if entry.get("undo") != undo]
        was_here = len(kept) < len(self.entries)
        self.entries = kept
        self._save()
        return was_here

    def has_command(self, undo: list[str]) -> bool:
        """True if a command that is taken back by `undo` is written down here."""
        return any(entry.get("undo") == undo for entry in self.entries)

    def rows(self) -> list[Undone]:
        """What undoing would look at, newest first."""
        return [{"what": _named(entry), "state": "todo", "note": ""} for entry in reversed(self.entries)]

    def replace_block(self, path: Path, old: str, new: str) -> None:
        """Replace lines in a file of the person's, such as an older form of ours, and note it."""
        text = _text(path) or ""
        write_output(path, text.replace(old, new, 1).encode("utf-8", "surrogateescape"))
        known = next((e for e in self.entries if e["kind"] == "block" and e["path"] == str(path)), None)
        if known is None:
            self._add({"kind": "block", "path": str(path), "added": new, "made": False})
        else:
            known["added"] = str(known["added"]).replace(old, new, 1)
            self._save()

    def undo(self, files: Collection[Path] | None = None) -> list[Undone]:
        """Take everything away, or what is in these files; a row for each thing. What failed stays written down."""
        rows: list[Undone] = []
        left: list[Entry] = []
        for entry in reversed(self.entries):
            if files is not None and not _concerns(entry, files):
                left.insert(0, entry)
                continue
            row = self._undo(entry)
            if row["state"] == "failed":
                left.insert(0, entry)
            if row["state"]:
                rows.append(row)
        self.entries = left
        self._save()
        return rows

    def _undo(self, entry: Entry) -> Undone:
        state, note = "", ""
        try:
            match entry["kind"]:
                case "file":
                    state, note = _undo_file(Path(entry["path"]), entry)
                case "block":
                    state, note = _undo_block(Path(entry["path"]), entry)
                case "list":
                    state, note = _undo_list(Path(entry["path"]), entry)
                case "preferences":
                    state, note = _undo_preferences(Path(entry["path"]), entry)
                case "profile" if Path(entry["path"]).exists():
                    state, note = "kept", "it may hold your work; remove it by hand"
                case "folder":
                    state = _undo_folder(Path(entry["path"]))
                case "registry":
                    state, note = self._undo_registry(entry)
                case "command":
                    state, note = _undo_command(entry)
        except ClzError as problem:
            state, note = "failed", problem.message
        except OSError as problem:
            state, note = "failed", str(problem.strerror)
        return {"what": _named(entry), "state": state, "note": note}

    def _undo_registry(self, entry: Entry) -> tuple[str, str]:
        if self._registry is None or self._registry.get(entry["key"]) != entry["value"]:
            return "kept", "changed since"
        if entry["before"] is None:
            self._registry.delete(entry["key"])
            return "removed", ""
        self._registry.set(entry["key"], entry["before"])
        return "restored", ""

    def _folders(self, folder: Path) -> None:
        """Make a folder, and note each one that was missing, once all are there: the journal makes folders, too."""
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for new in reversed(missing):
            new.mkdir(mode=0o700, exist_ok=True)  # a Firefox that starts makes some of them as well
        for new in reversed(missing):
            self._add({"kind": "folder", "path": str(new)})

    def _find(self, kind: str, path: Path) -> Entry | None:
        return next((e for e in self.entries if e["kind"] == kind and e["path"] == str(path)), None)

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._save()

    def _save(self) -> None:
        if not self.entries:
            self.path.unlink(missing_ok=True)
            return
        private_dir(self.path.parent)
        write_private(self.path, json.dumps({"v": 1, "entries": self.entries}, indent=1))

    def _load(self) -> list[Entry]:
        try:
            return list(strict_json.loads(self.path.read_text("utf-8"))["entries"])
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise error(
                "FILE_ERROR",
                f"{self.path}, where setup wrote down what it made, cannot be read: {problem}.",
                f"Move it away, then set up again: mv {self.path} {self.path}.broken",
            ) from problem


def _concerns(entry: Entry, files: Collection[Path]) -> bool:
    """True of what was done to one of these files, and of the folders made on the way there."""
    if entry["kind"] == "folder":
        return any(Path(entry["path"]) in file.parents for file in files)
    return entry["kind"] in ("file", "block") and Path(entry["path"]) in files


def _named(entry: Entry) -> str:
    return str(entry.get("path") or entry.get("key") or entry.get("what"))


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _undo_file(path: Path, entry: Entry) -> tuple[str, str]:
    if not path.exists():
        return "", ""
    if _hash(path) != entry["hash"]:
        return "kept", "changed since"
    if entry["before"] is None:
        path.unlink()
        return "removed", ""
    write_output(path, entry["before"].encode("utf-8", "surrogateescape"))
    return "restored", ""


def _undo_block(path: Path, entry: Entry) -> tuple[str, str]:
    text = _text(path)
    if text is None:
        return "", ""
    if entry["added"] not in text:
        return "kept", "its lines were changed since"
    text = text.replace(entry["added"], "", 1)
    if entry["made"] and not text:
        path.unlink()
        return "removed", ""
    write_output(path, text.encode("utf-8", "surrogateescape"))
    return "removed", "only the lines of clz"


def _listed(path: Path, keys: tuple[str, ...]) -> tuple[JsonObject, list[Any]]:
    """What a JSON file holds, and the list below `keys` of it, which is made if it is missing. Raises: FILE_ERROR."""
    try:
        data = strict_json.loads(_text(path) or "{}")
        at = data
        for key in keys[:-1]:
            at = at.setdefault(key, {})
        found = at.setdefault(keys[-1], [])
    except (ValueError, AttributeError) as problem:
        raise error("FILE_ERROR", f"{path} is not what Claude Code takes: {problem}.") from problem
    if not isinstance(found, list):
        raise error("FILE_ERROR", f"{path} has no list at {'.'.join(keys)}.")
    return data, found


def _undo_list(path: Path, entry: Entry) -> tuple[str, str]:
    if not path.exists():
        return "", ""
    keys = tuple(entry["keys"])
    data, found = _listed(path, keys)
    found[:] = [text for text in found if text not in entry["added"]]
    if not found and entry["made"] and data == _nested(keys):
        path.unlink()
        return "removed", ""
    write_output(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n", mode=0o600)
    return "removed", "only what clz added"


def _nested(keys: tuple[str, ...]) -> JsonObject:
    """An empty list below `keys`, and nothing else."""
    value: Any = []
    for key in reversed(keys):
        value = {key: value}
    return dict(value)


def _undo_preferences(profile: Path, entry: Entry) -> tuple[str, str]:
    if profiles.in_use(profile):  # it would write its own back when it ends
        return "failed", "Firefox runs on this profile: close it, then undo again"
    profiles.restore(profile, entry["ours"], entry["before"])
    return "restored", "the preferences of clz"


def _undo_folder(path: Path) -> str:
    try:
        path.rmdir()
    except OSError:
        return ""  # somebody else keeps things there now, or it is gone
    return "removed"


def _undo_command(entry: Entry) -> tuple[str, str]:
    done = programs.run(entry["undo"], COMMAND_SECONDS)
    if done.returncode != 0:
        return "failed", (done.stdout.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    return "undone", ""
