"""Faults as context managers: what happens to processes and disks, and its end. Each is over when its block is."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

import psutil

from tests.running.memory import is_host, parent_of_firefox
from tests.support.scratch import processes_of

PAGES = {"Isolated Web Co", "Web Content"}  # what Firefox calls its processes with pages, cut at 15 characters
EXTENSION = {"WebExtensions"}
CHUNK = bytes(1 << 20)


def host_of(root: Path) -> psutil.Process | None:
    """The native host whose clz folders are below `root`."""
    return next((process for process in processes_of(root) if _answers(process, is_host)), None)


def firefox_of(root: Path) -> psutil.Process | None:
    try:
        return parent_of_firefox(root)
    except ValueError:
        return None


def pages_of(root: Path, names: set[str] = PAGES) -> list[psutil.Process]:
    """The processes that hold pages; with `EXTENSION` the one that holds the extension."""
    return [process for process in processes_of(root) if _answers(process, lambda it: it.name() in names)]


@contextmanager
def killed(process: psutil.Process) -> Iterator[None]:
    """Without a chance to say anything; nothing brings it back."""
    _signal(process, signal.SIGKILL)
    yield


@contextmanager
def stopped(process: psutil.Process) -> Iterator[None]:
    """Alive, and doing nothing; afterwards it goes on."""
    _signal(process, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(process, signal.SIGCONT)


@contextmanager
def few_descriptors(process: psutil.Process, spare: int) -> Iterator[None]:
    """It can open `spare` more files, sockets or pipes, and no further one."""
    try:
        before = process.rlimit(resource.RLIMIT_NOFILE)
        process.rlimit(resource.RLIMIT_NOFILE, (_lowest_free(process, spare), before[1]))
    except (psutil.Error, OSError):
        yield
        return
    try:
        yield
    finally:
        with suppress(psutil.Error):
            process.rlimit(resource.RLIMIT_NOFILE, before)


def may_mount() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and Path("/proc/mounts").exists()


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[None]:
    """`folder` becomes an empty disk of its own, of `size` bytes. Only root may do that."""
    options = f"size={size},mode=0700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Not a byte is left on the disk that holds `folder`, to begin with."""
    filler = folder / "filler"
    try:
        with open(filler, "wb", buffering=0) as file:
            for size in (len(CHUNK), 4096, 1):
                with suppress_full():
                    while True:
                        file.write(CHUNK[:size])
        yield
    finally:
        filler.unlink(missing_ok=True)


@contextmanager
def suppress_full() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise


def _lowest_free(process: psutil.Process, nth: int) -> int:
    """The nth free number for a descriptor, from 0 on: the system gives the lowest, and limits how high they go."""
    taken = {int(number) for number in os.listdir(f"/proc/{process.pid}/fd")}
    free = (number for number in range(len(taken) + nth + 1) if number not in taken)
    return next(islice(free, nth, None))


def _signal(process: psutil.Process, number: int) -> None:
    with suppress(psutil.NoSuchProcess):
        process.send_signal(number)


def _answers(process: psutil.Process, question: Callable[[psutil.Process], bool]) -> bool:
    try:
        return question(process)
    except psutil.Error:
        return False
