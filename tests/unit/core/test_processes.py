from __future__ import annotations

import os
import signal
import subprocess
import sys

import psutil
import pytest

from clz_core.client.processes import descendants, every_process, kill_group
from tests.support import there


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


@pytest.mark.skipif(sys.platform != "linux", reason="psutil counts from the start of the machine there alone")
def test_descendants_are_found_while_the_clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    back = iter(range(2_000_000_000, 0, -1))
    monkeypatch.setattr("psutil._pslinux.boot_time", lambda: float(next(back)))
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1, flush=True); input()'])"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert there(child.stdout).readline() == b"1\n"
        (grandchild,) = descendants(psutil.Process(child.pid))
        assert child.pid in [one.pid for one in descendants(psutil.Process())]
        assert grandchild.pid in [one.pid for one in descendants(psutil.Process())]
        there(child.stdin).close()
    with pytest.raises(psutil.NoSuchProcess):
        descendants(grandchild)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
def test_a_group_is_killed_while_its_number_is_its_own_and_never_later(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as child:
        kill_group(child)
        assert child.wait(20) == -signal.SIGKILL
        monkeypatch.setattr(os, "killpg", lambda number, _: killed.append(number))
        kill_group(child)
    assert killed == []
