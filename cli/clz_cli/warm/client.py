"""The client of the warm process: what `clz` is where there is one. Loads next to nothing."""

from __future__ import annotations

import os
import sys

from clz_cli.warm import given

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from _socket import socket
else:
    import _signal as signal

WAIT_S = 0.05  # for a sign of life; without one the command is run here, which takes longer
INSIST_S = 10.0  # the same with CLZ_WARM=wait
FORK_S = 0.25  # from there to a fork that is ready, on a machine under load


def run_there(arguments: list[str]) -> int | None:
    """Run this command in the warm process; None if there is none that can, and nothing was done."""
    if os.environ.get("CLZ_WARM") == "0" or arguments == ["hook"]:
        return None
    try:
        path = given.socket_path(_session(arguments))
        if not path or not os.path.exists(path) or _in_background():
            return None
        return _run(path)
    except (OSError, ImportError, AttributeError, ValueError):  # a closed standard file, a system without such sockets
        return None


def _in_background() -> bool:
    """True if a terminal is ours, but not now: it may stop us, but no process of another session.

    A process that is put into the background later reads no terminal either: see `NEEDS_TERMINAL`.
    """
    for number in (0, 1, 2):
        try:
            if os.tcgetpgrp(number) != os.getpgrp():
                return True
        except OSError:  # no terminal, or not ours
            continue
    return False


def _session(arguments: list[str]) -> str:
    """Probably the session; whose warm process it is makes no difference to the command."""
    for at, word in enumerate(arguments):
        if word == "--session" and at + 1 < len(arguments):
            return arguments[at + 1]
        if word.startswith("--session="):
            return word.partition("=")[2]
    return os.environ.get("CLZ_SESSION") or "default"


def _run(path: str) -> int | None:
    import _socket

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(INSIST_S if os.environ.get("CLZ_WARM") == "wait" else WAIT_S)
        connection.connect(path)
        if peer_of(connection) != os.geteuid():
            return None
        if connection.recv(1) != given.ACCEPTED:
            return None
        connection.settimeout(max(FORK_S, connection.gettimeout() or 0))
        ready = connection.recv(1 + given.INT_BYTES)
        if ready[:1] != given.READY or len(ready) != 1 + given.INT_BYTES:
            return None
        connection.settimeout(None)
        # A Ctrl-Z that came before it can be passed on would stop us alone.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTSTP])
        _give(connection)
        before = _handlers()
        try:  # from here on the command is run there, and nowhere else unless the fork itself says so
            if connection.recv(1) != given.BEGINS:
                return None
            woken = _pass_on(int.from_bytes(ready[1:], "big"))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTSTP])
            code = _result(connection, woken)
            if code is None:
                _restore(before)
            return code
        except (OSError, ValueError) as problem:
            return _lost(str(problem))
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTSTP])
        connection.close()


def _give(connection: socket) -> None:
    import _socket

    folder = os.open(".", os.O_RDONLY)
    try:
        descriptors = b"".join(fd.to_bytes(given.INT_BYTES, sys.byteorder) for fd in (0, 1, 2, folder))
        data = given.pack()
        sent = connection.sendmsg([data], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, descriptors)])
    finally:
        os.close(folder)
    if sent < len(data):  # a fork that has all of it may have done its work and be gone by now
        connection.sendall(data[sent:])


def _result(connection: socket, woken: int) -> int | None:
    """The exit code; None if the command is to be run here after all: it reads the terminal."""
    import select

    poll = select.poll()
    poll.register(connection, select.POLLIN)
    poll.register(woken, select.POLLIN)
    answer = b""
    while len(answer) < 1 + given.INT_BYTES:
        # A signal that comes just before we wait would otherwise wait with us: Python runs its handler later.
        if (woken, select.POLLIN) in poll.poll():
            os.read(woken, 4096)
            continue
        data = connection.recv(1 + given.INT_BYTES - len(answer))
        if not data:
            return _lost("it was killed")
        answer += data
    if answer[:1] == given.NEEDS_TERMINAL:
        return None
    number = int.from_bytes(answer[1:], "big")
    if answer[:1] == given.SIGNALLED:  # as our parent would have seen it
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return number


LOST_HINT = "hint: Whether it was done is not known: look before you run it again."


def _lost(why: str) -> int:
    said = f"error: the process that ran this command is lost: {why}. [INTERNAL]\n{LOST_HINT}\n"
    os.write(2, said.encode())
    return 1


def peer_of(connection: socket) -> int:
    """The user whose process is at the other end; -1 where the system does not say."""
    import _socket

    if hasattr(_socket, "SO_PEERCRED"):
        said = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 3 * given.INT_BYTES)  # struct ucred
    else:  # LOCAL_PEERCRED of macOS and the BSDs
        said = connection.getsockopt(0, 1, 76)  # struct xucred
    return int.from_bytes(said[given.INT_BYTES : 2 * given.INT_BYTES], sys.byteorder)


def _pass_on(pid: int) -> int:
    """Pass signals on to the fork. Returns a descriptor that can be read whenever a signal has come."""
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)

    def pass_on(number: int, _frame: object) -> None:
        _kill(pid, number)

    def stop(_number: int, _frame: object) -> None:
        _kill(pid, signal.SIGSTOP)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)  # stopped here until somebody continues us
        signal.signal(signal.SIGTSTP, stop)
        _kill(pid, signal.SIGCONT)

    for number in given.PASSED_ON:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, pass_on)
    if signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN:
        signal.signal(signal.SIGTSTP, stop)
    return woken


def _handlers() -> dict[int, object]:
    return {number: signal.getsignal(number) for number in (*given.PASSED_ON, signal.SIGTSTP)}


def _restore(handlers: dict[int, object]) -> None:
    signal.set_wakeup_fd(-1)
    for number, handler in handlers.items():
        signal.signal(number, handler)  # type: ignore[arg-type]


def _kill(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:  # it has ended meanwhile
        pass
