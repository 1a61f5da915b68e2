"""Pictures and prints of a page: they go to files."""

from __future__ import annotations

from clz_core.files.files import check_writable, prepare_picture, save_pdf, save_picture
from clz_core.fronts import Steps

STEPS = {
    "screenshot": Steps(before=prepare_picture, after=save_picture),
    "pdf": Steps(before=lambda values: {**values, "path": check_writable(values["path"])}, after=save_pdf),
}
