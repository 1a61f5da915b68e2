"""The warm process beside the host: `clz` loaded once, so that commands need not load it (`clz_cli.warm`).

It lives by a pipe that the host holds, and so ends with the host, however that ends. The host has no other part in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from pathlib import Path

from clz_core.config.paths import SessionPaths

log = logging.getLogger("clz.warm")
WARM = "CLZ_WARM"  # 0: none; 1: one, whatever clz is; wait: at once, and clients wait for its word
MODULE = "clz_cli.warm.server"
AFTER_S = 1.0  # from the start of the host: what Firefox is doing then goes before
END_S = 1.0  # to end by itself
MOST_S = 60.0  # between two starts of one that ends by itself
SETTLED_S = 10.0  # after so long the next start waits no longer than the first
_sleep, _clock = asyncio.sleep, time.monotonic


def _has_client() -> bool:
    """True if `clz` beside this Python is the compiled one: a script runs its commands itself."""
    try:
        with Path(sys.executable).with_name("clz").open("rb") as program:
            return program.read(2) != b"#!"
    except OSError:
        return False


class WarmProcess:
    """The one beside a host. `pid` is None while there is none."""

    def __init__(self, paths: SessionPaths) -> None:
        self._paths = paths
        self.pid: int | None = None

    async def keep(self) -> None:
        """Keep it running until this is cancelled."""
        said = os.environ.get(WARM)
        if os.name != "posix" or said == "0" or (said is None and not _has_client()):
            return
        wait_s = 0.0 if said == "wait" else AFTER_S
        while True:
            await _sleep(wait_s)
            wait_s = min(2 * max(wait_s, AFTER_S), MOST_S)
            began = _clock()
            try:
                await self._run()
                if _clock() - began >= SETTLED_S:  # it worked; what ended it was not a fault of its start
                    wait_s = AFTER_S
            except OSError as problem:
                log.warning("the warm process cannot be started: %s", problem.strerror)

    async def _run(self) -> None:
        """Raises: OSError."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            MODULE,
            str(self._paths.warm),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=self._paths.folder,
            start_new_session=True,
        )
        self.pid = process.pid
        log.info("the warm process is %d", process.pid)
        try:
            code = await process.wait()
            log.warning("the warm process ended with %d", code)
        finally:
            self.pid = None
            if process.stdin is not None:
                process.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), END_S)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            with contextlib.suppress(FileNotFoundError):
                self._paths.warm.unlink()
