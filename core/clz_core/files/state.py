"""State files: cookies and storage of sites, and passkeys."""

from __future__ import annotations

import time
from typing import Any, NotRequired, TypedDict

from clz_core.contract import strict_json
from clz_core.contract.commands.state.state import check_login
from clz_core.contract.shapes import JsonObject, Values
from clz_core.contract.storage_state import check_state, invalid
from clz_core.files.logins import LoginFile

FILE = LoginFile("A state holds log-ins", "log-ins", "clz state save login.json")
prepare_save = FILE.writable


class SavedState(TypedDict):
    """What is reported of a state that went to a file."""

    path: str
    cookies: int
    origins: list[str]
    skipped: list[str]
    notSaved: list[Any]
    credentials: NotRequired[int]
    withheld: NotRequired[int]
    jar: str


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
    try:
        return check_state(FILE.read(path))
    except (strict_json.BadJson, ValueError) as problem:
        why = str(problem).removeprefix("it is not JSON: ")
        raise invalid(f"{path} is not JSON, or is cut off: {why}") from None


def save_state(result: Any, values: Values) -> JsonObject:
    """Write a state, for its owner alone; what is reported of it has no values. Raises: FILE_ERROR."""
    passkeys = result.get("credentials")
    return {
        "path": FILE.write(state_of(result), values),
        "cookies": len(result["cookies"]),
        "origins": [entry["origin"] for entry in result["origins"]],
        "skipped": result["skipped"],
        "notSaved": result["notSaved"],
        **({"credentials": len(passkeys), "withheld": result["withheld"]} if passkeys is not None else {}),
        "jar": result["jar"],
    }


def state_of(result: Any) -> JsonObject:
    """What a state file holds of an answer."""
    passkeys = [{"id": one["credentialId"], **one} for one in result.get("credentials", ())]
    for one in passkeys:
        del one["credentialId"]
    kept = {"cookies": [_in_file(cookie) for cookie in result["cookies"]], "origins": result["origins"]}
    return {**kept, "credentials": passkeys} if passkeys else kept


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
        "passkeys": [
            {"id": one["id"], "rpId": one["rpId"], "userName": one.get("userName", "")}
            for one in state.get("credentials", ())
        ],
    }


def _names(origin: JsonObject, kind: str) -> list[str]:
    return [item["name"] for item in origin.get(kind, [])]
