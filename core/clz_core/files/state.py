"""State files: written for their owner alone, read whole or not at all."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, TypedDict

from clz_core.contract import strict_json
from clz_core.contract.commands.state.state import check_login
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_REQUEST_BYTES
from clz_core.contract.shapes import JsonObject, Values
from clz_core.contract.storage_state import check_state, invalid
from clz_core.files.files import check_writable, read_text, warn_if_open
from clz_core.files.output import write_output


class SavedState(TypedDict):
    """What is reported of a state that went to a file."""

    path: str
    cookies: int
    origins: list[str]
    skipped: list[str]
    notSaved: list[Any]
    jar: str


def prepare_save(values: Values) -> Values:
    """Raises: FILE_ERROR."""
    if values["path"] == "-":
        what = "A state holds log-ins, and so goes to a file that only you can read, not to standard output."
        raise error("FILE_ERROR", what, "Name a file: clz state save login.json")
    return {**values, "path": check_writable(values["path"], "login.json")}


def prepare_load(values: Values) -> Values:
    """Raises: FILE_ERROR, STATE_INVALID, USAGE."""
    check_login(values)
    return {**values, "state": read_state(values["path"])}


def prepare_open(values: Values) -> Values:
    """Raises: FILE_ERROR, STATE_INVALID."""
    path = values.get("state")
    return values if path is None else {**values, "storage_state": read_state(path)}


def read_state(path: str) -> JsonObject:
    """The state in a file. One that others can read is reported on stderr. Raises: FILE_ERROR, STATE_INVALID."""
    text = read_text(path, MAX_REQUEST_BYTES)
    if path != "-":
        warn_if_open(path, "log-ins")
    try:
        return check_state(strict_json.loads(text.encode()))
    except (strict_json.BadJson, ValueError) as problem:
        why = str(problem).removeprefix("it is not JSON: ")
        raise invalid(f"{path} is not JSON, or is cut off: {why}") from None


def save_state(result: Any, values: Values) -> JsonObject:
    """Write a state, for its owner alone; what is reported of it has no values. Raises: FILE_ERROR."""
    path = Path(values["path"])
    write_output(
        path,
        strict_json.dumps(state_of(result)) + b"\n",
        mode=0o600,
        keep_mode=False,
        replace=values.get("replace", True),
    )
    return {
        "path": str(path),
        "cookies": len(result["cookies"]),
        "origins": [entry["origin"] for entry in result["origins"]],
        "skipped": result["skipped"],
        "notSaved": result["notSaved"],
        "jar": result["jar"],
    }


def state_of(result: Any) -> JsonObject:
    """What a state file holds of an answer."""
    return {"cookies": [_in_file(cookie) for cookie in result["cookies"]], "origins": result["origins"]}


def _in_file(cookie: JsonObject) -> JsonObject:
    """A cookie in the form of Playwright, which has -1 for "goes with Firefox" and nothing for "says no SameSite"."""
    unset = [] if cookie["sameSite"] else ["sameSite"]
    kept = {name: value for name, value in cookie.items() if name not in unset}
    return {**kept, "expires": -1 if cookie["expires"] is None else cookie["expires"]}


def shown(path: str) -> JsonObject:
    """What is in a file, by name. Raises: FILE_ERROR, STATE_INVALID."""
    state = read_state(path)
    now = time.time()
    return {
        "cookies": [
            {
                "name": cookie["name"],
                "domain": cookie["domain"],
                "expires": cookie.get("expires"),
                "expired": cookie.get("expires") is not None and cookie["expires"] < now,
            }
            for cookie in state["cookies"]
        ],
        "origins": [
            {
                "origin": entry["origin"],
                "local": _names(entry, "localStorage"),
                "session": _names(entry, "sessionStorage"),
                "databases": _names(entry, "indexedDB"),
            }
            for entry in state["origins"]
        ],
    }


def _names(origin: JsonObject, kind: str) -> list[str]:
    return [item["name"] for item in origin.get(kind, [])]
