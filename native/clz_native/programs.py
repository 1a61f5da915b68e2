"""Running another program to its end, with what it says kept."""

from __future__ import annotations

import subprocess

TIMED_OUT, NOT_RUN = 124, 126  # as `timeout` and shells have them


def run(command: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
    """Its outcome. One that takes too long or cannot be run has the exit code of shells for that, and says so."""
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, TIMED_OUT, f"not done after {seconds:g} s")
    except OSError as problem:
        return subprocess.CompletedProcess(command, NOT_RUN, f"{command[0]}: {problem.strerror}")
