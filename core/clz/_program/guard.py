"""The process over a program's own: when that ends, or who started it, all that the program has started ends too.

On Linux its orphans are handed to this process, so that none gets away by a session of its own; elsewhere the process
group is all that is ended.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

PR_SET_CHILD_SUBREAPER = 36
END_S = 5.0


def guarded(run: Callable[[], None]) -> None:
    """Have `run`, which never returns, run in a process below this one, and end with its exit code."""
    if not hasattr(os, "fork"):
        run()
    _adopt_orphans()
    child = os.fork()
    if child == 0:
        run()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    status = None
    with suppress(ChildProcessError):  # the other thread has ended it
        status = os.waitpid(child, 0)[1]
    code = -signal.SIGKILL if status is None else os.waitstatus_to_exitcode(status)
    _end(code if code >= 0 else 128 - code)


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_with_parent() -> None:
    """The process that started this keeps the other end of our standard input open for as long as we may run."""
    poll = select.poll()
    poll.register(0, 0)  # nothing but that it was closed
    poll.poll()
    _end(128 + signal.SIGKILL)


def _end(code: int) -> None:
    """End every process below this one, and then this one."""
    ending = threading.Thread(target=_end_all, daemon=True)
    ending.start()
    ending.join(END_S)  # one that the system does not let go of is not waited for
    os._exit(code)


def _end_all() -> None:
    """What ends may have started another just before: as its parent has ended by then, the next look finds it."""
    import psutil

    from clz_core.client.processes import descendants

    with suppress(ChildProcessError):  # there is none any more
        while True:
            for process in descendants(psutil.Process()):
                with suppress(psutil.Error):
                    process.kill()
            os.waitpid(-1, 0)
