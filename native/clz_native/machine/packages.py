"""Installing Firefox with the system's package manager: one row for each.

Where a manager has a build that takes an add-on of your own it is named; where it only has the release build, clz can
use that with a temporary add-on (`clz setup --firefox PATH`).
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

APT = ("apt-get", "install", "-y", "firefox-esr")


@dataclass(frozen=True)
class Manager:
    """`tool` is what must be on the PATH, `needs_root` whether it must be run as root."""

    tool: str
    platform: str
    commands: tuple[tuple[str, ...], ...]
    needs_root: bool = True
    note: str = ""

    def lines(self, is_root: bool) -> list[str]:
        """The commands as they are typed."""
        sudo = "sudo " if self.needs_root and not is_root else ""
        return [sudo + " ".join(words) for words in self.commands]


RELEASE = "This is the release build: clz can use it only with a temporary add-on."
UBUNTU = Manager(
    "apt-get",
    "linux",
    (("add-apt-repository", "-y", "ppa:mozillateam/ppa"), ("apt-get", "update"), APT),
    note="Ubuntu's own firefox package is a snap, which clz cannot start; the PPA has Firefox ESR.",
)
MANAGERS = (
    Manager("apt-get", "linux", (("apt-get", "update"), APT)),
    Manager("dnf", "linux", (("dnf", "install", "-y", "firefox"),), note=RELEASE),
    Manager("pacman", "linux", (("pacman", "-S", "--noconfirm", "firefox-developer-edition"),)),
    Manager("zypper", "linux", (("zypper", "--non-interactive", "install", "MozillaFirefox"),), note=RELEASE),
    Manager("apk", "linux", (("apk", "add", "firefox-esr"),)),
    Manager("brew", "darwin", (("brew", "install", "--cask", "firefox@developer-edition"),), needs_root=False),
    Manager(
        "winget",
        "win32",
        (("winget", "install", "--exact", "--id", "Mozilla.Firefox.ESR", "--accept-source-agreements"),),
        needs_root=False,
    ),
)


def find_manager(platform: str, path: str | None = None, os_release: Path = Path("/etc/os-release")) -> Manager | None:
    """The package manager of this system; None if it has none of those we know."""
    for manager in MANAGERS:
        if manager.platform == platform and shutil.which(manager.tool, path=path):
            return UBUNTU if manager.tool == "apt-get" and _is_ubuntu(os_release) else manager
    return None


def _is_ubuntu(os_release: Path) -> bool:
    """Ubuntu and its derivatives; all of them use its archive."""
    try:
        rows = os_release.read_text("utf-8").splitlines()
    except OSError:
        return False
    said = dict(row.partition("=")[::2] for row in rows)
    return said.get("ID") == "ubuntu" or "ubuntu" in said.get("ID_LIKE", "")
