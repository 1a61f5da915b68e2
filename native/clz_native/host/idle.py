"""The end of a Firefox that clz started without a window, once no agent has been there for long enough.

A person's own Firefox, and one that they can see, are theirs to close.
"""

from __future__ import annotations

import asyncio
import logging
import os

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import BROWSER_STOP_MS
from clz_native.agents.leases import Leases
from clz_native.host.ahead import HEADLESS
from clz_native.host.pending import Pending, Sent

log = logging.getLogger("clz.idle")
IDLE = "CLZ_IDLE_S"  # seconds, set by the process that started this Firefox; 0: never
HOST = "host"  # in the place of an agent


def is_headless() -> bool:
    return bool(os.environ.get(HEADLESS))


def patience_s() -> float:
    """How long no agent must have been there; 0 for a Firefox that is not ended by itself."""
    try:
        return float(os.environ.get(IDLE, "0")) if is_headless() else 0
    except ValueError:
        return 0


async def end_when_idle(leases: Leases, pending: Pending, after_s: float) -> None:
    """Wait until no agent has been there for this long, then make Firefox quit."""
    left_s = after_s
    while left_s > 0:
        await asyncio.sleep(left_s)
        left_s = after_s - leases.idle_s(len(pending) > 0)
    log.info("no agent was there for %.0f s: Firefox ends", after_s)
    try:
        await pending.call(Sent(HOST, "idle", "quitBrowser", {}, Deadline.after(BROWSER_STOP_MS)))
    except ClzError as problem:
        log.warning("Firefox does not end: %s", problem.message)
