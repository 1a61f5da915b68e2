"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler

HANDLERS: dict[str, CommandHandler[Any]] = {
    "upload": CommandHandler(
        progress_label=lambda values: f"Uploading {', '.join(str(file) for file in values['files'])}",
    ),
    "download": CommandHandler(
        progress_label=lambda values: "Downloading",
    ),
}
