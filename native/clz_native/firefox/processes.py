"""A Firefox and every process it started: whether they are at work, and how they end."""

from __future__ import annotations

import contextlib
import time

import psutil

from clz_core.client.processes import descendants, is_alive
from clz_core.contract.deadline import Deadline
from clz_core.contract.limits import BROWSER_START_MOST_MS

POLL_S = 0.01
AT_WORK_S = 5.0  # how far apart the looks at what a Firefox has done are
AT_WORK_SHARE = 0.02  # of a processor: one that has come to rest, or cannot go on, takes less
HELPERS_END_S = 2.0  # from the end of Firefox itself


class Work:
    """Whether a Firefox that starts is still at work, by the processor time of its family.

    Where others want the processors, too, a start takes as long as it takes; one whose extension is refused comes to
    rest.
    """

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._most = Deadline.after(BROWSER_START_MOST_MS)
        self._looked = time.monotonic()
        self._spent = self._spent_now()
        self._at_work = False

    def goes_on(self) -> bool:
        """Ask it all the time: each answer is of the last full stretch."""
        self.look()
        return self._at_work and not self._most.passed

    def look(self) -> None:
        past = time.monotonic() - self._looked
        if past < AT_WORK_S:
            return
        spent = self._spent_now()
        self._at_work = spent - self._spent > AT_WORK_SHARE * past
        self._looked, self._spent = time.monotonic(), spent

    def _spent_now(self) -> float:
        spent = 0.0
        for process in family_of(self._process):
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                spent += times.user + times.system
        return spent


def family_of(process: psutil.Process) -> list[psutil.Process]:
    """A Firefox and every process it started."""
    try:
        return [process, *descendants(process)]
    except psutil.NoSuchProcess:
        return []


def end(family: list[psutil.Process], timeout_s: float, patience_s: float = 0) -> None:
    """End a Firefox with its family; one that is ending by itself is given `patience_s` for it."""
    left = _wait(family, patience_s)
    if left:
        firefox = family[0]
        with contextlib.suppress(psutil.NoSuchProcess):
            firefox.suspend()  # so that it starts nothing more while its helpers are counted
            family = [firefox, *{*family[1:], *descendants(firefox)}]
            firefox.terminate()
            firefox.resume()
        _wait([firefox], timeout_s)
        left = _wait(family, HELPERS_END_S)
    for straggler in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            straggler.kill()
    _wait(left, 2)


def _wait(processes: list[psutil.Process], timeout_s: float) -> list[psutil.Process]:
    """Those that have not ended within the time. When its parent takes note of one that has is not our affair."""
    deadline = Deadline.after(timeout_s * 1000)
    while True:
        _, left = psutil.wait_procs(processes, timeout=0)
        processes = [process for process in left if is_alive(process)]
        if not processes or deadline.passed:
            return processes
        time.sleep(POLL_S)
