"""Processes of clz that nobody knows any more, and the restart that fixes a session."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from clz_core.client import session as sessions
from clz_core.client.processes import every_process
from clz_core.config.paths import SESSION_NAME, SessionPaths, check_private, data_dir, read_private, runtime_dir
from clz_core.contract.errors import ClzError
from clz_native.doctor.table import BROKEN, OK, UNCHECKED, DoctorContext, Row, guarded
from clz_native.firefox.manager import Manager
from clz_native.firefox.started import read_started

YOUNG_S = 15  # a process that is coming up is written down in a moment
HOSTS = ("clz_native.host", "clz-native")


def look(_: DoctorContext) -> Iterator[Row]:
    """Those of every session: what is left over is what nobody asks about."""
    yield guarded("processes", left_over)


def left_over() -> Row:
    known, stray, unread = [], [], set()
    for process in every_process():
        try:
            info = process.as_dict(["pid", "cmdline", "create_time", "uids"])
        except psutil.NoSuchProcess:
            continue
        words = info["cmdline"] or []
        if not words or (info["uids"] is not None and info["uids"].real != os.getuid()):
            continue
        session = _firefox_of(words) or _host_of(process, words)
        if session is None:
            continue
        kind, name, pid = session
        if (file := _unreadable(SessionPaths(name), kind)) is not None:
            unread.add(file)
        elif pid == info["pid"] or time.time() - info["create_time"] < YOUNG_S:
            known.append(info["pid"])
        else:
            stray.append((info["pid"], f"{kind} of session {name}"))
    if not stray and unread:
        files = ", ".join(map(str, sorted(unread)))
        detail = f"not known: {files} lists what clz has started, and is not trusted or cannot be read"
        return Row("processes", UNCHECKED, detail)
    if not stray:
        return Row("processes", OK, f"{len(known)} of clz, none left over" if known else "none of clz, none left over")
    detail = ", ".join(f"{what} (pid {pid})" for pid, what in stray)
    return Row("processes", BROKEN, f"left over: {detail}", "kill " + " ".join(str(pid) for pid, _ in stray))


def _unreadable(paths: SessionPaths, kind: str) -> Path | None:
    """The file that says which process a session has, if it is there and nobody can tell what it says.

    A process that is not written down is left over; one of which nothing can be read may be in use.
    """
    file = paths.browser if kind == "Firefox" else paths.file
    try:
        for folder in (paths.runtime, paths.folder):
            check_private(folder)
        read_private(file)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ClzError):
        return file
    return None


def _firefox_of(words: list[str]) -> tuple[str, str, int | None] | None:
    """Kind, session and the known process of a Firefox on a profile of clz's own."""
    if "-contentproc" in words or "--profile" not in words[:-1]:
        return None
    profile = Path(words[words.index("--profile") + 1])
    if profile.parent != data_dir() / "profiles" or not SESSION_NAME.fullmatch(profile.name):
        return None
    started = read_started(SessionPaths(profile.name))
    return "Firefox", profile.name, started.pid if started else None


def _host_of(process: psutil.Process, words: list[str]) -> tuple[str, str, int | None] | None:
    """Likewise of a host with our folders."""
    if not any(word in HOSTS or os.path.basename(word) in HOSTS for word in words[:5]):
        return None
    try:
        env = process.environ()
    except psutil.Error:
        return None
    named = env.get("CLZ_RUNTIME_DIR") or ""
    ours = os.path.abspath(named) == str(runtime_dir()) if named else not os.environ.get("CLZ_RUNTIME_DIR")
    name = env.get("CLZ_SESSION") or "default"
    if not ours or not SESSION_NAME.fullmatch(name):
        return None
    try:
        return "host", name, sessions.read(SessionPaths(name)).pid
    except ClzError:
        return "host", name, None


def restart(context: DoctorContext) -> list[str]:
    """Stop and start the Firefox that clz manages. Raises nothing: what does not work shows when it is looked at."""
    manager = Manager(context.session, context.agent)
    try:
        manager.stop()
        manager.start()
    except ClzError as problem:
        return [f"restart: {problem.message}"]
    return ["restart: Firefox was stopped and started"]
