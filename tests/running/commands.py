"""Commands of the command line, as a script runs them: without a terminal, to their end."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

from tests.running.forked import MOST_BYTES, Forked
from tests.support.scratch import CLZ, LAUNCHER, WARM

BY_FORK = hasattr(os, "memfd_create") and not {LAUNCHER, WARM} & set(os.environ)


def run_clz(
    *words: str,
    env: Mapping[str, str],
    input: str | bytes = b"",
    cwd: str | os.PathLike[str] | None = None,
    timeout: float = 60,
) -> subprocess.CompletedProcess[str]:
    """What `clz WORDS` prints and how it ends. Raises: subprocess.TimeoutExpired."""
    given = input.encode() if isinstance(input, str) else input
    if not BY_FORK or sum(map(len, [*words, *env, *env.values()])) > MOST_BYTES / 4:
        line = [*CLZ, *words]
        done = subprocess.run(line, env=env, cwd=cwd, timeout=timeout, check=False, capture_output=True, input=given)
        return subprocess.CompletedProcess(line, done.returncode, done.stdout.decode(), done.stderr.decode())
    streams = [os.memfd_create(name) for name in ("stdin", "stdout", "stderr")]
    try:
        os.write(streams[0], given)
        os.lseek(streams[0], 0, os.SEEK_SET)
        process = Forked("clz_cli", env, words, cwd, streams)
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        printed = [os.pread(stream, os.fstat(stream).st_size, 0).decode() for stream in streams[1:]]
        return subprocess.CompletedProcess([*CLZ, *words], code, *printed)
    finally:
        for stream in streams:
            os.close(stream)
