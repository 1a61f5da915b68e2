"""The profiles that clz keeps: what they take, when they were used, and the removal of those that nobody uses."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from clz_core.client.session import host_lives
from clz_core.config.paths import SESSION_NAME, SessionPaths, all_sessions, data_dir
from clz_core.contract.errors import error
from clz_native.firefox.started import running

if TYPE_CHECKING:
    from clz_core.generated.results import (
        BrowserDeleteResult,
        BrowserListProfiles,
        BrowserListResult,
        BrowserPruneResult,
    )

KEPT = "default"
DAY_S = 86_400


def listed() -> BrowserListResult:
    """Each session's profile, the one that was used last first."""
    profiles = sorted((_profile(path) for path in folders()), key=lambda one: one["lastUsed"], reverse=True)
    return {"profiles": profiles, "bytes": sum(int(one["bytes"]) for one in profiles)}


def sessions() -> BrowserListResult:
    """Each session, running or not: those that clz keeps a profile for, and those of other Firefoxes that answer."""
    made = listed()
    known = {one["session"] for one in made["profiles"]}
    now = int(time.time() * 1000)
    others: list[BrowserListProfiles] = [
        {"session": paths.name, "running": True, "bytes": 0, "lastUsed": now, "profile": ""}
        for paths in all_sessions()
        if paths.name not in known and host_lives(paths)
    ]
    return {"profiles": [*others, *made["profiles"]], "bytes": made["bytes"]}


def delete(session: str) -> BrowserDeleteResult:
    """Remove one session's profile. Raises: USAGE if there is none, or if its Firefox is running."""
    profile = next((one for one in listed()["profiles"] if one["session"] == session), None)
    if profile is None:
        raise error("USAGE", f"No profile is kept for a session {session[:200]!r}.", "See them: clz browser list")
    if running(SessionPaths(session)):
        hint = f"First: clz browser stop --session {session}"
        raise error("USAGE", f"The Firefox of {session} is running.", hint)
    shutil.rmtree(profile["profile"])
    return {"removed": [session], "bytes": int(profile["bytes"])}


def prune(days: int) -> BrowserPruneResult:
    """Remove the profiles that were not used for this many days. The default session's stays, and those in use."""
    removed: list[str] = []
    freed = 0
    for profile in listed()["profiles"]:
        if profile["session"] == KEPT or time.time() - profile["lastUsed"] / 1000 < days * DAY_S:
            continue
        # Asked again: adding up all sizes takes its time.
        if running(SessionPaths(profile["session"])):
            continue
        shutil.rmtree(profile["profile"], ignore_errors=True)
        if not Path(profile["profile"]).exists():
            removed.append(profile["session"])
            freed += int(profile["bytes"])
    return {"removed": sorted(removed), "bytes": freed}


def folders() -> Iterator[Path]:
    """Where profiles of sessions are."""
    try:
        with os.scandir(data_dir() / "profiles") as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and SESSION_NAME.fullmatch(entry.name):
                    yield Path(entry.path)
    except FileNotFoundError:
        return


def _profile(folder: Path) -> BrowserListProfiles:
    size, used = 0, 0.0
    for around, _, files in os.walk(folder):
        for name in files:
            try:
                state = os.lstat(os.path.join(around, name))
            except OSError:  # a Firefox that runs makes and removes files
                continue
            size += state.st_size
            used = max(used, state.st_mtime)
    return {
        "session": folder.name,
        "running": running(SessionPaths(folder.name)) is not None,
        "bytes": size,
        "lastUsed": int((used or folder.stat().st_mtime) * 1000),
        "profile": str(folder),
    }
