"""How much memory a Firefox really needs: what all its processes hold once it has let go of what it can spare."""

from __future__ import annotations

import contextlib
import signal
import tempfile
from pathlib import Path

import psutil

from clz_core.client.processes import descendants
from tests.support.scratch import processes_of, words_of
from tests.support.waiting import until

PATIENCE_S = 60
SETTLED = 0.98
# Firefox gives back what it can, then writes its report (nsMemoryInfoDumper.cpp, "after minimizing memory usage"). It
# does so on Linux alone, and any other program ends by it.
MINIMIZE = getattr(signal, "SIGRTMIN", 0) + 1


def parent_of_firefox(root: Path) -> psutil.Process:
    """The main process of the Firefox whose clz folders are below `root`."""
    [parent] = [process for process in processes_of(root) if _is_parent(process)]
    return parent


def firefox_bytes(root: Path) -> int:
    """What a Firefox holds in all its processes, shared memory counted once, after it was asked to use little.

    It is asked again for as long as that brings something: processes that it keeps ready for pages end a moment later.
    """
    parent = parent_of_firefox(root)
    held = _all_held(parent)
    while (less := _all_held(parent)) < held * SETTLED:
        held = less
    return min(held, less)


def _all_held(parent: psutil.Process) -> int:
    _minimize(parent)
    return sum(held(process) for process in [parent, *descendants(parent)] if not _is_host_or_gone(process))


def _is_host_or_gone(process: psutil.Process) -> bool:
    words = words_of(process)
    return not words or any("clz-native" in word or "clz_native" in word for word in words)


def is_host(process: psutil.Process) -> bool:
    return "clz_native.host" in words_of(process)


def _is_parent(process: psutil.Process) -> bool:
    words = words_of(process)
    return "--profile" in words and "-contentproc" not in words


def _minimize(parent: psutil.Process) -> None:
    caught = _caught_signals(parent)
    if not caught >> (MINIMIZE - 1) & 1:
        return
    folder = Path(tempfile.gettempdir())
    report = f"unified-memory-report-*-{parent.pid}.json.gz"
    parent.send_signal(MINIMIZE)
    [done] = until(
        lambda: [path for path in folder.glob(report) if not path.name.startswith("incomplete-")], PATIENCE_S
    )
    done.unlink()


def _caught_signals(process: psutil.Process) -> int:
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:")), 0)


def held(process: psutil.Process) -> int:
    """The process's part of memory in bytes, without pages that it has given back and Linux has not fetched yet.

    Firefox gives pages back with MADV_FREE: they count as the process's own until somebody else needs memory, which on
    a machine with enough of it may be never (`LazyFree` in proc_pid_smaps(5)).
    """
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()[1:]
    except FileNotFoundError:  # not on Linux, or gone meanwhile
        with contextlib.suppress(psutil.Error):
            return int(process.memory_full_info().uss)
        return 0
    except ProcessLookupError:
        return 0
    kib = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return (kib["Pss"] - kib["LazyFree"]) * 1024
