"""The names of the secrets that were used in the Firefox of a session, never a value.

A page may show a value for longer than the host lives that knows it; the next one looks here which to mask again. A
name is gone when its secret is. `DATA/used-secrets/SESSION.json` (0600): `{"v": 1, "secrets": {NAME: {"held": true}}}`,
where `held` is true for one that was given for later: for a log-in or a proxy.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from clz_core.config.paths import SessionPaths, all_sessions, data_dir, private_dir, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.limits import MAX_SECRETS

VERSION = 1


def used_file(session: str) -> Path:
    return data_dir() / "used-secrets" / f"{session}.json"


def used_secrets(session: str) -> dict[str, bool]:
    """By name, whether it was given for later; none from a file that clz did not write. Raises: RUNTIME_UNSAFE."""
    try:
        data = strict_json.loads(read_private(used_file(session)))
        if data["v"] != VERSION:
            return {}
        return {str(name): entry["held"] is True for name, entry in data["secrets"].items()}
    except (OSError, strict_json.BadJson, KeyError, TypeError, AttributeError):
        return {}


def write_used(session: str, names: dict[str, bool]) -> None:
    """Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    path = used_file(session)
    private_dir(path.parent)
    kept = dict(list(names.items())[-MAX_SECRETS:])
    entries = {name: {"held": held} for name, held in kept.items()}
    write_private(path, strict_json.dumps({"v": VERSION, "secrets": entries}).decode())


def sessions_that_hold(name: str) -> list[str]:
    """The sessions with a host in which a secret was given for later."""
    from clz_core.client.session import host_lives

    running: Iterable[SessionPaths] = (paths for paths in all_sessions() if host_lives(paths))
    return [paths.name for paths in running if used_secrets(paths.name).get(name)]
