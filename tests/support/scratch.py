"""A home of its own for a test: no test reads or writes the real one."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from clz_core.client.agent_session import ANY, HOSTS
from clz_core.client.processes import every_process
from tests.running.costs import count_firefoxes
from tests.running.forked import RUNTIME_DIRS
from tests.support.waiting import until

WARM = "CLZ_TEST_WARM"  # what CLZ_WARM is in every home
LAUNCHER = "CLZ_TEST_LAUNCHER"  # a compiled `clz` to test in the place of Python's
MOST_LOOKS = 10_000
CLZ = [os.environ[LAUNCHER]] if LAUNCHER in os.environ else [sys.executable, "-m", "clz_cli"]
"""The command line of this very tree."""


@dataclass(frozen=True)
class Scratch:
    """`root` is short, for the paths of sockets. `env` is all that clz reads of the environment."""

    root: Path
    env: dict[str, str]

    @property
    def runtime(self) -> Path:
        return self.root / "run"


@contextmanager
def scratch_home() -> Iterator[Scratch]:
    """Folders that are gone afterwards, and with them every process that was started with them."""
    root = Path(tempfile.mkdtemp(prefix="clz-", dir="/tmp"))
    hosts = (*(host.marker for host in HOSTS), *(host.session for host in HOSTS))
    ours = ("CLZ_", "GITHUB_", "XDG_", "MOZ_", "CLAUDE", *hosts, ANY)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(tuple(filter(None, ours)))}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)  # a clz that compiles itself at every call is not what users have
    if "CLZ_FIREFOX" in os.environ:
        kept["CLZ_FIREFOX"] = os.environ["CLZ_FIREFOX"]
    env = {
        **kept,
        "HOME": str(root / "home"),
        "XDG_CONFIG_HOME": str(root / "home/.config"),
        "XDG_CACHE_HOME": str(root / "home/.cache"),
        "TMPDIR": str(root / "temporary"),
        "CLZ_RUNTIME_DIR": str(root / "run"),
        "CLZ_DATA_DIR": str(root / "data"),
        "CLZ_STATE_DIR": str(root / "state"),
    }
    if way := os.environ.get(WARM):
        env["CLZ_WARM"] = way
    for folder in ("home", "temporary"):
        (root / folder).mkdir(0o700)
    try:
        yield Scratch(root, env)
    finally:
        if left := processes_of(root):
            count_firefoxes(left)
            end_processes_of(root)
        shutil.rmtree(root, ignore_errors=True)


def processes_of(root: Path) -> list[psutil.Process]:
    """Every living process whose clz folders are below `root`."""
    found = []
    for process in _perhaps_of(root):
        try:
            named = RUNTIME_DIRS.get(process.pid) or process.environ().get("CLZ_RUNTIME_DIR", "")
            if named.startswith(f"{root}/") and process.pid != os.getpid() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def _perhaps_of(root: Path) -> Iterator[psutil.Process]:
    """Those that have its name in their environment, where files tell that at a tenth of what psutil takes for it."""
    if sys.platform != "linux":
        yield from every_process()
        return
    name = os.fsencode(root)
    for pid in psutil.pids():
        with suppress(OSError, psutil.NoSuchProcess):  # it has ended, or is another user's
            if pid in RUNTIME_DIRS or name in _environment(Path(f"/proc/{pid}")):
                yield psutil.Process(pid)


def _environment(process: Path) -> bytes:
    """What it was started with. One that is being started has none for a moment, and no command line either."""
    found = b""
    for _ in range(MOST_LOOKS):
        found = (process / "environ").read_bytes()
        if found or (process / "cmdline").read_bytes() or not (process / "exe").exists():
            break
    return found


def words_of(process: psutil.Process) -> list[str]:
    """Its command line; none when it has ended meanwhile."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def lives(process: psutil.Process) -> bool:
    """Whether it has not ended yet."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def cpu_seconds(processes: Iterable[psutil.Process]) -> float:
    """What those of them that have not ended meanwhile have used of the processor."""
    used = 0.0
    for process in processes:
        with suppress(psutil.Error):
            used += sum(process.cpu_times()[:2])
    return used


def end_processes_of(root: Path) -> None:
    """Kill them until none is left. They stop first: none tidies up because another one is gone."""

    def ended() -> bool:
        left = processes_of(root)
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        return not left

    until(ended)
