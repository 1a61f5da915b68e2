"""The native messaging manifest, which tells Firefox what to start for the extension.

Format: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_manifests
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from clz_core.paths import private_dir

HOST_NAME = "clz"
ADDON_ID = "clz@claudezilla.local"


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


def launcher() -> str:
    """A script that starts the host with this very Python, whatever the PATH is where Firefox was started."""
    return f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I -m clz_native.host "$@"\n'


def install(home: Path) -> None:
    """Register the host for the Firefox that runs with `home` as its HOME. Only what differs is written."""
    hosts = home / ".mozilla" / "native-messaging-hosts"
    private_dir(home)
    private_dir(hosts.parent)
    private_dir(hosts)
    script = hosts / "clz-native"
    _write(script, launcher(), 0o700)
    _write(hosts / f"{HOST_NAME}.json", manifest(script), 0o600)


def _write(path: Path, text: str, mode: int) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    path.chmod(mode)
