"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import effects, element
from clz_core.text.elements import given_files

if TYPE_CHECKING:
    from clz_core.contract.results import UploadResult


def _uploaded(result: UploadResult) -> str:
    return f"{given_files(result)} to {element(result)}{effects(result)}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "upload": CommandHandler(
        progress_label=lambda values: f"Uploading {', '.join(str(file) for file in values['files'])}",
        render=_uploaded,
    ),
    "download": CommandHandler(
        progress_label=lambda values: "Downloading",
        render=lambda result: str(result["path"]),
    ),
}
