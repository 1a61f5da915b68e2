"""A start on a busy machine: a stand-in for Firefox, which is at work or at rest when the time is up."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from clz_core.client.processes import descendants
from clz_core.contract.deadline import Deadline
from clz_native.firefox import manager, processes
from tests.support.waiting import until

COMES_LATE = "import sys, time; time.sleep(2); open(sys.argv[1], 'w').close(); time.sleep(60)"
NEVER_COMES = "import time; time.sleep(60)"


@pytest.mark.parametrize(
    ("code", "at_work", "most_ms", "came"),
    [(COMES_LATE, True, 60_000, True), (NEVER_COMES, False, 60_000, False), (NEVER_COMES, True, 1_000, False)],
)
def test_a_firefox_that_is_still_at_work_is_waited_for(
    code: str, at_work: bool, most_ms: int, came: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLZ_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(processes, "AT_WORK_S", 0.1)
    monkeypatch.setattr(processes, "BROWSER_START_MOST_MS", most_ms)
    monkeypatch.setattr(processes.Work, "_spent_now", lambda _: time.monotonic() if at_work else 1.0)
    browser = manager.Manager("default")
    browser.paths.make()
    with subprocess.Popen([sys.executable, "-c", code, str(browser.paths.file)]) as child:
        try:
            assert browser._wait_for_host(psutil.Process(child.pid), Deadline.after(500), child) is came
        finally:
            child.kill()


def test_what_a_family_does_is_seen_by_its_processor_time() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    with subprocess.Popen([sys.executable, "-c", code]) as child:
        family = psutil.Process(child.pid)
        try:
            work = processes.Work(family)
            until(lambda: work._spent_now() > work._spent + 0.1, 60)
        finally:
            for process in [*descendants(family), family]:
                process.kill()
