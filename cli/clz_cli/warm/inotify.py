"""Linux's word that files have changed, which costs a thousandth of looking at each. See inotify(7)."""

from __future__ import annotations

import ctypes
import os
import select
from collections.abc import Iterable

# Changed in place, given other times or owners, replaced, added, removed: the folder itself too.
CHANGES = 0x2 | 0x4 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800
ONE_READ = 64 * 1024
# Where nothing changes but through this system: another machine's changes would not be reported.
LOCAL = {"bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs"}


class Watch:
    """Changes of files and folders, as reported. Forks share it. Raises: OSError if not all can be watched."""

    def __init__(self, paths: Iterable[str]) -> None:
        system = ctypes.CDLL(None, use_errno=True)
        local = _local_devices()
        self._descriptor = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._descriptor < 0:
            raise OSError(ctypes.get_errno(), "no inotify")
        for path in paths:
            if (
                os.stat(path).st_dev not in local
                or system.inotify_add_watch(self._descriptor, os.fsencode(path), CHANGES) < 0
            ):
                os.close(self._descriptor)
                raise OSError(ctypes.get_errno(), "cannot be watched", path)
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLIN)

    def told(self) -> bool:
        """True if there was a word since the last call."""
        if not self._poll.poll(0):
            return False
        try:
            while os.read(self._descriptor, ONE_READ):
                pass
        except BlockingIOError:
            pass
        return True


def _local_devices() -> set[int]:
    """The devices of local file systems; see proc_pid_mountinfo(5). Raises: OSError."""
    found = set()
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            before, _, after = line.partition(" - ")
            if after.split()[0] in LOCAL:
                major, minor = before.split()[2].split(":")
                found.add(os.makedev(int(major), int(minor)))
    return found
