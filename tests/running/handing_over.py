"""A forked program for those who start a program by its command line, such as the client of the MCP SDK."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.running.forked import Forked, Program

# Gives its standard files to the test, and ends as the program does that has them.
RELAY = """
import _socket, array, os, sys
connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
connection.connect(sys.argv[1])
connection.sendmsg([b"G"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", (0, 1, 2)))])
for number in (0, 1, 2):
    os.close(number)
os._exit((connection.recv(1) or b"\\x01")[0])
"""
START_S, END_S = 60.0, 10.0


@contextmanager
def handed_over(program: Program, env: Mapping[str, str], words: Sequence[str]) -> Iterator[list[str]]:
    """A command line that runs the program with these words, once. It has ended afterwards."""
    with tempfile.TemporaryDirectory(prefix="clz-", dir="/tmp") as folder, socket.socket(socket.AF_UNIX) as listener:
        path = Path(folder, "relay.sock")
        listener.bind(str(path))
        listener.listen(1)
        listener.settimeout(START_S)
        running = threading.Thread(target=_run, args=(listener, program, env, words), daemon=True)
        running.start()
        try:
            yield [sys.executable, "-I", "-S", "-c", RELAY, str(path)]
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # nobody is waited for any more
            running.join(2 * END_S)
            assert not running.is_alive()


def _run(listener: socket.socket, program: Program, env: Mapping[str, str], words: Sequence[str]) -> None:
    """Run it on the standard files of whoever comes, until it ends or they are gone."""
    try:
        relay, _ = listener.accept()
    except OSError:  # nobody came
        return
    with relay:
        _, files, _, _ = socket.recv_fds(relay, 1, 3)
        process = Forked(program, env, words, streams=files)
        for file in files:
            os.close(file)
        both: list[socket.socket | Forked] = [relay, process]
        if process not in select.select(both, [], [])[0]:
            _end(process)
        code = process.wait()
        with suppress(OSError):
            relay.send(bytes([code & 0xFF]))


def _end(process: Forked) -> None:
    """Whose relay was ended is ended too, if it does not end by itself."""
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
