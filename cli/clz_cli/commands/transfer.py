"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from typing import Any

from clz_cli.files.downloads import keep_download, prepare_download
from clz_cli.files.files import existing_files
from clz_cli.output.acted import effects, element
from clz_cli.output.text import Result


def _uploaded(result: Result) -> str:
    files = ", ".join(f"{file['name']} ({file['size']} bytes)" for file in result.get("uploaded", []))
    return f"{'dropped' if result.get('dropped') else 'gave'} {files} to {element(result)}{effects(result)}"


def _upload(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "files": existing_files(values["files"])}


RENDER = {
    "upload": _uploaded,
    "download": lambda result: str(result["path"]),
}
PREPARE = {"upload": _upload, "download": prepare_download}
DOING = {
    "upload": lambda values: f"Uploading {', '.join(str(file) for file in values['files'])}",
    "download": lambda values: "Downloading",
}
FINISH = {"download": keep_download}
