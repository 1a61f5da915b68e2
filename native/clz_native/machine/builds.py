"""The Firefox builds of a machine: where they are, of which kind, and what is to be known of how they were packaged.

The kind is read from `application.ini` (channel and repository, as Mozilla builds them), else from what
`firefox --version` prints. Only ESR, Developer Edition and Nightly take an add-on without Mozilla's signature, and one
with a privileged helper; a release or beta build takes one for a session.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from clz_core.contract.errors import error
from clz_native.machine.system import System

if TYPE_CHECKING:
    from clz_core.generated.results import SetupFirefox

NAMES = ("firefox-esr", "firefox-developer-edition", "firefox-devedition", "firefox-nightly", "firefox")
PLACES = {
    "linux": (
        "/usr/lib/firefox-esr/firefox-esr",
        "/usr/lib64/firefox-esr/firefox",
        "/opt/firefox-esr/firefox",
        "/opt/firefox-developer-edition/firefox",
        "/opt/firefox/firefox",
        "/usr/lib/firefox/firefox",
        "/usr/lib64/firefox/firefox",
        "~/.local/opt/firefox/firefox",
    ),
    "darwin": (
        "/Applications/Firefox Developer Edition.app/Contents/MacOS/firefox",
        "/Applications/Firefox Nightly.app/Contents/MacOS/firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
        "~/Applications/Firefox.app/Contents/MacOS/firefox",
    ),
    "win32": (
        r"C:\Program Files\Firefox Developer Edition\firefox.exe",
        r"C:\Program Files\Firefox Nightly\firefox.exe",
        r"C:\Program Files\Mozilla Firefox\firefox.exe",
    ),
}
CLOSED_OFF = {
    "/snap/bin/firefox": "snap",
    "/var/lib/flatpak/exports/bin/org.mozilla.firefox": "flatpak",
    "~/.local/share/flatpak/exports/bin/org.mozilla.firefox": "flatpak",
}

Kind = Literal["release", "beta", "esr", "developer", "nightly", "unknown"]
Packaging = Literal["plain", "snap", "flatpak"]

KIND_NAMES: dict[Kind, str] = {
    "release": "Firefox",
    "beta": "Firefox Beta",
    "esr": "Firefox ESR",
    "developer": "Firefox Developer Edition",
    "nightly": "Firefox Nightly",
    "unknown": "Firefox of an unknown kind",
}
RANKS: tuple[Kind, ...] = ("esr", "developer", "nightly", "release", "beta", "unknown")  # those with the helper first
# Where the program is in what Mozilla packs.
PROGRAMS = {"darwin": "Firefox.app/Contents/MacOS/firefox", "win32": "firefox/firefox.exe", "linux": "firefox/firefox"}
# Inside what is shut in, seen from outside.
_SHUT_IN = {
    "snap": ("/snap/firefox/current/usr/lib/firefox",),
    "flatpak": (
        "/var/lib/flatpak/app/org.mozilla.firefox/current/active/files/lib/firefox",
        "~/.local/share/flatpak/app/org.mozilla.firefox/current/active/files/lib/firefox",
    ),
}
_PRODUCTS = ("Mozilla Firefox", "Firefox Developer Edition", "Firefox Nightly", "Nightly", "Mozilla Firefox ESR")
_STARTED = re.compile(r"""exec\s+["']?([\w./-]*firefox[\w./-]*)""")  # by a script, by path or by name
_VERSION_SECONDS = 5
OLDEST = 142  # what the extension asks for; Firefox leaves it out without a word where it is older


@dataclass(frozen=True)
class Build:
    """One Firefox; `folder` is the same for every path that leads to it."""

    path: Path
    folder: Path
    kind: Kind
    version: str
    packaging: Packaging = "plain"

    @property
    def takes_unsigned(self) -> bool:
        return self.kind in ("esr", "developer", "nightly")

    @property
    def signed_only(self) -> bool:
        """True if it is known to take an unsigned add-on for a session alone. One of an unknown kind is tried."""
        return self.kind in ("release", "beta")

    @property
    def too_old(self) -> bool:
        """True if it is known to be. One of an unknown version is tried."""
        return (version_key(self.version) or (OLDEST,))[0] < OLDEST

    @property
    def manageable(self) -> bool:
        """True if `clz open` can start it."""
        return self.packaging == "plain" and not self.too_old

    @property
    def title(self) -> str:
        shut_in = "" if self.packaging == "plain" else f" ({self.packaging})"
        return f"{KIND_NAMES[self.kind]} {self.version}".strip() + shut_in

    def to_wire(self) -> SetupFirefox:
        return {
            "path": str(self.path),
            "kind": self.kind,
            "version": self.version,
            "packaging": self.packaging,
            "manageable": self.manageable,
        }


def find_builds(system: System) -> list[Build]:
    """Every Firefox of the machine once, the best for `clz open` first."""
    found: dict[Path, Build] = {}
    for path in _candidates(system):
        if not (path.is_file() and os.access(path, os.X_OK)):
            continue
        build = _read(path, system)
        found.setdefault(build.folder, build)
    own = firefoxes_dir(system.data)
    return sorted(
        found.values(),
        key=lambda build: (not build.manageable, not build.path.is_relative_to(own), RANKS.index(build.kind)),
    )


def firefoxes_dir(data: Path) -> Path:
    """Where `clz browser install` puts them, each version in a folder of its own."""
    return data / "firefox"


