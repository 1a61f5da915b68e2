"""Profiles: they go to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.files.files import SavedFile, check_writable, save_profile
from clz_core.fronts import Steps
from clz_core.fronts.view import View
from clz_core.text.elements import address

if TYPE_CHECKING:
    from clz_core.generated.results import StartProfileResult


def _started(result: StartProfileResult) -> str:
    every = f"every {result['interval']:g} ms"
    return f"profiling tab {result['tabId']} {every}; `clz profile stop FILE.json.gz` ends it"


def _stopped(result: SavedFile) -> str:
    return f"{result['path']}  {result['bytes'] / 1024:.0f} KB; profiler.firefox.com opens it"


def _prepare(values: Values) -> Values:
    path = check_writable(values["path"], "page.json.gz")
    if not path.lower().endswith((".json", ".json.gz")):
        raise error("FILE_ERROR", f"A profile ends in .json or .json.gz, and {values['path']} does not.", "")
    return {**values, "path": path}


STEPS = {"stopProfile": Steps(before=_prepare, after=save_profile)}


VIEWS = {
    "startProfile": View(lambda facts: f"Tab {facts['tabId']} is profiled.", address, text=_started),
    "stopProfile": View(
        lambda facts: f"Profile of tab {facts['tabId']}, written to {facts['path']}.", address, text=_stopped
    ),
}
