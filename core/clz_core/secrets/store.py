"""Where secrets are kept: in the system's keyring if it has one, else in a file that is nobody else's.

`DATA/secrets.json` (0600) lists them, for keyrings cannot be listed: names, domains, and where the value is; the value
itself only if no keyring holds it. One that was put into a keyring is never looked for anywhere else.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal, NamedTuple

from clz_core.config.paths import data_dir, private_dir, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_SECRETS
from clz_core.secrets.secret import Secret, not_found

SERVICE = "clz"  # the keyring's name for whose secrets they are
VERSION = 1
_LOCK_S = 10
Where = Literal["keyring", "file"]


class Kept(NamedTuple):
    """A secret as it is listed; `value` is empty if the keyring holds it."""

    name: str
    domains: tuple[str, ...]
    totp: bool
    where: Where
    value: str = ""


def secrets_file() -> Path:
    return data_dir() / "secrets.json"


def kept() -> dict[str, Kept]:
    """All secrets by name. Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    path = secrets_file()
    try:
        data = strict_json.loads(read_private(path))
        if data["v"] != VERSION:
            raise error(
                "FILE_ERROR", f"{path} was written by another version of clz.", "Use that one, or move it away."
            )
        return {
            name: Kept(
                name, tuple(map(str, entry["domains"])), entry["totp"] is True, _where(entry), entry.get("value", "")
            )
            for name, entry in data["secrets"].items()
        }
    except FileNotFoundError:
        return {}
    except (strict_json.BadJson, KeyError, TypeError, AttributeError):
        raise error(
            "FILE_ERROR",
            f"{path} cannot be read: it is not what clz wrote.",
            "Move it away, and set the secrets again.",
        ) from None
    except OSError as problem:
        raise error("FILE_ERROR", f"{path} cannot be read: {problem.strerror}.") from problem


def _where(entry: dict[str, Any]) -> Where:
    return "keyring" if entry["where"] == "keyring" else "file"


def secret_of(name: str) -> Secret:
    """Raises: SECRET_NOT_FOUND, KEYRING_FAILED, RUNTIME_UNSAFE, FILE_ERROR."""
    known = kept()
    entry = known.get(name)
    if entry is None:
        raise not_found(name, known)
    value = entry.value if entry.where == "file" else _from_keyring(name)
    return Secret(name, value, entry.domains, entry.totp)


def keep(secret: Secret) -> Where:
    """Keep a secret, in the place of one of the same name; says where. Raises: as `kept` does; KEYRING_FAILED."""
    with _lock():
        known = kept()
        if len(known) >= MAX_SECRETS and secret.name not in known:
            raise error("INVALID_PARAMS", f"clz keeps {MAX_SECRETS} secrets.", "Delete one: clz secret delete NAME")
        keyring = _keyring()
        was = known.get(secret.name)
        if keyring is None and was is not None and was.where == "keyring":
            raise _failed(secret.name, "there is no keyring here now")
        if keyring is not None:
            try:
                keyring.set_password(SERVICE, secret.name, secret.value)
            except Exception as problem:  # noqa: BLE001 - backends raise what they like
                raise _failed(secret.name, _reason(problem)) from None
        where: Where = "file" if keyring is None else "keyring"
        value = secret.value if keyring is None else ""
        _write({**known, secret.name: Kept(secret.name, secret.domains, secret.totp, where, value)})
        return where


def delete(name: str) -> Where:
    """Forget a secret; says where it was. Raises: as `secret_of` does."""
    with _lock():
        known = kept()
        entry = known.get(name)
        if entry is None:
            raise not_found(name, known)
        if entry.where == "keyring":
            _delete_from_keyring(name)
        _write({other: each for other, each in known.items() if other != name})
        return entry.where


def _lock() -> Any:
    from filelock import FileLock

    folder = private_dir(data_dir())
    return FileLock(folder / ".secrets.lock", mode=0o600, timeout=_LOCK_S)


def _write(known: dict[str, Kept]) -> None:
    entries = {
        entry.name: {
            "domains": list(entry.domains),
            "totp": entry.totp,
            "where": entry.where,
            **({"value": entry.value} if entry.where == "file" else {}),
        }
        for entry in known.values()
    }
    write_private(secrets_file(), strict_json.dumps({"v": VERSION, "secrets": entries}).decode())


def _keyring() -> Any:
    """The keyring's backend; None if this system has none that is one."""
    try:
        import keyring

        backend: Any = keyring.get_keyring()
        if type(backend).__module__.startswith(("keyring.backends.fail", "keyring.backends.null")):
            return None
        chosen = bool(os.environ.get("PYTHON_KEYRING_BACKEND"))
        return backend if chosen or backend.priority >= 1 else None
    except Exception as problem:  # noqa: BLE001 - a backend that was chosen and cannot be loaded
        raise _failed("", _reason(problem)) from None


def _from_keyring(name: str) -> str:
    keyring = _keyring()
    if keyring is None:
        raise _failed(name, "there is no keyring here now")
    try:
        value = keyring.get_password(SERVICE, name)
    except Exception as problem:  # noqa: BLE001 - backends raise what they like
        raise _failed(name, _reason(problem)) from None
    if not isinstance(value, str) or not value:
        raise _failed(name, "the keyring no longer holds it")
    return value


def _delete_from_keyring(name: str) -> None:
    from keyring.errors import PasswordDeleteError

    keyring = _keyring()
    if keyring is None:
        raise _failed(name, "there is no keyring here now")
    try:
        keyring.delete_password(SERVICE, name)
    except PasswordDeleteError:
        pass  # somebody else has taken it out
    except Exception as problem:  # noqa: BLE001 - backends raise what they like
        raise _failed(name, _reason(problem)) from None


def _reason(problem: Exception) -> str:
    """What kind of fault it was: what it says could quote the value."""
    kind = type(problem).__name__
    return "it is locked" if "lock" in kind.lower() else f"it failed: {kind}"


def _failed(name: str, why: str) -> ClzError:
    what = f"The keyring does not give {name}" if name else "The keyring cannot be used"
    return error("KEYRING_FAILED", f"{what}: {why}.", name=name)
