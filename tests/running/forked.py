"""Host processes by fork from one that has loaded them: a fifth of what a new Python costs, two hundred times a run.

What runs is what `python -m clz_native.host` runs, in a process, an environment and on descriptors of its own.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import IO, cast

ROOT = Path(__file__).parents[2]
STATUS = struct.Struct("=i")
MOST_BYTES = 65_536  # of an environment

HOSTS: dict[int, str] = {}
"""The runtime folders of those that nobody has waited for, by process id: the system has only their template's."""


class ForkedHost:
    """A host's process, with as much of `subprocess.Popen` as tests need of it."""

    def __init__(self, env: Mapping[str, str]) -> None:
        ours, theirs = zip(*(_ends(number) for number in range(3)), strict=True)
        self._ended, ended = os.pipe()
        _template().send(json.dumps(dict(env)).encode(), [*theirs, ended])
        for descriptor in (*theirs, ended):
            os.close(descriptor)
        (self.pid,) = STATUS.unpack(os.read(self._ended, STATUS.size))
        HOSTS[self.pid] = env.get("CLZ_RUNTIME_DIR", "")
        self.stdin: IO[bytes] | None = cast("IO[bytes]", os.fdopen(ours[0], "wb"))
        self.stdout: IO[bytes] | None = cast("IO[bytes]", os.fdopen(ours[1], "rb"))
        self.stderr: IO[bytes] | None = cast("IO[bytes]", os.fdopen(ours[2], "rb"))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._take(0)

    def wait(self, timeout: float | None = None) -> int:
        if (code := self._take(timeout)) is None:
            raise subprocess.TimeoutExpired("clz_native.host", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _take(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._ended], [], [], timeout)[0]:
            (self.returncode,) = STATUS.unpack(os.read(self._ended, STATUS.size))
            os.close(self._ended)
            HOSTS.pop(self.pid, None)
        return self.returncode


def _ends(number: int) -> tuple[int, int]:
    """A pipe for a standard stream: our end and its."""
    reads, writes = os.pipe()
    return (writes, reads) if number == 0 else (reads, writes)


class _Template:
    """The process that forks; it ends with this one."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {name: value for name, value in os.environ.items() if not name.startswith("CLZ_")}  # it is of no home
        command = [sys.executable, "-m", "tests.running.forked", str(theirs.fileno())]
        self._process = subprocess.Popen(command, env=env, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(self._end)

    def send(self, message: bytes, descriptors: list[int]) -> None:
        socket.send_fds(self._socket, [message], descriptors)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()


@cache
def _template() -> _Template:
    return _Template()


def _serve(connection: socket.socket) -> None:
    from clz_native.host import main

    children: dict[int, int] = {}  # where each one's end is told, by its process id
    reaped, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready = select.select([connection.fileno(), reaped], [], [])[0]
        if reaped in ready:
            os.read(reaped, 4096)
            _tell_ends(children)
        if connection.fileno() not in ready:
            continue
        message, descriptors, _, _ = socket.recv_fds(connection, MOST_BYTES, 4)
        if not message:
            return
        if (pid := os.fork()) == 0:
            inherited = [connection.fileno(), reaped, wake, *children.values()]
            _become(main.main, json.loads(message), descriptors, inherited)
        *streams, ended = descriptors
        for stream in streams:
            os.close(stream)
        children[pid] = ended
        os.write(ended, STATUS.pack(pid))


def _tell_ends(children: dict[int, int]) -> None:
    while children:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        ended = children.pop(pid)
        os.write(ended, STATUS.pack(os.waitstatus_to_exitcode(status)))
        os.close(ended)


def _become(main: Callable[[], None], env: dict[str, str], descriptors: list[int], inherited: list[int]) -> None:
    """Be the host, and end as a Python does that has run it."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, stream in enumerate(descriptors[:3]):
            os.dup2(stream, number)
        for descriptor in (*descriptors, *inherited):
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = [sys.argv[0]]
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as a Python does
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
