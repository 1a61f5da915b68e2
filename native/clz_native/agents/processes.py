"""Processes of agents: their end is noticed at once where the system can tell it (Linux), else within a second."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import psutil

from clz_core.client.processes import is_alive
from clz_core.contract.limits import PROCESS_POLL_S


class Processes:
    """Calls `on_gone` once with the pid of each watched process that ends. A pid used again is another process."""

    def __init__(self, on_gone: Callable[[int], None], poll_only: bool = False) -> None:
        self._on_gone = on_gone
        self._descriptors: dict[int, int] = {}
        self._polled: dict[int, psutil.Process] = {}
        self._poller: asyncio.Task[None] | None = None
        self._poll_only = poll_only or not hasattr(os, "pidfd_open")

    def __len__(self) -> int:
        return len(self._descriptors) + len(self._polled)

    def watch(self, pid: int) -> bool:
        """False if there is no such process of the same user, as with an agent on another machine."""
        if pid in self._descriptors or pid in self._polled:
            return True
        try:
            process = psutil.Process(pid)
            if os.name == "posix" and process.uids().real != os.getuid():
                return False
            if self._poll_only:
                self._poll(process)
            else:
                self._open(pid)
        except (psutil.Error, OSError):
            return False
        return True

    def release(self, pid: int) -> None:
        """Watch it no longer."""
        descriptor = self._descriptors.pop(pid, None)
        if descriptor is not None:
            asyncio.get_running_loop().remove_reader(descriptor)
            os.close(descriptor)
        self._polled.pop(pid, None)

    def close(self) -> None:
        for pid in [*self._descriptors, *self._polled]:
            self.release(pid)
        if self._poller is not None:
            self._poller.cancel()

    def _open(self, pid: int) -> None:
        descriptor = os.pidfd_open(pid)
        self._descriptors[pid] = descriptor
        asyncio.get_running_loop().add_reader(descriptor, self._gone, pid)

    def _poll(self, process: psutil.Process) -> None:
        self._polled[process.pid] = process
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while self._polled:
            await asyncio.sleep(PROCESS_POLL_S)
            for pid, process in list(self._polled.items()):
                if not is_alive(process):
                    self._gone(pid)

    def _gone(self, pid: int) -> None:
        self.release(pid)
        self._on_gone(pid)
