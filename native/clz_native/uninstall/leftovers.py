"""What clz has made in its folders, as opposed to what anybody else has put there.

A folder of clz's may be one that a person named (`CLZ_DATA_DIR`) and that holds their own files, so nothing goes for
being there: each thing is known by where it is, by its name, and where others might use that name by what is in it.
Links are never followed, and no link is removed that clz does not make. What pages gave to download stays, and so does
a film that could be written nowhere else.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from clz_core.config.paths import SESSION_NAME, check_private, data_dir, runtime_dir, state_dir
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError
from clz_native.machine.builds import PROGRAMS

ENDING = r"[A-Za-z0-9][A-Za-z0-9_-]*"
HALF_WRITTEN = re.compile(r"\.(.+)\.\d+\.[0-9a-f]{8}")  # by `write_at_once`, where it was interrupted
HOME = "firefox-home"
WHYS = {
    "own-profiles": "a profile of your Firefox, made by clz setup: it may hold your work",
    "downloads": "files that you downloaded",
    f"{HOME}/Downloads": "files that you downloaded",
}
SESSIONS, CONNECTIONS = "what sessions store while they run", "connections to other machines"
SECRETS = "secrets"
NOT_OURS = "clz did not make it"
FILM = "a film that could not be written where it was to go"


class Kind(NamedTuple):
    """One kind of thing that clz makes in a folder: its names, and what else must hold of it."""

    what: str
    folder: str
    names: re.Pattern[str]
    is_it: Callable[[Path], bool]


class Found(NamedTuple):
    """All of one kind in one folder; `top` is where people see it: the uppermost folder of its kind."""

    what: str
    folder: Path
    top: Path
    paths: tuple[Path, ...]
    bytes: int


class Kept(NamedTuple):
    """What stays, and why."""

    path: Path
    why: str


class Leavings(NamedTuple):
    """What there is to remove, and what stays."""

    found: tuple[Found, ...]
    kept: tuple[Kept, ...]


def look() -> Leavings:
    """Look through the folders of clz. Nothing is changed."""
    found: list[Found] = []
    kept: list[Kept] = []
    for root, kinds in _roots():
        try:
            check_private(root)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except ClzError as problem:
            kept.append(Kept(root, problem.message))
            continue
        found += _found(root, kinds)
    ours = {path for one in found for path in one.paths}
    places = {place for root, kinds in _roots() for place in _places(root, kinds)}
    unsafe = {one.path for one in kept}
    for root, _ in _roots():
        if root not in unsafe and _is_folder(root) and not any(above in places for above in root.parents):
            kept += [Kept(path, _why(path)) for path in _others(root, ours, places)]
    return Leavings(tuple(found), tuple(dict.fromkeys(kept)))


def remove(found: Found) -> list[str]:
    """Remove what was found of a kind; what could not be removed is said, a line each."""
    problems: list[str] = []
    for path in found.paths:
        try:
            if _is_folder(path):
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as problem:
            problems.append(f"{problem.filename or path}: {problem.strerror}")
    return problems


def remove_empty_folders() -> None:
    """Remove the folders of clz's own in which nothing is left."""
    for root, kinds in _roots():
        with suppress(ClzError, OSError):
            check_private(root)
            for place in sorted(_places(root, kinds), key=lambda one: len(one.parts), reverse=True):
                if _is_reached(root, place):
                    with suppress(OSError):
                        place.rmdir()


def _roots() -> list[tuple[Path, list[Kind]]]:
    """Each folder, with what clz makes there; one that lies in another comes first."""
    runtime = runtime_dir()
    own = [(runtime, _runtime_kinds(runtime)), (state_dir(), STATE), (data_dir(), DATA)]
    return sorted(own, key=lambda one: len(one[0].parts), reverse=True)


def _places(root: Path, kinds: list[Kind]) -> set[Path]:
    """The folders below a root that things are looked for in, and those on the way there."""
    below = {root / kind.folder for kind in kinds}
    between = {above for place in below for above in place.parents if root in above.parents}
    return {root} | below | between


def _found(root: Path, kinds: list[Kind]) -> Iterator[Found]:
    for kind in kinds:
        folder = root / kind.folder
        paths = tuple(sorted(path for path in _names(root, folder) if _is_of(kind, path)))
        if paths:
            yield Found(kind.what, folder, _top(root, kind), paths, sum(map(size, paths)))


def _top(root: Path, kind: Kind) -> Path:
    """The root itself for what each session has there."""
    return root if kind.what in (SESSIONS, CONNECTIONS) or not kind.folder else root / Path(kind.folder).parts[0]


def _is_of(kind: Kind, path: Path) -> bool:
    half = HALF_WRITTEN.fullmatch(path.name)
    if half and kind.names.fullmatch(half[1]):
        return _is_file(path)
    with suppress(OSError, ValueError):
        return kind.names.fullmatch(path.name) is not None and kind.is_it(path)
    return False


def _names(root: Path, folder: Path) -> Iterator[Path]:
    if not _is_reached(root, folder):
        return
    with suppress(OSError):
        yield from folder.iterdir()


def _is_reached(root: Path, folder: Path) -> bool:
    """True if no link is on the way from a root down to a folder of it."""
    on_the_way = [above for above in (folder, *folder.parents) if above == root or root in above.parents]
    return all(map(_is_folder, on_the_way))


def _others(folder: Path, ours: set[Path], places: set[Path]) -> Iterator[Path]:
    """What is none of ours, at its uppermost."""
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path in ours:
                continue
            if path in places and _is_folder(path):
                yield from _others(path, ours, places)
            elif not _is_empty(path):
                yield path


def _is_empty(path: Path) -> bool:
    """True of a folder with nothing in it."""
    return _is_folder(path) and not any(path.iterdir())


