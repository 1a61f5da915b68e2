"""Files of log-ins: written for their owner only, and read whole. One that others can read is reported on stderr."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_REQUEST_BYTES
from clz_core.contract.shapes import JsonObject, Values
from clz_core.files.files import check_writable, read_text, warn_if_open
from clz_core.files.output import write_output


class LoginFile(NamedTuple):
    """A kind of file: why it is kept private, what others must not read in it, and a line that writes one."""

    why: str
    holds: str
    line: str

    def writable(self, values: Values) -> Values:
        """Raises: FILE_ERROR."""
        if values["path"] == "-":
            what = f"{self.why}, and so goes to a file that only you can read, not to standard output."
            raise error("FILE_ERROR", what, f"Name a file: {self.line}")
        return {**values, "path": check_writable(values["path"], self.line.split()[-1])}

    def read(self, path: str) -> Any:
        """Raises: FILE_ERROR, BadJson."""
        text = read_text(path, MAX_REQUEST_BYTES)
        if path != "-":
            warn_if_open(path, self.holds)
        return strict_json.loads(text.encode())

    def write(self, kept: JsonObject, values: Values) -> str:
        """The path that was written. Raises: FILE_ERROR."""
        path = Path(values["path"])
        data = strict_json.dumps(kept) + b"\n"
        write_output(path, data, mode=0o600, keep_mode=False, replace=values.get("replace", True))
        return str(path)
