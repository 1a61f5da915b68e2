"""Whether the way to a file is ours alone: who may write to a folder may put another one in the place of all in it.

The whole chain from the root on is looked at, each folder by the descriptor of the one above it, so that nothing can be
changed between a look and the next step. A folder is trusted if it belongs to you, to root or to the owner of the root
folder (another number in a container), and nobody else may write to it; where everybody may, as in /tmp, the sticky bit
keeps them from what is yours. Many systems give each user a group of their own, and folders that it may write to: that
group is trusted while nobody else is in it. Links are followed if they belong to the trusted, one step at a time.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections import deque
from pathlib import Path

from clz_core.contract.errors import ClzError, error

TRUST_S = 1.0  # a chain that nobody else could write to stays so, unless we change it ourselves
MAX_LINKS = 40
_trusted_until: dict[str, float] = {}


def check_parents(path: Path) -> None:
    """Raises: RUNTIME_UNSAFE if others may write to a folder above `path`; OSError if one is missing."""
    folder = os.path.dirname(os.path.abspath(path))
    if _trusted_until.get(folder, 0) < time.monotonic():
        _walk(folder)
        _trusted_until[folder] = time.monotonic() + TRUST_S


def _walk(folder: str) -> None:
    flags = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW
    left, links, shown = deque(folder.split("/")), 0, "/"
    at = os.open("/", flags)
    try:
        trusted = {0, os.getuid(), os.fstat(at).st_uid}
        while left:
            name = left.popleft()
            if name in ("", "."):
                continue
            info = os.stat(name, dir_fd=at, follow_symlinks=False)
            if stat.S_ISLNK(info.st_mode):
                links += 1
                if info.st_uid not in trusted:
                    raise _foreign(os.path.join(shown, name), info)
                if links > MAX_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), folder)
                target = os.readlink(name, dir_fd=at)
                left.extendleft(reversed(target.split("/")))
                if not target.startswith("/"):
                    continue
                name, shown = "/", "/"
            below = os.open(name, flags, dir_fd=at)
            os.close(at)
            at, shown = below, os.path.join(shown, name)
            _check(os.fstat(at), os.path.normpath(shown), trusted)
    finally:
        os.close(at)


def _check(info: os.stat_result, shown: str, trusted: set[int]) -> None:
    if info.st_uid not in trusted:
        raise _foreign(shown, info)
    if info.st_mode & stat.S_ISVTX:
        return
    others, group = info.st_mode & stat.S_IWOTH, info.st_mode & stat.S_IWGRP
    if others or (group and info.st_gid != 0 and not _is_own_group(info.st_gid)):
        who = "everybody" if others else f"group {info.st_gid}"
        raise error(
            "RUNTIME_UNSAFE",
            f"{who} may write to {shown} (mode {stat.S_IMODE(info.st_mode):o}), and so replace what is in it.",
            f"Keep it to yourself: chmod go-w {shown}",
            path=shown,
        )


def _foreign(shown: str, info: os.stat_result) -> ClzError:
    return error(
        "RUNTIME_UNSAFE",
        f"{shown} belongs to user {info.st_uid}, who may replace what is in it.",
        "Set CLZ_RUNTIME_DIR, CLZ_DATA_DIR, CLZ_STATE_DIR to folders below one of your own.",
        path=shown,
    )


def _is_own_group(gid: int) -> bool:
    """True for the group that the system made for this user alone."""
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.getuid()), grp.getgrgid(gid)
    except KeyError:
        return False
    return user.pw_gid == gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}