def _why(path: Path) -> str:
    if path.is_symlink():
        return "a link, which clz does not follow"
    if path.parent == state_dir() / "films" and path.name.startswith("kept-"):
        return FILM
    return next((why for name, why in WHYS.items() if path == data_dir() / name), NOT_OURS)


def size(path: Path) -> int:
    """The bytes of a file, or of all that is in a folder."""
    total = 0
    with suppress(OSError):
        total = path.lstat().st_size if not _is_folder(path) else 0
    for around, _, files in os.walk(path):
        for name in files:
            with suppress(OSError):
                total += os.lstat(os.path.join(around, name)).st_size
    return total


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _is_no_folder(path: Path) -> bool:
    return not _is_folder(path)


def _is_own(path: Path) -> bool:
    """True of what no link is."""
    return not path.is_symlink()


def is_profile(path: Path) -> bool:
    """True of a profile that `clz_native.firefox.profile` has prepared."""
    user = path / "user.js"
    return _is_folder(path) and _is_file(user) and b'"xpinstall.signatures.required", false' in user.read_bytes()


def _is_firefox(path: Path) -> bool:
    return _is_folder(path) and (path.name == ".fetched" or _is_file(path / PROGRAMS[sys.platform]))


def _is_beside_manifest(path: Path) -> bool:
    return _is_own(path) and _is_file(path.parent / ".mozilla/native-messaging-hosts/clz.json")


def _is_empty_beside_manifest(path: Path) -> bool:
    return _is_empty(path) and _is_beside_manifest(path)


def _has(*keys: str) -> Callable[[Path], bool]:
    """Whether a file is JSON with these keys."""

    def is_it(path: Path) -> bool:
        try:
            return set(keys) <= set(strict_json.loads(path.read_bytes())) if _is_file(path) else False
        except (ValueError, TypeError):
            return False

    return is_it


def _has_journal(path: Path) -> bool:
    return _is_folder(path) and (_is_file(path / "journal.jsonl") or _is_empty(path))


def _is_session(path: Path) -> bool:
    """True of a folder that a session has used."""
    return SESSION_NAME.fullmatch(path.name) is not None and _is_folder(path) and _is_folder(path / "agents")


DATA = [
    Kind("profiles of sessions, with their log-ins", "profiles", SESSION_NAME, is_profile),
    Kind("what Firefox stores beside them", HOME, re.compile(r"\..+"), _is_beside_manifest),
    Kind("what Firefox stores beside them", HOME, re.compile(r"[^.].*"), _is_empty_beside_manifest),
    Kind("Firefoxes that clz has fetched", "firefox", re.compile(r"\d[\w.]*|\.fetched"), _is_firefox),
    Kind("keys of agents", "keys", re.compile(rf"{ENDING}\.json"), _has("public", "secret")),
    Kind("keys of agents", "keys/sessions", re.compile(r"[0-9a-f]{32}|\.lock"), _is_file),
    Kind("which secrets were used", "used-secrets", re.compile(rf"{ENDING}\.json"), _has("v", "secrets")),
    Kind(SECRETS, "", re.compile(r"secrets\.json"), _has("v", "secrets")),
    Kind("locks", "", re.compile(r"\.secrets\.lock|firefox\.lock"), _is_file),
]
STATE = [
    Kind("logs", "logs", re.compile(rf"(host|firefox|mcp)-{ENDING}\.log(\.\d+)?"), _is_file),
    Kind("films that were not ended", "films", re.compile(rf"(?!kept-){ENDING}\.film"), _is_file),
    Kind("films that were not ended", "films", re.compile(rf"(?!kept-){ENDING}\.json"), _has("path")),
    Kind("traces that were not ended", "traces", re.compile(rf"{ENDING}-\d+-[0-9a-f]{{6}}"), _is_folder),
    Kind("journals of runs", "runs", re.compile(r"\d{8}-\d{6}-\d+"), _has_journal),
    Kind("journals of runs", "runs", re.compile(r"failed-[0-9a-f]{16}\.json"), _is_file),
    Kind("long results of MCP", "mcp", re.compile(r"\d+-[0-9a-f]{6}"), _is_folder),
    Kind("locks", "", re.compile(r"config\.lock"), _is_file),
    Kind("notes of what was said once", "", re.compile(r"own-firefox-noted"), _is_file),
]
_OF_A_SESSION = re.compile(
    r"(session|browser|loops|line)\.json|(host|browser|loops|run)\.lock|(host|port|rdp|warm|line)\.sock|trace-.+"
)


def _runtime_kinds(runtime: Path) -> list[Kind]:
    """What sessions have there, by name: the folder of one may be a person's that goes by its name."""
    kinds = [Kind(CONNECTIONS, ".on", re.compile(r"(?!)"), _is_file)]  # nothing: only the folder itself
    far = [path for path in _names(runtime, runtime / ".on") if re.fullmatch(r"[0-9a-f]{12}", path.name)]
    for folder in (runtime, *far):
        place = str(folder.relative_to(runtime)) if folder != runtime else ""
        for session in _names(runtime, folder):
            if _is_session(session):
                own = str(session.relative_to(runtime))
                kinds += [
                    Kind(SESSIONS, own, _OF_A_SESSION, _is_no_folder),
                    Kind(SESSIONS, f"{own}/agents", re.compile(r"agent_[0-9a-f]{32}"), _is_file),
                    Kind(SESSIONS, f"{own}/viewers", re.compile(r"agent_[0-9a-f]{32}"), _is_file),
                    Kind("files on their way to a session", own, re.compile("files"), _is_folder),
                ]
        if place:
            kinds.append(Kind(CONNECTIONS, place, re.compile(r"ssh\.sock.*|line\.lock"), _is_no_folder))
    return kinds
