"""The warm process: one thread that waits for commands and forks for each. Its standard input is its life line.

`python -m clz_cli.warm.server SOCKET`; it ends when its standard input does, and so with the host that started it,
however that ends. A fork reads what the command was given and becomes it. A file of clz that has changed since has the
next command run elsewhere and this process begin again.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import select
import signal
import socket
import sys
from collections.abc import Iterable
from typing import NamedTuple, NoReturn

import clz_cli
import clz_core
from clz_cli.warm import given

NOT_MINE = 74  # exit code of forks that ran nothing
BACKLOG = 128
WORD = given.INT_BYTES
LATE = (  # what commands load only when they need it
    "clz_cli.complete",
    "clz_cli.failures",
    "clz_cli.help",
    "clz_cli.line",
    "clz_cli.output.progress",
    "clz_cli.run",
    "clz_cli.then",
    "clz_core.client.agent_session",
    "hashlib",
    "shlex",
    "typer._click.decorators",
)


class Given(NamedTuple):
    """What a client was given, but for the descriptors.

    `streams` says how its standard files are read and written, `kind` who can run its command.
    """

    kind: bytes
    pid: int
    ppid: int
    umask: int
    ignored: tuple[int, ...]
    streams: tuple[bytes, ...]
    arguments: list[bytes]
    environment: list[bytes]


class Elsewhere(BaseException):
    """The command is about to read a terminal, which is for a process of that terminal's own session."""


class Terminal(io.FileIO):
    """Standard input that is a terminal. A shell's job control has to hold whoever reads it, and a fork is no job.

    Commands read their input before they send anything, so that the client can still run them.
    """

    def fileno(self) -> int:
        raise Elsewhere

    def readinto(self, _buffer: object) -> int:
        raise Elsewhere

    def readall(self) -> bytes:
        raise Elsewhere


class Files:
    """The files that this process was loaded from, and those of clz that a fork may load yet.

    clz's own are looked at before they are loaded: what is replaced meanwhile has changed too.
    """

    def __init__(self) -> None:
        self._stamps = _stamps(
            os.path.join(folder, name)
            for package in (clz_cli, clz_core)
            for folder, _, names in os.walk(os.path.dirname(package.__file__ or ""))
            for name in names
            if name.endswith(".py")
        )

    def add_loaded(self) -> None:
        """All that was loaded but for Python itself, which `given.kind` knows, and the folders it is in."""
        python = os.path.dirname(os.__file__) + os.sep
        paths = {module.__file__ or "" for module in sys.modules.values() if hasattr(module, "__file__")}
        others = {path for path in paths if path and (not path.startswith(python) or "-packages" in path)}
        found = others | {os.path.dirname(path) for path in others}
        self._stamps |= _stamps(found - self._stamps.keys())

    @property
    def changed(self) -> bool:
        return any(_stamp(path) != stamp for path, stamp in self._stamps.items())


def _stamps(paths: Iterable[str]) -> dict[str, tuple[int, ...]]:
    return {path: _stamp(path) for path in paths}


def _stamp(path: str) -> tuple[int, ...]:
    """What tells a file from another in its place: an installer may give it any time but that of its change."""
    try:
        info = os.stat(path)
    except OSError:
        return ()
    return (info.st_ctime_ns, info.st_mtime_ns, info.st_ino)


def load() -> None:
    """All that commands need, but nothing that depends on who runs them."""
    from clz_cli import app
    from clz_cli.commands import handler_of
    from clz_core.contract.commands import COMMANDS
    from clz_core.text import display

    for name in LATE:
        importlib.import_module(name)
    for command in COMMANDS:
        if command.runs != "local":
            handler_of(command)
    app.build_all()
    display.line("")  # its expressions, which take as long as a click to compile
    display.block("")