def named_build(path: str, system: System) -> Build:
    """The Firefox that a person named. Raises: FIREFOX_NOT_FOUND."""
    found = shutil.which(os.path.expanduser(path), path=system.path)
    if found is None:
        raise error("FIREFOX_NOT_FOUND", f"{path!r} is not a program.", "See what there is: clz setup --print")
    return _read(Path(os.path.abspath(found)), system)


def _candidates(system: System) -> Iterator[Path]:
    if program := PROGRAMS.get(system.platform):
        folders = sorted(firefoxes_dir(system.data).glob("[0-9]*"), key=lambda folder: version_key(folder.name))
        yield from (folder / program for folder in reversed(folders))
    for name in (system.firefox, *NAMES) if system.firefox else NAMES:
        if found := shutil.which(os.path.expanduser(name), path=system.path):
            yield Path(found)
    for place in PLACES.get(system.platform, ()):
        if system.platform != "win32":
            yield system.place(place)
        elif Path(place).is_absolute():
            yield Path(place)
    if system.platform == "linux":
        for place in CLOSED_OFF:
            yield system.place(place)
    if system.registry is not None:
        for hive in ("HKLM", "HKCU"):
            for product in _PRODUCTS:
                key = rf"{hive}\SOFTWARE\Mozilla\{product}"
                for version in system.registry.subkeys(key):
                    if exe := system.registry.get(rf"{key}\{version}\Main", "PathToExe"):
                        yield Path(exe)


def version_key(version: str) -> tuple[int, ...]:
    """What versions are compared by."""
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _read(path: Path, system: System) -> Build:
    packaging = _packaging(path, system)
    plain = packaging == "plain"
    folders = [_app_folder(path, system)] if plain else [system.place(place) for place in _SHUT_IN[packaging]]
    for folder in folders:
        for ini in (folder / "application.ini", folder.parent / "Resources/application.ini"):  # the latter on macOS
            if (known := _from_ini(ini)) is not None:
                return Build(path, folder if plain else Path(packaging), *known, packaging)
    return Build(path, path.resolve() if plain else Path(packaging), *_from_version(path), packaging)


def _packaging(path: Path, system: System) -> Packaging:
    inside = "/" + os.path.relpath(path, system.root) if path.is_relative_to(system.root) else str(path)
    if inside.startswith("/snap/"):
        return "snap"
    if "/flatpak/" in inside:
        return "flatpak"
    kind = closed_off(str(path))
    return "snap" if kind == "snap" else "flatpak" if kind == "flatpak" else "plain"


def _app_folder(path: Path, system: System, depth: int = 3) -> Path:
    """The folder of the program itself, through links and through a script that starts it."""
    real = path.resolve()
    if depth and not (real.parent / "application.ini").is_file():
        try:
            with open(real, "rb") as file:
                head = file.read(4096)
        except OSError:
            head = b""
        for named in _STARTED.findall(head.decode("utf-8", "replace")) if head.startswith(b"#!") else ():
            found = shutil.which(named, path=system.path)
            if found and not path.samefile(found):
                folder = _app_folder(Path(found), system, depth - 1)
                if (folder / "application.ini").is_file():
                    return folder
    return real.parent


def _from_ini(ini: Path) -> tuple[Kind, str] | None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(ini.read_text("utf-8", "replace"))
        app = parser["App"]
    except (OSError, configparser.Error, KeyError):
        return None
    version = app.get("Version", "")
    words = f"{app.get('RemotingName', '')} {app.get('SourceRepository', '')} {app.get('CodeName', '')}".lower()
    return _kind(words, version), version


def _kind(words: str, version: str) -> Kind:
    table: tuple[tuple[Kind, tuple[str, ...]], ...] = (
        ("esr", ("-esr",)),
        ("developer", ("aurora", "devedition", "developer")),
        ("nightly", ("nightly", "mozilla-central")),
        ("beta", ("beta",)),
    )
    for kind, signs in table:
        if any(sign in words for sign in signs):
            return kind
    return _kind_of_version(version)


def _kind_of_version(version: str) -> Kind:
    if version.endswith("esr"):
        return "esr"
    if re.search(r"\da\d", version):
        return "nightly"
    if re.search(r"\db\d", version):
        return "beta"
    return "release" if version else "unknown"


def _from_version(path: Path) -> tuple[Kind, str]:
    """What the program says of itself, as `Mozilla Firefox 153.7.0esr`."""
    try:
        done = subprocess.run(
            [str(path), "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown", ""
    match = re.search(r"Firefox(?: \w+)?\s+(\d[\w.]*)", done.stdout)
    version = match[1] if match else ""
    return _kind_of_version(version), version.removesuffix("esr")


def closed_off(path: str) -> str | None:
    """`snap` or `flatpak` where `path` starts one of these, None for an ordinary Firefox."""
    real = os.path.realpath(path)
    for text in (path, real):
        if text.startswith("/snap/") or os.path.basename(text) == "snap":
            return "snap"
        if "/flatpak/" in text:
            return "flatpak"
    try:
        with open(real, "rb") as file:
            head = file.read(4096)
    except OSError:
        return None
    if head.startswith(b"#!"):
        if b"/snap/" in head:
            return "snap"
        if b"flatpak run" in head:
            return "flatpak"
    return None
