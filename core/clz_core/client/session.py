"""The session file: where the host of a session listens, and whether it is still there.

The host holds a lock on `host.lock` for as long as it lives, so a session file whose lock is free is stale, whatever
process has the host's old number now.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from clz_core.client.versions import explained
from clz_core.config.paths import SessionPaths, check_private, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error


class SessionInfo(NamedTuple):
    """What `session.json` says.

    `endpoint` is a ZeroMQ address, `server_key` the host's public key in Z85, `accept_certs` the hosts whose
    certificates its Firefox does not check.
    """

    session: str
    endpoint: str
    server_key: str
    pid: int
    host_version: str
    protocol: int
    extension_version: str
    firefox_version: str
    started: float
    accept_certs: Sequence[str] = ()


def write(paths: SessionPaths, info: SessionInfo) -> None:
    """Say where the host listens. Raises: FILE_ERROR."""
    write_private(paths.file, json.dumps(info._asdict()))


def read(paths: SessionPaths) -> SessionInfo:
    """The running host's session.

    Raises: NOT_CONNECTED if there is none, RUNTIME_UNSAFE, PROTOCOL if another version of clz wrote the file.
    """
    try:
        for path in (paths.runtime, paths.folder):
            check_private(path)
        return SessionInfo(**strict_json.loads(read_private(paths.file)))
    except (FileNotFoundError, NotADirectoryError):
        raise not_connected(paths.name) from None
    except OSError as problem:
        raise error("NOT_CONNECTED", f"Cannot read {paths.file}: {problem.strerror}.") from problem
    except (ValueError, TypeError) as problem:
        if clear_stale(paths):
            raise not_connected(paths.name) from problem
        raise explained(error("PROTOCOL", f"{paths.file} was written by another version of clz."), paths) from problem


def not_connected(session: str) -> ClzError:
    """The NOT_CONNECTED of a session without a host."""
    return error("NOT_CONNECTED", f"No Firefox answers for session {session!r}: its host is not running.")


def host_lives(paths: SessionPaths) -> bool:
    """True while a host holds the session's lock."""
    from filelock import FileLock, Timeout

    if not paths.lock.exists():
        return False
    lock = FileLock(paths.lock, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    return False


def clear_stale(paths: SessionPaths) -> bool:
    """Remove the session file and the socket that a dead host left. True if they were stale.

    Those of a session on another machine are left to `clz_core.remote`.
    """
    if paths.on:
        return False
    from filelock import FileLock, Timeout

    lock = FileLock(paths.lock, mode=0o600)
    try:
        with lock.acquire(timeout=0):  # a host that starts now waits for us, and writes its own after
            paths.file.unlink(missing_ok=True)
            paths.socket.unlink(missing_ok=True)
    except (Timeout, OSError):
        return False
    return True
