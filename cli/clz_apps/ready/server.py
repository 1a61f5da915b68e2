"""A server that was started for a while: what it says, and the end of all that it has started.

Its processes are known by three signs, for each can be lost: they descend from the one that was started, they are in
its process group, or they have inherited a variable with a name of its own. So a grandchild that became a daemon is
ended too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import IO

import psutil

from clz_apps.ready.said import LINE_CHARS, LINES, Said, clean
from clz_core.client.processes import descendants, every_process, is_alive
from clz_core.contract.deadline import Deadline

GRACE_S = 3.0  # from the signal to end to that which kills
KILLED_S = 2.0
KILLS = 5  # rounds: a process that starts others as fast as they are killed, or that no signal ends, is left at last
SAID_S = 0.5  # for the last words of a server that has ended; another process may still hold its pipe
POLL_S = 0.02


class Server:
    """A command line, run by sh in a process group of its own. `shown` leaves its output to our own."""

    def __init__(self, line: str, shown: bool = False) -> None:
        self.line = line
        self._sign = f"CLZ_READY_{os.urandom(8).hex()}"
        self._said: deque[str] = deque(maxlen=LINES)
        self.file = Said()
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", line],
            env={**os.environ, self._sign: "1"},
            stdin=subprocess.PIPE,  # servers that build as they go end with their input
            stdout=None if shown else subprocess.PIPE,
            stderr=None if shown else subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._reader.start()

    @property
    def code(self) -> int | None:
        """Its exit code, as a shell tells it; None while it runs."""
        code = self.process.poll()
        return code if code is None else exit_code(code)

    def said(self) -> list[str]:
        """The last lines of its output."""
        if self.code is not None:
            self._reader.join(SAID_S)
        return [line for line in list(self._said) if line]

    def end(self) -> None:
        """End it with all that it has started: asked first, killed if that is not heeded."""
        end(self._processes(), GRACE_S)
        for _ in range(KILLS):
            if not (left := self._processes()):  # what was started meanwhile
                break
            end(left, 0)
        self.process.poll()
        self._reader.join(SAID_S)
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.file.remove()

    def _processes(self) -> list[psutil.Process]:
        found = {process.pid: process for process in family(self.process.pid)}
        for process in every_process():
            if process.pid not in found and self._is_own(process):
                found |= {each.pid: each for each in family(process.pid)}
        return [process for process in found.values() if is_alive(process)]

    def _is_own(self, process: psutil.Process) -> bool:
        try:
            return os.getpgid(process.pid) == self.process.pid or self._sign in process.environ()
        except (OSError, psutil.Error):
            return False

    def _read(self, pipe: IO[bytes] | None) -> None:
        """Keep the last lines, however much comes and however long a line is."""
        line = b""
        while pipe is not None and (piece := os.read(pipe.fileno(), 65_536)):
            self.file.add(piece)
            *whole, line = (line + piece).split(b"\n")
            self._said.extend(clean(each) for each in whole[-LINES:])
            line = line[-LINE_CHARS * 4 :]
        if line:
            self._said.append(clean(line))
        if pipe is not None:
            pipe.close()


def end(processes: Iterable[psutil.Process], grace_s: float) -> None:
    """Ask processes to end, and kill those that have not after `grace_s`."""
    left = list(processes)
    if grace_s:
        _signal(left, signal.SIGTERM)
        left = _living(left, grace_s)
    _signal(left, signal.SIGKILL)
    _living(left, KILLED_S)


def family(pid: int) -> list[psutil.Process]:
    """A process and all that descend from it."""
    try:
        head = psutil.Process(pid)
        return [head, *descendants(head)]
    except psutil.Error:
        return []


def exit_code(code: int) -> int:
    """An exit code as shells tell it: 128 and the signal's number for what a signal has ended."""
    return 128 - code if code < 0 else code


def _living(processes: list[psutil.Process], patience_s: float) -> list[psutil.Process]:
    """Those that live when all have ended, or the time is up."""
    deadline = Deadline.after(patience_s * 1000)
    while (left := [process for process in processes if is_alive(process)]) and not deadline.passed:
        time.sleep(POLL_S)
    return left


def _signal(processes: list[psutil.Process], number: int) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.send_signal(number)
