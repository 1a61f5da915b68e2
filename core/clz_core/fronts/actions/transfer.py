"""Files that go into a page, and files that come out of it."""

from __future__ import annotations

from clz_core.files.downloads import keep_download, prepare_download
from clz_core.files.files import existing_files
from clz_core.fronts import Steps

STEPS = {
    "upload": Steps(before=lambda values: {**values, "files": existing_files(values["files"])}),
    "download": Steps(before=prepare_download, after=keep_download),
}
