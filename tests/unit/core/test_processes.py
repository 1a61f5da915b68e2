from __future__ import annotations

import os
import subprocess
import sys

import psutil

from clz_core.client.processes import every_process


def test_a_number_that_is_used_again_is_the_process_that_has_it_now() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        try:
            earlier = psutil.Process(os.getpid())  # as if it had had the child's number
            earlier._pid, earlier._gone = child.pid, False  # type: ignore[attr-defined]
            list(psutil.process_iter())
            psutil._pmap[child.pid] = earlier  # type: ignore[attr-defined]
            (now,) = [process for process in every_process() if process.pid == child.pid]
            assert now.is_running()
        finally:
            child.kill()
