"""The progress line, on a real terminal."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.hosts import HostProcess
from tests.support.scratch import CLZ, Scratch
from tests.support.waiting import until

ERASE = "\r\x1b[2K"


@pytest.fixture
def host(scratch: Scratch) -> Iterator[HostProcess]:
    """A host whose extension answers no wait, and takes its time for a ping."""

    def answer(message: dict[str, Any]) -> dict[str, Any] | None:
        if message["command"] == "ping":
            threading.Event().wait(1.5)
        return None if message["command"] == "waitFor" else {"pong": True}

    with HostProcess(scratch, answer) as process:
        yield process


class Terminal:
    """What is written to a terminal, as it comes."""

    def __init__(self) -> None:
        self.ours, self.theirs = pty.openpty()
        os.set_blocking(self.ours, False)
        self.said = ""

    def read(self) -> str:
        try:
            self.said += os.read(self.ours, 65536).decode()
        except OSError:
            pass
        return self.said

    def shown(self) -> str:
        """The line as it stands now."""
        return self.read().rpartition(ERASE)[2]


@contextmanager
def at_terminal(scratch: Scratch, *words: str, **env: str) -> Iterator[tuple[subprocess.Popen[bytes], Terminal]]:
    terminal = Terminal()
    process = subprocess.Popen(
        [*CLZ, *words], env={**scratch.env, **env}, stdout=subprocess.PIPE, stderr=terminal.theirs
    )
    try:
        yield process, terminal
    finally:
        process.kill()
        process.communicate()
        os.close(terminal.theirs)
        os.close(terminal.ours)


def test_a_long_wait_says_what_it_waits_for_and_leaves_nothing(host: HostProcess, scratch: Scratch) -> None:
    with at_terminal(scratch, "wait", ".never", COLUMNS="60") as (process, terminal):
        until(lambda: terminal.shown() == "Waiting for .never …")
        until(lambda: re.fullmatch(r"Waiting for \.never … \d+ s", terminal.shown()))
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(10) == 130
        assert terminal.shown() == ""
        assert "\n" not in terminal.read()


def test_a_long_or_hostile_text_fits_the_line(host: HostProcess, scratch: Scratch) -> None:
    with at_terminal(scratch, "wait", "--text", "\x1b]0;x\x07" + "y" * 200, COLUMNS="40") as (_, terminal):
        until(terminal.shown)
        assert len(terminal.shown()) < 40
        assert "\x1b" not in terminal.shown()


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("option", "told"), [("--quiet", False), ("--json", False), ("--no-json", True)])
def test_nobody_is_told_who_wants_none(host: HostProcess, scratch: Scratch, option: str, told: bool) -> None:
    with at_terminal(scratch, "ping", option) as (process, terminal):
        assert process.wait(20) == 0
        assert (ERASE in terminal.read()) is told
        assert terminal.shown() == ""


def test_what_is_quick_says_nothing(host: HostProcess, scratch: Scratch) -> None:
    with at_terminal(scratch, "version") as (process, terminal):
        assert process.wait(20) == 0
        assert terminal.read() == ""


def test_no_thread_and_no_line_where_stderr_is_no_terminal(host: HostProcess, scratch: Scratch) -> None:
    first = "import sys; from clz_cli.line import run; run(['ping'])"
    code = f"{first}; assert 'clz_cli.output.progress' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], env=scratch.env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