class Server:
    def __init__(self, path: str, files: Files) -> None:
        self._path = path
        self._files = files
        self._listener = listen(path)
        self._poll = select.poll()
        self._clients: dict[int, socket.socket] = {}  # by the fork that runs their command
        self._running = True
        waker, self._woken = socket.socketpair()
        for end in (waker, self._woken):
            end.setblocking(False)
        self._waker = waker
        signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self.stop())
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's, where the host was started in one
        for file in (0, self._listener, self._woken):
            self._poll.register(file, select.POLLIN)

    def stop(self) -> None:
        self._running = False

    def run(self) -> None:
        own = {0, self._listener.fileno(), self._woken.fileno()}
        while self._running:
            ready = {descriptor for descriptor, _ in self._poll.poll()}
            # First those who left: a descriptor that is closed below may at once be another's.
            for descriptor in ready - own:
                self._left(descriptor)
            if 0 in ready:
                self._running = bool(os.read(0, 1024))
            if self._listener.fileno() in ready:
                self._accept()
            if self._woken.fileno() in ready:
                self._reap()
        with contextlib.suppress(OSError):
            os.unlink(self._path)

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        stale = self._files.changed
        try:
            if not stale:
                client.send(b"A")  # before the fork, whose word comes next
            pid = -1 if stale else os.fork()
        except OSError:  # no means: the client does without
            pid = -1
        if pid == 0:
            self._become(client)
        if pid > 0:
            self._clients[pid] = client
            self._poll.register(client, 0)  # for its end: what it says is for the fork
            return
        client.close()
        if stale:
            self._begin_again()

    def _left(self, descriptor: int) -> None:
        """The client is gone, and so is its command."""
        self._poll.unregister(descriptor)
        for pid, client in self._clients.items():
            if client.fileno() == descriptor:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def _reap(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._woken.recv(4096)
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            client = self._clients.pop(pid, None)
            if client is None:  # it was begun before this process began again
                continue
            if os.WIFSIGNALED(status):
                with contextlib.suppress(OSError):
                    client.sendall(b"S" + os.WTERMSIG(status).to_bytes(WORD, "big"))
            with contextlib.suppress(KeyError):
                self._poll.unregister(client)
            client.close()

    def _begin_again(self) -> None:
        os.execv(sys.executable, [sys.executable, "-m", "clz_cli.warm.server", self._path])  # noqa: S606

    def _become(self, client: socket.socket) -> NoReturn:
        """Be the command, in a fork."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            self._listener.close()
            self._waker.close()
            self._woken.close()
            for other in self._clients.values():
                other.close()
            code = become(client)
        finally:
            os._exit(code)


def listen(path: str) -> socket.socket:
    """A socket of ours alone, in the folder of a session; it replaces that of a process that is gone."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        listener.bind(path)
    finally:
        os.umask(mask)
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener


def become(client: socket.socket) -> int:
    """Take what the client was given, run its command, and tell it how that ended."""
    client.setblocking(True)
    if _peer(client) != os.geteuid():
        return NOT_MINE
    client.sendall(b"R" + os.getpid().to_bytes(WORD, "big"))
    data, descriptors, _, _ = socket.recv_fds(client, WORD, 4)
    if len(data) < WORD or len(descriptors) != 4:
        return NOT_MINE
    size = int.from_bytes(data, "big")
    if size > given.MAX_BYTES:
        return NOT_MINE
    body = bytearray()
    while len(body) < size:
        more = client.recv(size - len(body))
        if not more:
            return NOT_MINE
        body += more
    wanted = unpack(bytes(body))
    if wanted.kind not in (given.kind(), *given.launched()) or _is_local(wanted.arguments[1:]):
        client.sendall(b"N")
        return NOT_MINE
    _take_over(wanted, descriptors)
    client.sendall(b"G")
    os.environ.clear()
    for entry in wanted.environment:
        name, _, value = entry.partition(b"=")
        os.environb[name] = value
    from clz_cli.main import in_process

    try:
        code, said = in_process(sys.argv[1:]), b"X"
    except Elsewhere:
        code, said = NOT_MINE, given.ELSEWHERE
    with contextlib.suppress(OSError):
        client.sendall(said + code.to_bytes(WORD, "big"))
    return code


def unpack(body: bytes) -> Given:
    """Raises: ValueError."""
    kind, pid, ppid, umask, ignored, *rest = body.split(b"\0")
    streams, count, rest = tuple(rest[:9]), int(rest[9]), rest[10:]
    return Given(
        kind,
        int(pid),
        int(ppid),
        int(umask),
        tuple(int(number) for number in ignored.split(b",") if number),
        streams,
        rest[:count],
        rest[count:],
    )


def _is_local(arguments: list[bytes]) -> bool:
    """True for what `clz` does itself: it may ask at the terminal, start processes and live long."""
    from clz_core.contract.commands import COMMANDS

    if arguments[-1:] in ([b"--help"], [b"-h"]) and not any(word.startswith(b"-") for word in arguments[:-1]):
        return False
    words = [os.fsdecode(word) for word in arguments if not word.startswith(b"-")]
    named = (COMMANDS.by_cli(" ".join(words[at : at + 2])) or COMMANDS.by_cli(word) for at, word in enumerate(words))
    command = next((command for command in named if command is not None), None)
    if command is None:
        from clz_cli.synonyms import meant

        found = next((line for at in range(len(words)) if isinstance(line := meant(words[at:]), list)), [])
        command = COMMANDS.by_cli(" ".join(found[:2])) or COMMANDS.by_cli(" ".join(found[:1]))
    return command is not None and command.runs == "local"


def _take_over(wanted: Given, descriptors: list[int]) -> None:
    for number in given.MAY_BE_IGNORED:
        signal.signal(number, signal.SIG_IGN if number in wanted.ignored else signal.SIG_DFL)
    if signal.SIGINT not in wanted.ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python has it
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for target, descriptor in enumerate(descriptors[:3]):
        os.dup2(descriptor, target, inheritable=True)
    os.fchdir(descriptors[3])
    for descriptor in descriptors:
        os.close(descriptor)
    os.umask(wanted.umask)
    sys.argv[:] = [os.fsdecode(word) for word in wanted.arguments]
    files = [_stream(number, *wanted.streams[3 * number : 3 * number + 3]) for number in range(3)]
    sys.stdin, sys.stdout, sys.stderr = files
    for name, file in zip(("__stdin__", "__stdout__", "__stderr__"), files, strict=True):
        setattr(sys, name, file)
    from clz_core.client import processes

    processes.stand_for(wanted.pid, wanted.ppid)


def _stream(number: int, encoding: bytes, errors: bytes, write_through: bytes) -> io.TextIOWrapper:
    """A standard file, as Python makes it at its start."""
    kind = Terminal if number == 0 and os.isatty(number) else io.FileIO
    raw = kind(number, "r" if number == 0 else "w", closefd=False)
    raw.name = ("<stdin>", "<stdout>", "<stderr>")[number]
    buffered = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
    return io.TextIOWrapper(
        buffered,
        encoding.decode(),
        errors.decode(),
        newline=None if number == 0 else "\n",
        line_buffering=number == 2 or raw.isatty(),
        write_through=write_through == b"1",
    )


def _peer(client: socket.socket) -> int:
    from clz_cli.warm.client import _peer as peer

    return peer(client)


def main() -> None:
    path = sys.argv[1]
    files = Files()
    load()
    files.add_loaded()
    server = Server(path, files)
    gc.collect()
    gc.freeze()  # what is loaded stays as it is: forks then share its memory
    gc.disable()
    server.run()


if __name__ == "__main__":
    main()
