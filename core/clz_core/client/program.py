"""Python programs of an agent, each in a process of its own: with the agent's key, and nothing else of the environment.

The process gets its key and its program on standard input, as a line of JSON with the program after it, so that neither
its arguments nor its environment hold a key. Once that input is closed, as it is whenever this process ends, it ends
with all that it started. A mark in the environment of what it started leads to that where the program has ended its own
guard. It tells of its pictures in a file without a name: nothing is left of that either. It is not a sandbox: it runs
as the person, with the person's files.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TypedDict

from clz_core.client.keys import AgentKey
from clz_core.client.processes import environment, every_process, is_alive, kill_group
from clz_core.config.paths import config_dir, data_dir, runtime_dir, state_dir

# What a program of Python needs of its surroundings, and no secret is in.
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "COMSPEC")
MOST_BYTES = 1_000_000  # of what it prints; the rest is left out
CUT = "\n… more was printed, and is left out.\n"
END_S = 5.0
MARK = "CLZ_PROGRAM"
CAN_INHERIT = os.name == "posix"  # an open file, elsewhere by handles that subprocess does not pass on


class Ended(TypedDict):
    """What a program printed and how it ended. `timedOut` says that it was ended because its time was up."""

    output: str
    exitCode: int
    timedOut: bool
    screenshots: list[str]


class Program:
    """A program that has begun. Where it is not `heard`, what it prints goes where this process prints."""

    def __init__(self, code: str, name: str, session: str, key: AgentKey, heard: bool = True) -> None:
        self._pictures = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed once it was read
        self._mark = secrets.token_hex(16)
        program = code.encode("utf-8", "surrogatepass")
        told = {
            "name": name,
            "session": session,
            "agent": key.name,
            "public": key.public.decode(),
            "secret": key.secret.decode(),
            "pictures": self._pictures.fileno() if CAN_INHERIT else None,
            "bytes": len(program),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-m", "clz._program"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if heard else None,
            stderr=subprocess.STDOUT if heard else None,
            env={**_environment(), MARK: self._mark},
            start_new_session=True,
            pass_fds=(self._pictures.fileno(),) if CAN_INHERIT else (),
        )
        self._said = _Said(self._process.stdout)
        assert self._process.stdin is not None
        self._given = self._process.stdin  # it runs for as long as this is open
        with suppress(OSError):  # one that has ended says so by its exit code
            self._given.write(json.dumps(told).encode() + b"\n" + program)
            self._given.flush()

    def wait(self, seconds: float) -> Ended:
        """Wait until it has ended, and end it when its time is up."""
        late = False
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            self.end()
        pictures = self._taken()
        code = self._process.returncode
        exit = code if code >= 0 else 128 - code
        return {"output": self._said.text(), "exitCode": exit, "timedOut": late, "screenshots": pictures}

    def _taken(self) -> list[str]:
        """The paths of its pictures, as far as what it wrote is valid."""
        try:
            with self._pictures as file:
                file.seek(0)
                return [str(path) for path in json.loads(file.read(MOST_BYTES))]
        except (OSError, ValueError, TypeError, RecursionError):
            return []

    def end(self) -> None:
        """End it with all that it has started."""
        with suppress(OSError):
            self._given.close()
        if hasattr(os, "killpg"):
            with suppress(OSError):
                self._process.send_signal(signal.SIGCONT)  # the program may have stopped it
            with suppress(subprocess.TimeoutExpired):  # its guard ends the others, and then itself
                self._process.wait(END_S)
        kill_group(self._process)
        self._process.wait()
        _end_marked(self._mark)


def _end_marked(mark: str) -> None:
    """End each process that a program has left, and what they start meanwhile."""
    import psutil

    end = time.monotonic() + END_S
    left: list[psutil.Process] = []
    while time.monotonic() < end:
        left = [process for process in left if is_alive(process)]  # one that is ending has no environment any more
        left += [process for process in every_process() if (environment(process.pid) or {}).get(MARK) == mark]
        if not left:
            return
        for process in left:
            with suppress(psutil.Error):
                process.kill()


class _Said:
    """What a process prints, read as it comes so that it never waits for a reader."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._data = bytearray()
        self._more = False
        self._thread = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._thread.start()

    def text(self) -> str:
        """All of it, once the process has ended, whether or not something still holds the other end."""
        self._thread.join(END_S)
        return bytes(self._data).decode("utf-8", "replace") + (CUT if self._more else "")

    def _read(self, stream: IO[bytes] | None) -> None:
        if stream is None:
            return
        read: Callable[[int], bytes] = stream.read1  # type: ignore[attr-defined]
        while part := read(65_536):
            room = MOST_BYTES - len(self._data)
            self._data += part[:room]
            self._more = self._more or len(part) > room


def _environment() -> dict[str, str]:
    own = {
        "CLZ_RUNTIME_DIR": runtime_dir(),
        "CLZ_DATA_DIR": data_dir(),
        "CLZ_STATE_DIR": state_dir(),
        "CLZ_CONFIG_DIR": config_dir(),
    }
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, **{name: str(folder) for name, folder in own.items()}, "PYTHONIOENCODING": "utf-8"}
