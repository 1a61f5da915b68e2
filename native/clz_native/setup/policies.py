"""The signed extension by Firefox's own policies: in every profile of that Firefox, without a question.

https://mozilla.github.io/policy-templates/#extensionsettings
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_native.firefox.manifest import ADDON_ID
from clz_native.machine.builds import Build
from clz_native.setup.journal import SetupJournal


def policies_file(build: Build, platform: str) -> Path:
    """Where a Firefox looks beside itself."""
    folder = build.folder.parent / "Resources" if platform == "darwin" else build.folder
    return folder / "distribution" / "policies.json"


def entry(signed: Path) -> dict[str, Any]:
    """The policies for the extension; the person can still turn it off."""
    return {"installation_mode": "normal_installed", "install_url": signed.absolute().as_uri()}


def is_set(file: Path, signed: Path) -> bool:
    try:
        return bool(_settings(_read(file)).get(ADDON_ID) == entry(signed))
    except (OSError, ValueError, TypeError, AttributeError):
        return False


def may_write(file: Path) -> bool:
    """True if the person may write the file, or make it with its folder."""
    place = file
    while not place.exists():
        place = place.parent
    return os.access(place, os.W_OK)


def write(file: Path, signed: Path, journal: SetupJournal) -> None:
    """Add the extension to the policies that are there. Raises: SETUP_FAILED if these cannot be read."""
    try:
        policies = _read(file)
        _settings(policies)[ADDON_ID] = entry(signed)
    except (OSError, ValueError, TypeError, AttributeError) as problem:
        raise error("SETUP_FAILED", f"{file} is not what Firefox takes: {problem}.") from problem
    journal.write(file, json.dumps(policies, indent=2) + "\n", 0o644)


def _read(file: Path) -> dict[str, Any]:
    found = strict_json.loads(file.read_text("utf-8")) if file.exists() else {}
    return dict(found)


def _settings(policies: dict[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = policies.setdefault("policies", {}).setdefault("ExtensionSettings", {})
    return settings
