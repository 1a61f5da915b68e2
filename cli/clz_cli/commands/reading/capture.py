"""Pictures and prints of a page: they go to files."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.files.files import SavedFile, SavedPicture
from clz_core.text.elements import label


def _prepare_picture(values: Values) -> Values:
    if values["show"] and values["path"] is None and values["format"] is None:
        from clz_cli.output.terminal_image import protocol

        if protocol() == "kitty":
            values = {**values, "format": "png"}
    return values


def _finish_picture(saved: SavedPicture, values: Values) -> SavedPicture:
    if values["show"]:
        from clz_cli.output.terminal_image import show

        show(saved["path"], saved["format"])
    return saved


def _screenshot(result: SavedPicture) -> str:
    size = f"{result['width']}×{result['height']}"
    line = f"{result['path']}  {size} {result['format']}, {result['bytes'] / 1024:.0f} KB"
    if result["reduced"]:
        line += f", reduced to ×{result['scale']:.2g} (in pieces that can be read: --slices)"
    if result["readiness"]["timedOut"]:
        line += ", not ready yet"
    labels = [f"  {label(found)}" for found in result.get("labels", [])]
    return "\n".join([line, *result.get("paths", [])[1:], *labels])


def _pdf(result: SavedFile) -> str:
    return f"{result['path']}  {result['bytes'] / 1024:.0f} KB"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "screenshot": CommandHandler(
        before_send=_prepare_picture,
        progress_label=lambda values: "Taking a picture",
        after_result=_finish_picture,
        render=_screenshot,
    ),
    "pdf": CommandHandler(
        progress_label=lambda values: "Printing the page",
        render=_pdf,
    ),
}
