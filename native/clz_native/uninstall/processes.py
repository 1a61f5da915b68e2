"""Ending what clz runs: its Firefoxes, their hosts with the warm processes beside them, lines to other machines."""

from __future__ import annotations

from contextlib import suppress

import psutil

from clz_core.client import session as sessions
from clz_core.config.paths import SessionPaths, all_sessions, runtime_dir
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import BROWSER_STOP_MS
from clz_core.remote.machines import Machine
from clz_core.remote.ssh import Ssh
from clz_native.firefox import profiles
from clz_native.firefox.manager import Manager
from clz_native.firefox.processes import end, family_of
from clz_native.firefox.started import running


def busy_sessions() -> list[str]:
    """The sessions that have a Firefox of clz's, or a host in one of the person's own."""
    names = {paths.name for paths in all_sessions()} | {path.name for path in profiles.folders()}
    return sorted(name for name in names if _is_busy(SessionPaths(name)))


def _is_busy(paths: SessionPaths) -> bool:
    return running(paths) is not None or sessions.host_lives(paths)


def stop(session: str, agent: str) -> None:
    """End the Firefox of a session if it is clz's, and its host. Raises: SESSION_HELD if one is still there."""
    paths = SessionPaths(session)
    started = running(paths)
    process = started.process() if started else None
    if process is not None:
        with suppress(ClzError):  # of a host that cannot be asked, as one of another version
            Manager(session, agent).stop()
        end(family_of(process), BROWSER_STOP_MS / 1000)
    host = _host(paths)
    if host is not None:
        end([host], BROWSER_STOP_MS / 1000)
    if _is_busy(paths):
        raise error(
            "SESSION_HELD",
            f"Session {session} is still in use, and could not be ended.",
            "See what uses it: clz doctor. Then: clz uninstall",
        )


def _host(paths: SessionPaths) -> psutil.Process | None:
    try:
        info = sessions.read(paths)
        return psutil.Process(info.pid) if sessions.host_lives(paths) else None
    except (ClzError, psutil.NoSuchProcess):
        return None


def close_lines() -> None:
    """End the connections to other machines."""
    for socket in (runtime_dir() / ".on").glob("*/ssh.sock"):
        Ssh(Machine("machine", "machine"), socket.parent).close()  # the socket alone says which
