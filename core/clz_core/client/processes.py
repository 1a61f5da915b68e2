"""Processes that agents live by, named so that a number used again is another process.

Linux says all of it in files; elsewhere psutil is asked, which takes 20 ms to load, and so never at every command.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import subprocess

    import psutil

ON_LINUX = sys.platform == "linux"


class Owner(NamedTuple):
    """A process; `began` is its start as its system counts it, with the namespace that its number is of."""

    pid: int
    began: str

    @property
    def lives(self) -> bool:
        """False once it has ended. What cannot be seen from here, such as out of a sandbox, is believed to live."""
        if ON_LINUX:
            return self.began.partition("@")[2] != _namespace() or began(self.pid) == self.began
        if not self.pid or os.name != "posix":
            return True
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except OSError:
            pass  # it is there, and another user's
        return True


UNKNOWN = Owner(0, "?")
_stands_for: tuple[int, int] | None = None


def stand_for(pid: int, parent: int) -> None:
    """Be taken for another process, which has this one run its command for it."""
    global _stands_for
    _stands_for = (pid, parent)


def command_pid() -> int:
    """The process that was started to run this command."""
    return os.getpid() if _stands_for is None else _stands_for[0]


def command_parent() -> int:
    """The process that started it."""
    return os.getppid() if _stands_for is None else _stands_for[1]


def began(pid: int) -> str:
    """When a process was started, for `Owner`; empty if there is none, or if it has ended and nobody took note."""
    if ON_LINUX:
        fields = _stat(pid)
        return "" if not fields or fields[0] in "ZX" else f"{fields[19]}@{_namespace()}"
    import psutil

    try:
        process = psutil.Process(pid)
        return "" if process.status() == psutil.STATUS_ZOMBIE else f"{process.create_time():.2f}@"
    except psutil.Error:
        return ""


def is_stopped(pid: int) -> bool:
    """True if a process is suspended, where that can be found out at once."""
    return ON_LINUX and _stat(pid)[:1] in (["T"], ["t"])


def parent(pid: int) -> int:
    """The parent of a process; 0 if it has none that we can see."""
    if ON_LINUX:
        fields = _stat(pid)
        return int(fields[1]) if fields else 0
    import psutil

    try:
        return psutil.Process(pid).ppid()
    except psutil.Error:
        return 0


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill a child that leads a group, with the group. Nothing once it was waited for: its number may be another's."""
    if process.returncode is None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


def environment(pid: int) -> dict[str, str] | None:
    """What a process was started with; None if that is not for us to read."""
    if ON_LINUX:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                text = os.fsdecode(file.read())
        except OSError:
            return None
        return dict(entry.split("=", 1) for entry in text.split("\0") if "=" in entry)
    import psutil

    try:
        return dict(psutil.Process(pid).environ())
    except (psutil.Error, OSError):
        return None


def folder(pid: int) -> str:
    """The working folder of a process; empty if that is not for us to know."""
    if ON_LINUX:
        try:
            return os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            return ""
    import psutil

    try:
        return str(psutil.Process(pid).cwd())
    except (psutil.Error, OSError):
        return ""


def _stat(pid: int) -> list[str]:
    """The fields of proc_pid_stat(5) from the state on, which is the first here; empty if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].decode("ascii").split()
    except OSError:
        return []


def _namespace() -> str:
    """The namespace of process numbers that we are in; empty where there is none."""
    try:
        return os.readlink("/proc/self/ns/pid").strip("pid:[]") if ON_LINUX else ""
    except OSError:
        return ""


def every_process() -> Iterator[psutil.Process]:
    """Each process that there is now.

    psutil goes on giving what it has seen under a number, also once that number is another process's, which then can
    be neither asked nor ended: https://github.com/giampaolo/psutil/issues/2366
    """
    import psutil

    psutil.process_iter.cache_clear()
    yield from psutil.process_iter()


def is_alive(process: psutil.Process) -> bool:
    """False once it has ended, whether or not its parent took note of that."""
    import psutil

    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def descendants(head: psutil.Process) -> list[psutil.Process]:
    """The processes that descend from one, its children first.

    psutil's `children` compares times of day, and leaves out what was started while the clock was being set.

    Raises: psutil.NoSuchProcess if it has ended.
    """
    import psutil

    children: defaultdict[int, list[psutil.Process]] = defaultdict(list)
    for process in every_process():
        with suppress(psutil.Error):  # it has ended
            children[process.ppid()].append(process)
    if not head.is_running():
        raise psutil.NoSuchProcess(head.pid)
    found: list[psutil.Process] = []
    level = [head]
    while level:
        level = [child for one in level for child in children.pop(one.pid, [])]
        found += level
    return found
