"""The command that must succeed before a promise counts.

Only `clz loop start` sets it, from what its user typed; it never crosses the wire.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile

VERIFY_SECONDS = 540.0  # hooks.json gives the whole hook 600
TOLD_CHARS = 1500  # of what a failed check printed
NAMED_CHARS = 200  # of the command itself


def failure(command: str, folder: str) -> str | None:
    """Run the command in the folder; None if it succeeded, else what went wrong. Ends the hook if that is ended."""
    named = command if len(command) <= NAMED_CHARS else command[: NAMED_CHARS - 1] + "…"
    started: list[subprocess.Popen[bytes]] = []
    signals: list[int] = []

    def give_up(number: int, _frame: object) -> None:
        signals.append(number)
        if started:
            _end(started[0])
            os._exit(0)

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):  # not each on Windows
            signal.signal(getattr(signal, name), give_up)
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                ["/bin/sh", "-c", command],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as trouble:
            return f"`{named}` could not be run in {folder}: {trouble}"
        started.append(process)
        if signals:  # while it was being started
            give_up(signals[0], None)
        try:
            code = process.wait(VERIFY_SECONDS)
        except subprocess.TimeoutExpired:
            _end(process)
            return f"`{named}` was not done after {VERIFY_SECONDS:g} s."
        if code == 0:
            return None
        said.seek(max(0, said.seek(0, os.SEEK_END) - TOLD_CHARS))
        tail = said.read().decode("utf-8", "replace").strip()
    return f"`{named}` failed with exit code {code}." + (f" Its last output:\n{tail}" if tail else "")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a command and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
