"""The warm process: one thread that keeps a fork on standby for the next command. Its standard input is its lifeline.

`python -m clz_cli.warm.server SOCKET`; it ends when its standard input does, and so with the host that started it,
however that ends. The standby fork takes the next client by itself (`standby`); until the one after it is ready,
this process takes clients and forks for each (`replacement` says when it is made). A fork reads what the command was
given and becomes it (`fork`). If a file of clz has changed since, the next command is run elsewhere and this process
begins again.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import signal
import socket
import sys
import time
from typing import NamedTuple, NoReturn

from clz_cli.warm import given, standby
from clz_cli.warm.files import Files
from clz_cli.warm.fork import WORD, become
from clz_cli.warm.fork import rehearse as rehearse_taking
from clz_cli.warm.rehearsal import rehearse
from clz_cli.warm.replacement import Replacement
from clz_cli.warm.standby import Caller

BACKLOG = 128
MOST_SAID = 64 * 1024
LATE = (  # what commands load only when they need it
    "clz_cli.complete",
    "clz_cli.failures",
    "clz_cli.parser.help",
    "clz_cli.line",
    "clz_cli.output.progress",
    "clz_cli.lines.run",
    "clz_cli.lines.then",
    "clz_core.client.agent_session",
    "hashlib",
    "shlex",
    "typer._click.decorators",
)


def load() -> None:
    """All that commands need, but nothing that depends on who runs them."""
    from clz_cli.commands import handler_of
    from clz_cli.lines import app
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
    given.kind()


class Fork(NamedTuple):
    """A fork: what it says to us, and whose command it runs."""

    words: socket.socket
    client: socket.socket | None = None


class Server:
    """Forks by their number; that of `standby` has no client yet."""

    def __init__(self, path: str, files: Files) -> None:
        self._path = path
        self._files = files
        self._listener = listen(path)
        self._poll = select.poll()
        self._forks: dict[int, Fork] = {}
        self._standby: int | None = None
        self._ready = False  # it takes the next client by itself
        self._replacement = Replacement()
        self._unsure = True  # whether a fork may have read reports of changed files in our place
        self._caller: Caller | None = None
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
        while self._running:
            wait_s = None if self._standby is not None else self._replacement.wait_s(time.monotonic())
            heard = self._poll.poll(None if wait_s is None else wait_s * 1000)
            if heard:
                self._hear({descriptor for descriptor, _ in heard})
            elif wait_s is not None:
                self._have_one_stand_by()
        with contextlib.suppress(OSError):
            os.unlink(self._path)

    def _hear(self, ready: set[int]) -> None:
        # Descriptors are closed last, by `_reap`: one that is ready would otherwise be another's by then.
        for pid, fork in list(self._forks.items()):
            if fork.client is not None and fork.client.fileno() in ready:
                self._left(pid, fork.client)
        for pid, fork in list(self._forks.items()):
            if fork.words.fileno() in ready:
                self._said(pid, fork)
        if 0 in ready:
            self._running = bool(os.read(0, 1024))
        if self._listener.fileno() in ready and not self._ready:
            self._accept()
        if self._woken.fileno() in ready:
            self._reap()

    def _have_one_stand_by(self) -> None:
        self._replacement.made()
        if self._files.changed if self._unsure else self._files.may_have_changed:
            self._begin_again()
        self._unsure = False
        self._standby = self._fork(None)

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        stale = self._files.may_have_changed
        try:
            if not stale:
                client.send(given.ACCEPTED)  # before the fork, whose word comes next
            if not stale and self._fork(client) is not None:
                self._begun()
                return
        except OSError:  # the client is gone
            pass
        client.close()
        if stale:
            self._begin_again()

    def _fork(self, client: socket.socket | None) -> int | None:
        """The number of a fork that runs a client's command, or is on standby; None where none can be made."""
        try:
            ours, theirs = socket.socketpair()
            pid = os.fork()
        except OSError:
            return None
        if pid == 0:
            ours.close()
            self._be_forked(theirs, client)
        theirs.close()
        ours.setblocking(False)
        self._forks[pid] = Fork(ours, client)
        self._poll.register(ours, select.POLLIN)
        if client is not None:
            self._poll.register(client, 0)  # for its end: what it says is for the fork
        return pid

    def _said(self, pid: int, fork: Fork) -> None:
        """A fork has sent something, or has ended."""
        try:
            said, descriptors, _, _ = socket.recv_fds(fork.words, MOST_SAID, 1)
        except BlockingIOError:
            return
        except OSError:
            said, descriptors = b"", []
        if not said:
            with contextlib.suppress(KeyError):
                self._poll.unregister(fork.words)
            return
        for line in said.splitlines(keepends=True):
            match line:
                case standby.READY:
                    self._take_turns(ready=pid == self._standby)
                case standby.TAKEN:
                    os.set_inheritable(descriptors[0], False)  # it ends with us, if we begin again
                    self._forks[pid] = fork._replace(client=socket.socket(fileno=descriptors[0]))
                    self._poll.register(descriptors[0], 0)
                    self._dismiss(pid)
                    self._begun()
                case standby.CHANGED:
                    self._begin_again()
                case _:
                    self._called(Caller.of(line))

    def _begun(self) -> None:
        """A client has come."""
        clients = sum(fork.client is not None for fork in self._forks.values())
        self._replacement.begun(time.monotonic(), alone=clients == 1)

    def _called(self, caller: Caller) -> None:
        """Keep the next one on standby for this caller."""
        useless = self._standby is not None and caller != self._caller
        if self._standby is not None and useless:
            self._forks[self._standby].words.shutdown(socket.SHUT_WR)  # its own last word is still heard
            self._dismiss(self._standby)
        self._caller = caller
        self._replacement.called(at_once=useless)

    def _dismiss(self, pid: int) -> None:
        """It is no longer on standby."""
        if self._standby == pid:
            self._standby = None
            self._take_turns(ready=False)

    def _take_turns(self, ready: bool) -> None:
        """Leave clients to the standby fork, or take them here."""
        self._ready = ready
        if ready:
            self._poll.unregister(self._listener)
        else:
            self._poll.register(self._listener, select.POLLIN)

    def _left(self, pid: int, client: socket.socket) -> None:
        """The client is gone, and so is its command."""
        self._poll.unregister(client)
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
            fork = self._forks.get(pid)
            if fork is None:  # it was begun before this process began again
                continue
            self._said(pid, fork)  # what it said before it ended
            fork = self._forks.pop(pid)
            self._dismiss(pid)
            self._unsure |= fork.client is None
            if fork.client is not None:
                self._replacement.ended(time.monotonic())
                if os.WIFSIGNALED(status):
                    with contextlib.suppress(OSError):
                        fork.client.sendall(given.SIGNALLED + os.WTERMSIG(status).to_bytes(WORD, "big"))
            for end in (fork.words, fork.client):
                if end is not None:
                    with contextlib.suppress(KeyError):
                        self._poll.unregister(end)
                    end.close()

    def _begin_again(self) -> None:
        os.execv(sys.executable, [sys.executable, "-m", "clz_cli.warm.server", self._path])  # noqa: S606

    def _be_forked(self, words: socket.socket, client: socket.socket | None) -> NoReturn:
        """Be the command of a client, that of the next one if there is none."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._waker.close()
            self._woken.close()
            for fork in self._forks.values():
                fork.words.close()
                if fork.client is not None:
                    fork.client.close()
            ahead = taken = None
            if client is None:
                rehearse_taking()
                taken = standby.stand_by(self._listener, words, self._caller, self._files)
                client, ahead = taken or (None, None)
            self._listener.close()
            if client is not None:
                code = become(client, words, ahead, greets=taken is not None)
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


def main() -> None:
    path = sys.argv[1]
    files = Files()
    load()
    files.add_loaded()
    files.watch()
    rehearse()
    server = Server(path, files)
    gc.collect()
    gc.freeze()  # what is loaded stays as it is: forks then share its memory
    gc.disable()
    server.run()


if __name__ == "__main__":
    main()
