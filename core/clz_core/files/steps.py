"""What stands around the commands that name files: what is sent for a path, and what is made of the answer.

Values are by the parameters' names in the registry, `None` if nothing was given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Values
from clz_core.files.addresses import page_address
from clz_core.files.bodies import keep_body, prepare_body
from clz_core.files.downloads import keep_download, prepare_download
from clz_core.files.expectations import explain_expectation, keep_expectation, prepare_expectation
from clz_core.files.files import check_writable, existing_files, prepare_picture, save_pdf, save_picture
from clz_core.files.har import keep_har, prepare_har, save_har
from clz_core.files.state import prepare_load, prepare_open, prepare_save, save_state

BEFORE: dict[str, Callable[[Values], Values]] = {
    "createWindow": lambda values: prepare_open({**values, "url": page_address(values["url"])}),
    "navigate": lambda values: {**values, "url": page_address(values["url"])},
    "screenshot": prepare_picture,
    "pdf": lambda values: {**values, "path": check_writable(values["path"])},
    "upload": lambda values: {**values, "files": existing_files(values["files"])},
    "download": prepare_download,
    "expect": prepare_expectation,
    "getNetworkRequests": prepare_har,
    "getRequestBody": prepare_body,
    "getHar": lambda values: {**values, "path": check_writable(values["path"])},
    "saveState": prepare_save,
    "loadState": prepare_load,
}
AFTER: dict[str, Callable[[Any, Values], Any]] = {
    "screenshot": save_picture,
    "pdf": lambda result, values: save_pdf(result, values["path"]),
    "download": keep_download,
    "expect": keep_expectation,
    "getNetworkRequests": keep_har,
    "getRequestBody": keep_body,
    "getHar": lambda result, values: save_har(result, values["path"]),
    "saveState": save_state,
}
# What is made of the error of one that failed.
FAILED: dict[str, Callable[[ClzError, Values], None]] = {"expect": explain_expectation}
