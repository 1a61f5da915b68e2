"""What a fork of the warm process does: it takes what a command was given, and becomes it."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, NamedTuple

from clz_apps import connections
from clz_cli.main import in_process
from clz_cli.warm import given
from clz_cli.warm.standby import Caller
from clz_core.client import processes

if TYPE_CHECKING:
    from clz_core.client import Client

NOT_MINE = 74  # exit code of forks that ran nothing
WORD = given.INT_BYTES


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


class NeedsTerminal(BaseException):
    """The command is about to read a terminal, which is for a process of that terminal's own session."""


class Terminal(io.FileIO):
    """Standard input that is a terminal. A shell's job control has to hold its reader, and a fork is not a job.

    Commands read their input before they send anything, so that the client can still run them.
    """

    def fileno(self) -> int:
        raise NeedsTerminal

    def readinto(self, _buffer: object) -> int:
        raise NeedsTerminal

    def readall(self) -> bytes:
        raise NeedsTerminal


def become(client: socket.socket, server: socket.socket, ahead: Client | None, greets: bool) -> int:
    """Take what the client was given, run its command, and tell it how that ended.

    The `server` learns who calls. `ahead` may be connected to the host; `greets` if the client was not accepted yet.
    """
    client.setblocking(True)
    if peer_of(client) != os.geteuid():
        return NOT_MINE
    client.sendall((given.ACCEPTED if greets else b"") + given.READY + os.getpid().to_bytes(WORD, "big"))
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
    if wanted.kind != given.kind() or _is_local(wanted.arguments[1:]):
        client.sendall(given.NOT_MINE)
        return NOT_MINE
    _take_over(wanted, descriptors)
    client.sendall(given.BEGINS)
    _take_environment(wanted.environment)

    def told(session: str, agent: str) -> None:
        with contextlib.suppress(OSError):  # it is gone
            server.sendall(Caller.now(session, agent).line)

    connections.keep_for_good(ahead, told)
    try:
        code, said = in_process(sys.argv[1:]), given.ENDED
    except NeedsTerminal:
        code, said = NOT_MINE, given.NEEDS_TERMINAL
    _close_standard_files()
    with contextlib.suppress(OSError):
        client.sendall(said + code.to_bytes(WORD, "big"))
    return code


def peer_of(connection: socket.socket) -> int:
    """The user whose process is at the other end; -1 where the system does not say."""
    if hasattr(socket, "SO_PEERCRED"):
        said = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 3 * WORD)  # struct ucred
    else:  # LOCAL_PEERCRED of macOS and the BSDs
        said = connection.getsockopt(0, 1, 76)  # struct xucred
    return int.from_bytes(said[WORD : 2 * WORD], sys.byteorder)


def rehearse() -> None:
    """Take what a client gives, once, from nobody: see `rehearsal`."""
    entries = [name + b"=" + value for name, value in os.environb.items()]
    files = (b"utf-8", b"strict", b"0") * 3
    nobodys = unpack(b"\0".join((b"", b"1", b"1", b"18", b"13", *files, b"3", b"clz", b"click", b"x", *entries)))
    _is_local(nobodys.arguments[1:])
    _take_environment(nobodys.environment)
    for number in range(3):
        _stream(number, *nobodys.streams[3 * number : 3 * number + 3])


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
    """True for what `clz` does itself, which may ask at the terminal, start processes and live long, or may be that."""
    from clz_cli.lines.direct import from_name_on
    from clz_core.contract.commands import COMMANDS

    if not arguments:  # as for what Tab asks
        return False
    if arguments[-1:] in ([b"--help"], [b"-h"]) and not any(word.startswith(b"-") for word in arguments[:-1]):
        return False
    words = [word for word in from_name_on([os.fsdecode(word) for word in arguments]) if not word.startswith("-")]
    command = COMMANDS.by_cli(" ".join(words[:2])) or COMMANDS.by_cli(" ".join(words[:1]))
    if command is None:
        from clz_cli.parser.foreign.synonyms import meant

        line = meant(words)
        found = line if isinstance(line, list) else []
        command = COMMANDS.by_cli(" ".join(found[:2])) or COMMANDS.by_cli(" ".join(found[:1]))
    return command is None or command.runs == "local"


def _take_over(wanted: Given, descriptors: list[int]) -> None:
    for number in given.MAY_BE_IGNORED:
        signal.signal(number, signal.SIG_IGN if number in wanted.ignored else signal.SIG_DFL)
    if signal.SIGINT not in wanted.ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # Python's default
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
    processes.stand_for(wanted.pid, wanted.ppid)


def _close_standard_files() -> None:
    """Readers of what the command wrote wait for their end, and giving back a fork's memory takes long."""
    for number in range(3):
        with contextlib.suppress(OSError):
            os.close(number)


def _take_environment(entries: list[bytes]) -> None:
    """Have this environment and nothing else: mostly it is ours already, and each change is a call of the system's."""
    theirs = {name: value for name, _, value in (entry.partition(b"=") for entry in entries)}
    for name in os.environb.keys() - theirs.keys():
        del os.environb[name]
    for name, value in theirs.items():
        if os.environb.get(name) != value:
            os.environb[name] = value


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
