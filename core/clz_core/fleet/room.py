"""How many pages a worker of Dask has room for."""

from __future__ import annotations

from typing import Any

from clz_core.contract.limits import MAX_TABS

FIREFOX_BYTES = 700 << 20  # a Firefox with its first page
TAB_BYTES = 150 << 20


def room_of(worker: Any) -> int:
    """Pages at the same time: as many as it has threads, memory and tabs for, and one at least."""
    memory = worker.memory_manager.memory_limit or _free_bytes()
    fits = 1 + max(0, int((memory - FIREFOX_BYTES) // TAB_BYTES))
    return max(1, min(MAX_TABS, int(worker.state.nthreads), fits))


def _free_bytes() -> int:
    import psutil

    return int(psutil.virtual_memory().available)
