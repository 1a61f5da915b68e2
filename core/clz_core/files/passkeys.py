"""Files of passkeys: WebDriver's Credential Parameters, written for their owner only."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypedDict

from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_REQUEST_BYTES
from clz_core.contract.shapes import JsonObject, Values
from clz_core.files.files import check_writable, read_text, warn_if_open
from clz_core.files.output import write_output


class SavedPasskeys(TypedDict):
    """What is reported of passkeys that went to a file."""

    path: str
    credentials: int


def prepare_save(values: Values) -> Values:
    """Raises: FILE_ERROR."""
    if values["path"] == "-":
        what = "A passkey is a log-in, and so goes to a file that only you can read, not to standard output."
        raise error("FILE_ERROR", what, "Name a file: clz passkey save ada.json")
    return {**values, "path": check_writable(values["path"], "ada.json")}


def prepare_add(values: Values) -> Values:
    """Raises: FILE_ERROR."""
    path = values["path"]
    text = read_text(path, MAX_REQUEST_BYTES)
    if path != "-":
        warn_if_open(path, "passkeys")
    try:
        held = strict_json.loads(text.encode())
    except (strict_json.BadJson, ValueError) as problem:
        raise _invalid(path, str(problem)) from None
    passkeys = held.get("credentials", [held]) if isinstance(held, dict) else held
    if not isinstance(passkeys, list) or not passkeys or not all(isinstance(one, dict) for one in passkeys):
        raise _invalid(path, "it holds no passkeys")
    return {**values, "credentials": passkeys}


def save(result: Any, values: Values) -> JsonObject:
    """Write passkeys, for their owner only. Raises: FILE_ERROR."""
    path = Path(values["path"])
    kept = strict_json.dumps({"credentials": result["credentials"]}) + b"\n"
    write_output(path, kept, mode=0o600, keep_mode=False, replace=values.get("replace", True))
    return {"path": str(path), "credentials": len(result["credentials"])}


def _invalid(path: str, why: str) -> Exception:
    return error("FILE_ERROR", f"{path} is not a file of passkeys: {why}", "Make one: clz passkey save FILE")
