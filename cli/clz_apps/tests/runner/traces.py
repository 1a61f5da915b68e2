"""The trace of one attempt at a test: written while it runs, and made into a file where it is to be kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.trace.flow import finished
from clz_core.trace.pack import pack
from clz_core.trace.recorder import Recorder


class Trace:
    """Nothing here raises: a trace that fails does not fail the test."""

    def __init__(self, folder: str, title: str, agent: str) -> None:
        self._folder = Path(folder)
        shutil.rmtree(self._folder, ignore_errors=True)
        self.recorder = Recorder(folder, title=title, agent=agent)
        self.recorder.begin()
        self._making: Future[str] | None = None

    def complete(self, clients: Iterable[Client]) -> None:
        """Ask for what is reported only at the end, and begin to make the file: the test says goodbye meanwhile."""
        for client in clients:
            with suppress(ClzError):
                client.carry_out(finished(self.recorder))
        maker = ThreadPoolExecutor(1)
        self._making = maker.submit(self._make)
        maker.shutdown(wait=False)

    def close(self, keep: bool) -> str:
        """Wait for the file, or throw all of it away. Returns what went wrong, in a sentence; empty if nothing did."""
        if not keep:
            shutil.rmtree(self._folder, ignore_errors=True)
            return ""
        return self._make() if self._making is None else self._making.result()

    def _make(self) -> str:
        self.recorder.end()
        problem = self.recorder.folder.problem
        try:
            pack(self._folder, self._folder.with_suffix(".zip"))
        except ClzError as thrown:
            return f"{thrown.message} {thrown.hint}".strip()
        return f"The trace in {self._folder.with_suffix('.zip')} is not whole: {problem}." if problem else ""
