"""Which Firefox clz has started for a session: by what was written down, else by the profile that it runs in.

The process that starts a Firefox may be killed before it can write anything down. A Firefox in clz's own profile is
clz's all the same: it can be found, stopped and used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

from clz_core.client.processes import every_process
from clz_core.config.paths import SessionPaths, read_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError
from clz_native.firefox.profile import profile_dir

CHILD = "-contentproc"  # on the command line of every process that a Firefox starts itself


@dataclass(frozen=True)
class Started:
    """The Firefox that was started for a session; pid and creation time together name a process for good."""

    pid: int
    created: float
    headless: bool
    firefox: str
    build: str = "managed"
    title: str = "Firefox"
    temporary: bool = False  # the extension is there for this session alone

    def process(self) -> psutil.Process | None:
        """Its process; None if it has ended."""
        try:
            process = psutil.Process(self.pid)
            if abs(process.create_time() - self.created) < 1 and process.status() != psutil.STATUS_ZOMBIE:
                return process
        except psutil.Error:
            pass
        return None


def running(paths: SessionPaths) -> Started | None:
    """The Firefox of a session that clz started and that lives; None if there is none."""
    started = read_started(paths)
    if started is not None and started.process():
        return started
    return _in_profile(profile_dir(paths.name))


def _in_profile(profile: Path) -> Started | None:
    for process in every_process():
        try:
            words = process.cmdline()
            at = words.index("--profile") + 1
            if words[at : at + 1] != [str(profile)] or CHILD in words or process.status() == psutil.STATUS_ZOMBIE:
                continue
            return Started(process.pid, process.create_time(), "--headless" in words, words[0])
        except (psutil.Error, ValueError):
            continue
    return None


def read_started(paths: SessionPaths) -> Started | None:
    """The Firefox that was started last for a session, whether it lives or not; None if that is not written down."""
    try:
        return Started(**strict_json.loads(read_private(paths.browser)))
    except (OSError, ValueError, TypeError, ClzError):
        return None
