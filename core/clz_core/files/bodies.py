"""Bodies that go to files, byte for byte, but for their secrets."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from clz_core.contract.shapes import RawResult, Values
from clz_core.files.files import check_writable
from clz_core.files.output import write_output

if TYPE_CHECKING:
    from clz_core.generated.results import GetRequestBodyResult


def prepare_body(values: Values) -> Values:
    """What is asked for where it goes to a file. Raises: FILE_ERROR if it cannot be written there."""
    if values.get("path") is None:
        return values
    return {**values, "path": check_writable(values["path"]), "encoded": True}


def keep_body(result: GetRequestBodyResult, values: Values) -> GetRequestBodyResult | RawResult:
    """The result, with the path of its file where there is one instead of the body. Raises: FILE_ERROR."""
    path = values.get("path")
    if path is None:
        return result
    data = base64.b64decode(result["base64"]) if "base64" in result else result.get("text", "").encode()
    write_output(path, data, replace=values.get("replace", True))
    rest: dict[str, Any] = {name: value for name, value in result.items() if name not in ("text", "base64", "fields")}
    return {**rest, "path": path, "bytes": len(data)}
