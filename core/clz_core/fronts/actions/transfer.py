"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.files.downloads import keep_download, prepare_download
from clz_core.files.files import existing_files
from clz_core.fronts import Steps
from clz_core.fronts.acting import acted_on, advised, followed, trust
from clz_core.fronts.view import View, Words
from clz_core.text.elements import effects, element, given_files

if TYPE_CHECKING:
    from clz_core.generated.results import UploadResult


def _uploaded(result: UploadResult, say: Words) -> str:
    lines = [f"{given_files(result)} to {element(result)}", *effects(result, say)]
    return "\n".join(lines)


def _uploaded_text(result: UploadResult) -> str:
    return f"{given_files(result)} to {acted_on(result)}{followed(result)}"


STEPS = {
    "upload": Steps(before=lambda values: {**values, "files": existing_files(values["files"])}),
    "download": Steps(before=prepare_download, after=keep_download),
}


def views(say: Words) -> dict[str, View]:
    return {
        "upload": View(
            lambda facts: f"Upload: done{trust(facts)}.",
            lambda result: _uploaded(result, say),
            lambda facts: advised(facts, say),
            text=_uploaded_text,
        ),
        "download": View(text=lambda result: str(result["path"])),
    }
