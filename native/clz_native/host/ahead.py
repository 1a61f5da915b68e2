"""A host that is loaded while Firefox starts, and waits for its port.

Loading a host takes a quarter of a second of a processor, about when Firefox needs all there are, for its windows.
clz therefore starts a Firefox and its host together. What Firefox itself starts for the extension is a relay
(`clz_native.relay`), which hands its pipes over to that host and stays until it ends, since Firefox watches the relay.

    manager   binds RUNTIME/NAME/port.sock, gives the socket to the host as a file descriptor, and its path to Firefox
    relay     connects, sends one byte with stdin, stdout and stderr, and waits
    host      answers with one byte, and from then on is the host of that Firefox; the connection ends with it

The socket is used once. A relay that finds no host there becomes one itself, as after a reload of the extension.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from clz_core.contract.limits import BROWSER_START_MS
from clz_native.relay import PORT_SOCKET, STANDARD_FILES, TAKEN

OPTION = "--ahead"  # before the number of the socket's descriptor
HAND_OVER_S = 5.0
HEADLESS = "MOZ_HEADLESS"  # which Firefox sets for what it starts, if it has no window


class AheadHost:
    """A host that was started ahead, as seen by the process that starts Firefox. Without it things only take longer."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._listener: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        if os.name != "posix":
            return
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            path.unlink(missing_ok=True)
            listener.bind(str(path))
            path.chmod(0o600)
            listener.listen(1)
            self._listener = listener
        except OSError:
            listener.close()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of Firefox, so that its relay finds the host."""
        return {PORT_SOCKET: str(self._path)}

    def start(self, environment: Mapping[str, str], headless: bool, log: Path) -> None:
        """Start the host with the environment of its Firefox."""
        if self._listener is None:
            return
        its_own = {name: value for name, value in environment.items() if name != PORT_SOCKET}
        number = self._listener.fileno()
        with self._listener, contextlib.suppress(OSError), open(log, "ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-m", "clz_native.host", OPTION, str(number)],
                env={**its_own, HEADLESS: "1"} if headless else its_own,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=(number,),
                start_new_session=True,
            )

    def leave(self) -> None:
        """Let it live on by itself."""
        if self._process is not None:
            self._process.returncode = 0  # no warning that it was not waited for

    def end(self) -> None:
        if self._listener is not None:
            self._listener.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


def take_port(arguments: list[str]) -> None:
    """In a host that was started ahead: wait for the port, which then is this process's stdin and stdout.

    Raises: SystemExit if no relay comes.
    """
    if arguments[:1] != [OPTION]:
        return
    with socket.socket(fileno=int(arguments[1])) as listener:
        path = listener.getsockname()
        listener.settimeout(BROWSER_START_MS / 1000)
        try:
            connection, _ = listener.accept()
            connection.settimeout(HAND_OVER_S)
            _, given, _, _ = socket.recv_fds(connection, 1, len(STANDARD_FILES))
            os.unlink(path)
        except OSError:
            raise SystemExit(1) from None
    for here, there in zip(given, STANDARD_FILES, strict=True):
        os.dup2(here, there)
        os.close(here)
    connection.send(TAKEN)
    connection.detach()  # it ends with this process, and not before
