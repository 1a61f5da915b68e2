"""Programs by fork from a process that has loaded them: a fifth of what a new Python costs, a thousand times a run.

What runs is what `python -m clz_native.host` or `python -m clz_cli` runs, in a process, a folder and an environment of
its own and on descriptors of its own. What a test says about starting, terminals or signals needs the real program.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, Literal, cast

Program = Literal["clz_native.host", "clz_cli"]
ROOT = Path(__file__).parents[2]
STATUS = struct.Struct("=i")
MOST_BYTES = 65_536  # of an environment

RUNTIME_DIRS: dict[int, str] = {}
"""The runtime folders of those that nobody has waited for, by process id: the system has only their template's."""


class Forked:
    """The process of a program, with as much of `subprocess.Popen` as tests need of it.

    Its standard streams are pipes unless `streams`, three descriptors, are given.
    """

    def __init__(
        self,
        program: Program,
        env: Mapping[str, str],
        words: Sequence[str] = (),
        cwd: str | os.PathLike[str] | None = None,
        streams: Sequence[int] | None = None,
    ) -> None:
        ours: tuple[int, ...] = ()
        piped = streams is None
        if streams is None:
            ours, streams = zip(*(_ends(number) for number in range(3)), strict=True)
        self._ended, ended = os.pipe()
        order = {"words": list(words), "env": dict(env), "cwd": os.fspath(cwd or os.getcwd())}
        _template(program).send(json.dumps(order).encode(), [*streams, ended])
        for descriptor in (*(streams if piped else ()), ended):
            os.close(descriptor)
        (self.pid,) = STATUS.unpack(os.read(self._ended, STATUS.size))
        RUNTIME_DIRS[self.pid] = env.get("CLZ_RUNTIME_DIR", "")
        stdin, stdout, stderr = (
            (os.fdopen(end, "rb" if at else "wb") for at, end in enumerate(ours)) if ours else [None] * 3
        )
        self.stdin = cast("IO[bytes] | None", stdin)
        self.stdout = cast("IO[bytes] | None", stdout)
        self.stderr = cast("IO[bytes] | None", stderr)
        self.args = [program, *words]
        self.returncode: int | None = None

    def fileno(self) -> int:
        """What `select` finds ready once it has ended."""
        return self._ended

    def poll(self) -> int | None:
        return self._take(0)

    def wait(self, timeout: float | None = None) -> int:
        if (code := self._take(timeout)) is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
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
            RUNTIME_DIRS.pop(self.pid, None)
        return self.returncode


def _ends(number: int) -> tuple[int, int]:
    """A pipe for a standard stream: our end and its."""
    reads, writes = os.pipe()
    return (writes, reads) if number == 0 else (reads, writes)


class _Template:
    """The process that forks; it ends with this one."""

    def __init__(self, program: Program) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {name: value for name, value in os.environ.items() if not name.startswith("CLZ_")}  # it is of no home
        command = [sys.executable, "-m", "tests.running.forked", program, str(theirs.fileno())]
        self._process = subprocess.Popen(command, env=env, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(self._end)

    def send(self, message: bytes, descriptors: list[int]) -> None:
        assert len(message) < MOST_BYTES, "too much for one message: start the real program"
        socket.send_fds(self._socket, [message], descriptors)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()


@cache
def _template(program: Program) -> _Template:
    return _Template(program)


def _load(program: str) -> Callable[[], None]:
    """Load what the program needs, and nothing that depends on who runs it."""
    if program == "clz_native.host":
        from clz_native import main as host

        return host.main
    from clz_cli.main import main
    from clz_cli.warm import server
    from clz_mcp_adapter.server import sdk

    server.load()
    sdk.load()
    return main


def _serve(program: str, connection: socket.socket) -> None:
    main = _load(program)
    gc.collect()
    gc.freeze()  # forks share its memory
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
            _become(main, program, json.loads(message), descriptors, inherited)
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


def _become(
    main: Callable[[], None], program: str, order: dict[str, Any], descriptors: list[int], inherited: list[int]
) -> None:
    """Be the program, and end as a Python does that has run it."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, stream in enumerate(descriptors[:3]):
            os.dup2(stream, number)
        for descriptor in (*descriptors, *inherited):
            os.close(descriptor)
        sys.stdin, sys.stdout, sys.stderr = _standard_files()
        os.environ.clear()
        os.environ.update(order["env"])
        os.chdir(order["cwd"])
        sys.argv = [f"{program}/__main__.py", *order["words"]]
        _take_parent()
        gc.enable()
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


def _standard_files() -> tuple[IO[str], IO[str], IO[str]]:
    """As Python makes them at its start, where none is a terminal."""
    return (
        open(0, closefd=False),
        open(1, "w", closefd=False),
        open(2, "w", buffering=1, errors="backslashreplace", closefd=False),
    )


def _take_parent() -> None:
    """Be a child of who asked for it: agents are told apart by the processes that they are started by.

    The warm process, which may run the command, is told of that parent too.
    """
    asked = int(Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1])
    os.getppid = lambda: asked


if __name__ == "__main__":
    _serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
