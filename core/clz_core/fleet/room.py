"""What a worker of Dask does for a run: it begins a Firefox, and says how many pages it has room for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from clz_core import __version__
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_TABS

FIREFOX_BYTES = 700 << 20  # a Firefox with its first page
TAB_BYTES = 150 << 20


def plugin_name(run: str) -> str:
    return f"clz-{run}"


def name_of(worker: Any) -> str:
    """What people call it."""
    return f"{socket.gethostname()} {worker.name}"


async def begin(worker: Any, topic: str, work: Callable[[Any], int]) -> None:
    """Begin by `work`, and report how much of it fits; if it cannot begin, why."""
    slots, problem = 0, ""
    try:
        slots = await asyncio.to_thread(work, worker)
    except ClzError as why:
        problem = why.message
    except Exception as why:  # noqa: BLE001 - a full disk, above all
        problem = f"{type(why).__name__}: {why}"
    about = {"where": name_of(worker), "address": worker.address, "slots": slots, "problem": problem}
    worker.log_event(topic, {"event": "machine", **about})


def check_version(version: str) -> None:
    """Raises: RuntimeError where the clz of a run is another than the worker's."""
    if version != __version__:
        raise RuntimeError(f"the clz there is {__version__}, that of the run is {version}")


def room_of(worker: Any) -> int:
    """Pages at the same time: as many as it has threads, memory and tabs for, and one at least."""
    memory = worker.memory_manager.memory_limit or _free_bytes()
    fits = 1 + max(0, int((memory - FIREFOX_BYTES) // TAB_BYTES))
    return max(1, min(MAX_TABS, int(worker.state.nthreads), fits))


def _free_bytes() -> int:
    import psutil

    return int(psutil.virtual_memory().available)
