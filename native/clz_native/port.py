"""The port to the extension: stdin and stdout of this process.

Fd 1 carries protocol only: it is moved away at the start, and whatever prints goes to stderr. Reading and writing
block, so each has its thread; pipes of every platform work that way, and the event loop never waits for a slow
extension.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from clz_native.framing import BrokenFrame, frames, read_frame


class Port:
    """Messages from the extension go to `on_message`, its end to `on_close`; both are called in the event loop."""

    def __init__(self, on_message: Callable[[dict[str, Any]], None], on_close: Callable[[str], None]) -> None:
        self._on_message = on_message
        self._on_close = on_close
        self._loop = asyncio.get_running_loop()
        self._out: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._input = os.fdopen(os.dup(0), "rb")
        self._output = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self._writer = threading.Thread(target=self._write, name="port-writer", daemon=True)
        self._reader = threading.Thread(target=self._read, name="port-reader", daemon=True)

    def __enter__(self) -> Self:
        self._writer.start()
        self._reader.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._out.put(None)
        self._writer.join(timeout=1)

    def send(self, message: dict[str, Any]) -> None:
        self._out.put(message)

    def _write(self) -> None:
        while (message := self._out.get()) is not None:
            try:
                for frame in frames(message):
                    view = memoryview(frame)
                    while view:
                        view = view[self._output.write(view) or 0 :]
            except OSError:
                return  # Firefox is gone; the reader tells

    def _read(self) -> None:
        reason = "the extension closed the port"
        try:
            while (message := read_frame(self._input)) is not None:
                self._call(self._on_message, message)
        except BrokenFrame as problem:
            reason = f"the extension sent a broken message: {problem}"
        except OSError as problem:
            reason = f"the port broke: {problem.strerror}"
        self._call(self._on_close, reason)

    def _call(self, function: Callable[[Any], None], argument: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it everybody who would listen
            self._loop.call_soon_threadsafe(function, argument)
