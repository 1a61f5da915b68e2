"""A worker on this machine for a run on another one, whose `clz` speaks to the one here over SSH.

It listens on loopback, and reaches the scheduler by a port of this machine that OpenSSH forwards. The certificate of
the run has come over the same connection.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import threading
from concurrent.futures import Future
from tempfile import TemporaryDirectory
from typing import Any

from clz_core.contract.errors import error
from clz_core.contract.limits import SSH_CONNECT_S
from clz_core.fleet.address import EXTRA, FOLDER, SETTINGS, quiet

END_S = 10


class Place:
    """The worker, once it was begun."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end = asyncio.Event()

    def begin(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Start it, and say on which port it listens. Raises: MACHINE_NOT_READY."""
        _check_forwarded(int(asked["scheduler"]))
        listens: Future[int] = Future()
        self._thread = threading.Thread(target=asyncio.run, args=(self._work(asked, listens),), daemon=True)
        self._thread.start()
        try:
            port = listens.result(2 * SSH_CONNECT_S)
        except ImportError as problem:
            raise error("MACHINE_NOT_READY", "Dask distributed is not installed there.", EXTRA) from problem
        except Exception as problem:
            why = str(problem) or type(problem).__name__
            raise error("MACHINE_NOT_READY", f"No worker could be started there: {why}", "") from problem
        null = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):  # what functions print is read by nobody
            os.dup2(null, stream)
        return {"working": port}

    def end(self) -> None:
        if self._thread is not None and self._loop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(END_S)

    async def _work(self, asked: dict[str, Any], listens: Future[int]) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            import dask

            from clz_core.fleet.local import LOOPBACK, QuietWorker, security_of

            quiet()
            with TemporaryDirectory(prefix="clz-fleet-") as folder, dask.config.set({**SETTINGS, FOLDER: folder}):
                worker: Any = QuietWorker(
                    f"tls://{LOOPBACK}:{asked['scheduler']}",
                    host=LOOPBACK,
                    protocol="tls://",
                    contact_address=f"tls://{LOOPBACK}:{asked['contact']}",
                    security=security_of(asked["certificate"], asked["key"]),
                    name=asked["name"],
                    death_timeout=SSH_CONNECT_S,
                )
                async with worker:
                    listens.set_result(worker.listener.get_host_port()[1])
                    over = (asyncio.ensure_future(worker.finished()), asyncio.ensure_future(self._end.wait()))
                    await asyncio.wait(over, return_when=asyncio.FIRST_COMPLETED)
        except BaseException as problem:
            if listens.done():
                raise
            listens.set_exception(problem)


def _check_forwarded(port: int) -> None:
    """Raises: MACHINE_NOT_READY if other machines can reach the port, as with `GatewayPorts yes`."""
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.2", port))  # free, unless somebody listens on all addresses
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                raise error(
                    "MACHINE_NOT_READY",
                    "Its SSH server opens forwarded ports to the network (GatewayPorts yes).",
                    "Set GatewayPorts no in /etc/ssh/sshd_config there.",
                ) from None
