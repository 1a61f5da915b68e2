"""Finding a Firefox that clz can manage.

`CLZ_FIREFOX`, or the setting `browser.firefox`, decides where it is set. Else the PATH and the usual places are
searched, builds first that take an add-on without Mozilla's signature: ESR, Developer Edition, Nightly, then whatever
is called firefox. A snap or a flatpak is closed off from the files that a native host needs; it is noticed and named,
not used.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from clz_core.config import settings
from clz_core.contract.errors import ClzError, error
from clz_native.setup.packages import find_manager

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


def find_firefox() -> Path:
    """The Firefox to start. Raises: FIREFOX_NOT_FOUND, FIREFOX_UNSUPPORTED."""
    named = settings.load(lenient=True).find("browser.firefox")
    if named.value:
        return _named(named.value, "CLZ_FIREFOX" if named.origin == "env" else f"browser.firefox in {named.where}")
    noticed: dict[str, str] = {}
    candidates = [found for name in NAMES if (found := shutil.which(name))]
    candidates += [os.path.expanduser(place) for place in PLACES.get(sys.platform, ())]
    for candidate in candidates:
        if not _runnable(candidate):
            continue
        closed = closed_off(candidate)
        if closed is None:
            return Path(candidate)
        noticed[candidate] = closed
    for place, kind in CLOSED_OFF.items():
        if _runnable(os.path.expanduser(place)):
            noticed.setdefault(os.path.expanduser(place), kind)
    if noticed:
        raise _unsupported(noticed)
    raise error("FIREFOX_NOT_FOUND", "No Firefox was found on this machine.", install_hint())


def _named(named: str, what: str) -> Path:
    found = shutil.which(os.path.expanduser(named))
    if found is None:
        raise error(
            "FIREFOX_NOT_FOUND", f"{what} is {named!r}, which is not a program.", "Set CLZ_FIREFOX to Firefox's path."
        )
    kind = closed_off(found)
    if kind is not None:
        raise _unsupported({found: kind})
    return Path(found)


def _runnable(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


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


def _unsupported(noticed: dict[str, str]) -> ClzError:
    named = ", ".join(f"{path} ({kind})" for path, kind in noticed.items())
    return error(
        "FIREFOX_UNSUPPORTED",
        f"The Firefox found here cannot start a native host with a profile of its own: {named}.",
        install_hint(),
        found=noticed,
    )


def install_hint() -> str:
    """The command that installs a Firefox for this system."""
    manager = find_manager(sys.platform)
    if manager is None:
        return "Install Firefox ESR, or set CLZ_FIREFOX to the path of one."
    is_root = sys.platform == "win32" or os.geteuid() == 0
    return f"Install it: {' && '.join(manager.lines(is_root))}"
