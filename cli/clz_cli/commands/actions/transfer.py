"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import effects, element
from clz_core.contract.shapes import Values
from clz_core.files.downloads import keep_download, prepare_download
from clz_core.files.files import existing_files
from clz_core.text.elements import given_files

if TYPE_CHECKING:
    from clz_core.contract.results import UploadResult


def _uploaded(result: UploadResult) -> str:
    return f"{given_files(result)} to {element(result)}{effects(result)}"


def _upload(values: Values) -> Values:
    return {**values, "files": existing_files(values["files"])}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "upload": CommandHandler(
        before_send=_upload,
        progress_label=lambda values: f"Uploading {', '.join(str(file) for file in values['files'])}",
        render=_uploaded,
    ),
    "download": CommandHandler(
        before_send=prepare_download,
        progress_label=lambda values: "Downloading",
        after_result=keep_download,
        render=lambda result: str(result["path"]),
    ),
}
