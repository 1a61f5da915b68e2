"""The native messaging manifest, which tells Firefox what to start for the extension.

Format and places: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_manifests

    Linux, snap   ~/.mozilla/native-messaging-hosts/clz.json; a snap asks the desktop's portal, which looks there too
    flatpak       ~/.var/app/org.mozilla.firefox/.mozilla/native-messaging-hosts/clz.json, its launcher beside it:
                  the sandbox sees nothing else, and leaves itself through `flatpak-spawn --host`
    macOS         ~/Library/Application Support/Mozilla/NativeMessagingHosts/clz.json
    Windows       the registry names the manifest, which names a .bat
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from clz_core.config.paths import private_dir
from clz_native import relay

HOST_NAME = "clz"
ADDON_ID = "clz@claudezilla.local"
FLATPAK_APP = "org.mozilla.firefox"
REGISTRY_KEY = rf"Software\Mozilla\NativeMessagingHosts\{HOST_NAME}"
PYTHON, RELAY = "CLZ_HOST_PYTHON", "CLZ_HOST_RELAY"
MOST_OTHERS = 3  # installs of clz beside this one
_MODULE = "-I -m clz_native.host"


@dataclass(frozen=True)
class Registration:
    """What registers the host with one kind of Firefox: a launcher, a manifest, on Windows a registry value too."""

    launcher: Path
    launcher_text: str
    manifest: Path

    @property
    def files(self) -> tuple[tuple[Path, str, int], ...]:
        """Path, text and mode of each file."""
        return (self.launcher, self.launcher_text, 0o700), (self.manifest, manifest(self.launcher), 0o600)


def manifest(launcher: Path) -> str:
    return json.dumps(
        {
            "name": HOST_NAME,
            "description": "Claudezilla native host",
            "path": str(launcher),
            "type": "stdio",
            "allowed_extensions": [ADDON_ID],
        },
        indent=2,
    )


def launcher(python: str = sys.executable, others: Sequence[str] = ()) -> str:
    """A script that starts the host with this very Python, whatever the PATH is where Firefox was started.

    Once that is gone it is started with one of the `others`, which are of other installs of clz.
    """
    lines = [f'exec {shlex.quote(each)} {_MODULE} "$@"' for each in (python, *others)]
    tried = [f"[ -x {shlex.quote(each)} ] && {line}" for each, line in zip((python, *others), lines[:-1], strict=False)]
    return "\n".join(("#!/bin/sh", *tried, lines[-1], ""))


def installs(path: PurePath) -> list[str]:
    """The Pythons that a launcher at `path` starts the host with, the first one first; none if it is not ours."""
    try:
        lines = Path(path).read_text("utf-8").splitlines()[1:]
        words = [shlex.split(line.rpartition("exec ")[2]) for line in lines]
    except (OSError, ValueError):
        return []
    module = _MODULE.split()
    return [one[0] for one in words] if all(one[1:-1] == module for one in words) else []


def managed_launcher(python: str = sys.executable, script: str = relay.__file__) -> str:
    """The same for a managed Firefox, whose host was started ahead: what it starts is the relay to that.

    All managed Firefoxes have this one script: each says of which install it is. The install that wrote it last is for
    those that say nothing, or whose install is gone.
    """
    by_relay = f'[ -x "${PYTHON}" ] && [ -f "${RELAY}" ] && exec "${PYTHON}" -I -S "${RELAY}" "$@"'
    return f'#!/bin/sh\n{by_relay}\nexec {shlex.quote(python)} -I -S {shlex.quote(script)} "$@"\n'


def managed_environment() -> dict[str, str]:
    """The environment of a managed Firefox, so that its host is of the install that started it."""
    return {PYTHON: sys.executable, RELAY: relay.__file__}


def is_managed_launcher(text: str) -> bool:
    """True of a script that any install of clz wrote, if that install is there."""
    words = shlex.split(text.rstrip().rpartition("\nexec ")[2])
    return len(words) == 5 and text == managed_launcher(words[0], words[3]) and all(map(os.path.exists, words[::3]))


def flatpak_launcher(python: str = sys.executable) -> str:
    """The same from within a flatpak's sandbox; the host ends when the sandbox does."""
    return f'#!/bin/sh\nexec flatpak-spawn --host --watch-bus {shlex.quote(python)} {_MODULE} "$@"\n'


def bat_launcher(python: str = sys.executable) -> str:
    """The same for Windows. A `%` in the path is doubled, or it would name a variable."""
    return f'@echo off\r\n"{python.replace("%", "%%")}" {_MODULE} %*\r\n'


def registration(
    home: Path, data: Path, platform: str = sys.platform, flatpak: bool = False, python: str = sys.executable
) -> Registration:
    """How the host is registered for the Firefox of the person whose home is `home`."""
    own = data / "native"
    if platform == "win32":
        return Registration(own / "clz-native.bat", bat_launcher(python), own / f"{HOST_NAME}.json")
    if flatpak:
        hosts = home / ".var/app" / FLATPAK_APP / ".mozilla/native-messaging-hosts"
        return Registration(hosts / "clz-native", flatpak_launcher(python), hosts / f"{HOST_NAME}.json")
    others = [each for each in installs(own / "clz-native") if each != python and os.access(each, os.X_OK)]
    text = launcher(python, others[:MOST_OTHERS])
    return Registration(own / "clz-native", text, hosts_dir(home, platform) / f"{HOST_NAME}.json")


def hosts_dir(home: Path, platform: str = sys.platform) -> Path:
    """Where a Firefox that is not shut in looks for manifests."""
    if platform == "darwin":
        return home / "Library/Application Support/Mozilla/NativeMessagingHosts"
    return home / ".mozilla/native-messaging-hosts"


def install(home: Path) -> None:
    """Register the host for the Firefox that runs with `home` as its HOME. Only what differs is written.

    Raises: RUNTIME_UNSAFE, FILE_ERROR; OSError if a file cannot be written.
    """
    hosts = home / ".mozilla" / "native-messaging-hosts"
    private_dir(home)
    private_dir(hosts.parent)
    private_dir(hosts)
    script = hosts / "clz-native"
    _write(script, managed_launcher(), 0o700)
    _write(hosts / f"{HOST_NAME}.json", manifest(script), 0o600)


def _write(path: Path, text: str, mode: int) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    path.chmod(mode)
