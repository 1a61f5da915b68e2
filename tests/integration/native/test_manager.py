"""Starting and stopping Firefox where something is wrong: what was started is ended again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from clz_core.config.paths import SessionPaths, write_private
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import BROWSER_STOP_MS
from clz_native.firefox.manager import Manager
from tests.support import there
from tests.support.scratch import Scratch, processes_of
from tests.support.waiting import until

FAKE = """#!/bin/sh
case "$*" in *--version*) echo "Mozilla Firefox 153.0esr"; exit 0;; esac
sleep 600 &
sleep 600
"""


@pytest.fixture
def firefox(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Firefox that never comes up, with a helper process."""
    program = scratch.root / "firefox"
    program.write_text(FAKE)
    program.chmod(0o755)
    monkeypatch.setenv("CLZ_FIREFOX", str(program))
    return program


def start() -> ClzError:
    with pytest.raises(ClzError) as caught:
        Manager("default").start(headed=False, timeout_ms=60_000)
    return caught.value


def test_a_firefox_that_cannot_be_written_down_is_ended_with_its_children(scratch: Scratch, firefox: Path) -> None:
    paths = SessionPaths("default").make()
    paths.browser.mkdir()
    (paths.browser / "in the way").touch()
    problem = start()
    assert problem.code == "FILE_ERROR"
    assert str(paths.browser) in problem.message
    until(lambda: not processes_of(scratch.root))


def test_a_start_that_fails_says_why_where_there_are_no_process_groups(
    scratch: Scratch, firefox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = SessionPaths("default").make()
    paths.browser.mkdir()
    monkeypatch.delattr(os, "killpg")
    assert start().code == "FILE_ERROR"
    until(lambda: not processes_of(scratch.root))


def test_a_full_runtime_folder_leaves_no_firefox(scratch: Scratch, firefox: Path) -> None:
    paths = SessionPaths("default").make()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "clz", str(paths.folder)], check=False)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        paths.browser_lock.touch(0o600)
        with pytest.raises(OSError, match="No space"):
            (paths.folder / "filler").write_bytes(b"x" * 100_000)
        problem = start()
        assert (problem.code, "No space left" in problem.message) == ("FILE_ERROR", True)
        until(lambda: not processes_of(scratch.root))
        assert sorted(path.name for path in paths.folder.iterdir()) == ["agents", "browser.lock", "filler"]
    finally:
        subprocess.run(["umount", "-l", str(paths.folder)], check=True)


UNATTENTIVE_PARENT = """
import subprocess
print(subprocess.Popen(["sleep", "600"]).pid, flush=True)
input()
"""


def test_a_firefox_that_has_ended_is_not_waited_for_until_its_parent_takes_note(scratch: Scratch) -> None:
    command = [sys.executable, "-c", UNATTENTIVE_PARENT]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        firefox = psutil.Process(int(there(parent.stdout).readline()))
        started = {"pid": firefox.pid, "created": firefox.create_time(), "headless": True, "firefox": "firefox"}
        write_private(SessionPaths("default").make().browser, json.dumps(started))
        done = Manager("default").stop()
        assert (done["stopped"], firefox.status()) == (True, psutil.STATUS_ZOMBIE)
        assert done["elapsedMs"] < BROWSER_STOP_MS
        parent.communicate("")
