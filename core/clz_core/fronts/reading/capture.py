"""Pictures and prints of a page: they go to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.files.files import SavedFile, SavedPicture, check_writable, prepare_picture, save_pdf, save_picture
from clz_core.fronts import Steps
from clz_core.fronts.view import View
from clz_core.text.elements import NO_WEBGL, address, label

if TYPE_CHECKING:
    from clz_core.generated.results import ScreenshotResult


def _picture(facts: ScreenshotResult) -> str:
    head = f"Tab {facts['tabId']}, {facts['width']}×{facts['height']} {facts['format']}, scale {facts['scale']:g}."
    ready = facts["readiness"]
    if "pageHeight" in facts and "shownHeight" in facts:
        head += f" It is {_top(facts)}; further down: `slices`. All words: firefox_content."
    elif facts["reduced"]:
        head += " Reduced to fit: `slices` gives pictures that can be read."
    return head + (f" The page was not ready after {ready['waitMs']} ms." if ready["timedOut"] else "")


def _top(result: ScreenshotResult | SavedPicture) -> str:
    return f"the top {result['shownHeight']:,} of {result['pageHeight']:,} pixels of the page"


def _pictured(result: ScreenshotResult) -> str:
    return "\n".join([address(result), *map(label, result.get("labels") or [])])


def _screenshot_text(result: SavedPicture) -> str:
    size = f"{result['width']}×{result['height']}"
    line = f"{result['path']}  {size} {result['format']}, {result['bytes'] / 1024:.0f} KB"
    if "pageHeight" in result and "shownHeight" in result:
        line += f", {_top(result)} (further down: --slices; all words: clz content)"
    elif result["reduced"]:
        line += f", reduced to ×{result['scale']:.2g} (in pieces that can be read: --slices)"
    if result["readiness"]["timedOut"]:
        line += ", not ready yet"
    if result.get("noWebgl"):
        line += f"\n{NO_WEBGL}"
    labels = [f"  {label(found)}" for found in result.get("labels", [])]
    return "\n".join([line, *result.get("paths", [])[1:], *labels])


def _pdf_text(result: SavedFile) -> str:
    return f"{result['path']}  {result['bytes'] / 1024:.0f} KB"


STEPS = {
    "screenshot": Steps(before=prepare_picture, after=save_picture),
    "pdf": Steps(before=lambda values: {**values, "path": check_writable(values["path"])}, after=save_pdf),
}


VIEWS = {
    "screenshot": View(_picture, _pictured, text=_screenshot_text),
    "pdf": View(lambda facts: f"PDF of tab {facts['tabId']}, written to {facts['path']}.", address, text=_pdf_text),
}
