"""Pictures and prints of a page: they go to files."""

from __future__ import annotations

import sys
from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.client.agent_session import runs_for_agent
from clz_core.contract.shapes import Values
from clz_core.files.files import SavedPicture


def _prepare_picture(values: Values) -> Values:
    if values["purpose"] is None and sys.stdout.isatty():
        values = {**values, "purpose": "full-detail"}
    if not values["any_size"] and runs_for_agent():
        values = {**values, "any_size": None}
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


HANDLERS: dict[str, CommandHandler[Any]] = {
    "screenshot": CommandHandler(
        before_send=_prepare_picture,
        progress_label=lambda values: "Taking a picture",
        after_result=_finish_picture,
    ),
    "pdf": CommandHandler(
        progress_label=lambda values: "Printing the page",
    ),
}
