"""Files of passkeys: WebDriver's Credential Parameters."""

from __future__ import annotations

from typing import Any, TypedDict

from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject, Values
from clz_core.files.logins import LoginFile

FILE = LoginFile("A passkey is a log-in", "passkeys", "clz passkey save ada.json")
prepare_save = FILE.writable


class SavedPasskeys(TypedDict):
    """What is reported of passkeys that went to a file."""

    path: str
    credentials: int
    withheld: int


def prepare_add(values: Values) -> Values:
    """Raises: FILE_ERROR, USAGE."""
    path, named = values.get("path"), values.get("secret")
    if values.get("credentials") is not None:
        return values
    if (path is None) == (named is None):
        what = "Name the passkeys that are to be added: a file, or with --secret a secret that contains them."
        raise error("USAGE", what, "See: clz passkey add --help")
    return values if path is None else {**values, "credentials": read_passkeys(path)}


def read_passkeys(path: str) -> list[JsonObject]:
    """Raises: FILE_ERROR."""
    try:
        held = FILE.read(path)
    except (strict_json.BadJson, ValueError) as problem:
        raise _invalid(path, str(problem)) from None
    passkeys = held.get("credentials", [held]) if isinstance(held, dict) else held
    if not isinstance(passkeys, list) or not passkeys or not all(isinstance(one, dict) for one in passkeys):
        raise _invalid(path, "it holds no passkeys")
    return passkeys


def save(result: Any, values: Values) -> JsonObject:
    """Write passkeys. Raises: FILE_ERROR."""
    path = FILE.write({"credentials": result["credentials"]}, values)
    return {"path": path, "credentials": len(result["credentials"]), "withheld": result["withheld"]}


def _invalid(path: str, why: str) -> Exception:
    return error("FILE_ERROR", f"{path} is not a file of passkeys: {why}", "Make one: clz passkey save FILE")
