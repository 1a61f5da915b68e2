"""Machines other than this one: a folder in the place of `/`, with Firefox builds that only say what they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from clz_native.machine.system import System

INI = "[App]\nVendor=Mozilla\nName=Firefox\nRemotingName={name}\nVersion={version}\nSourceRepository={source}\n"
SOURCES = {
    "firefox": "https://hg.mozilla.org/releases/mozilla-release",
    "firefox-beta": "https://hg.mozilla.org/releases/mozilla-beta",
    "firefox-esr": "https://hg.mozilla.org/releases/mozilla-esr140",
    "firefox-aurora": "https://hg.mozilla.org/releases/mozilla-beta",
    "firefox-nightly": "https://hg.mozilla.org/mozilla-central",
}


@dataclass
class FakeRegistry:
    """A registry in memory: `values` by key and name."""

    values: dict[tuple[str, str], str] = field(default_factory=dict)

    def get(self, key: str, name: str = "") -> str | None:
        return self.values.get((key, name))

    def set(self, key: str, value: str) -> None:
        self.values[key, ""] = value

    def delete(self, key: str) -> None:
        self.values.pop((key, ""), None)

    def subkeys(self, key: str) -> list[str]:
        below = [known[len(key) + 1 :].split("\\")[0] for known, _ in self.values if known.startswith(f"{key}\\")]
        return list(dict.fromkeys(below))


class Machine:
    """`root` takes the place of `/`, `root/home` is the person's home, `root/bin` the PATH."""

    def __init__(self, root: Path, platform: str = "linux", registry: FakeRegistry | None = None) -> None:
        self.root = root / "machine"
        self.home = self.root / "home"
        self.bin = self.root / "bin"
        for folder in (self.home, self.bin):
            folder.mkdir(parents=True, exist_ok=True)
        self.system = System(
            platform=platform,
            home=self.home,
            data=self.root / "data",
            root=self.root,
            firefox="",
            path=str(self.bin),
            registry=registry,
            is_root=False,
        )

    def program(self, path: str, text: str = "exit 1") -> Path:
        """A shell script at `path` below the root."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
        return file

    def ini(self, path: str, name: str, version: str) -> None:
        file = self.root / path / "application.ini"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(INI.format(name=name, version=version, source=SOURCES[name]))

    def firefox(self, folder: str, name: str, version: str, program: str = "firefox") -> Path:
        """A build as Mozilla packs it: the program with `application.ini` beside it."""
        self.ini(folder, name, version)
        return self.program(f"{folder}/{program}")

    def snap(self, version: str = "145.0") -> Path:
        self.ini("snap/firefox/current/usr/lib/firefox", "firefox", version)
        return self.program("snap/bin/firefox")

    def flatpak(self, version: str = "145.0") -> Path:
        self.ini("var/lib/flatpak/app/org.mozilla.firefox/current/active/files/lib/firefox", "firefox", version)
        return self.program("var/lib/flatpak/exports/bin/org.mozilla.firefox", "exec flatpak run org.mozilla.firefox")
