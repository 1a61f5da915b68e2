"""The port to the extension: stdin and stdout of this process.

Fd 1 carries protocol only: it is moved away at the start, and whatever prints goes to stderr. Reading and writing
block, so each has its thread; pipes of every platform work that way, and the event loop never waits for a slow
extension. A message is written as JSON where it is sent, so that one that cannot be is the fault of its sender; what
ends a thread ends the port, whatever it was: a host that hears or says nothing must not look alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from clz_core.contract.errors import error
from clz_core.contract.limits import DRAIN_MS, MAX_QUEUED_BYTES, MIB
from clz_core.contract.shapes import JsonObject
from clz_core.contract.strict_json import BadJson
from clz_core.generated.messages import FromHost
from clz_native.host.framing import BrokenFrame, frames, read_frame

log = logging.getLogger("clz.port")


class Port:
    """Messages from the extension go to `on_message`, its end to `on_close`; both are called in the event loop."""

    def __init__(self, on_message: Callable[[JsonObject], None], on_close: Callable[[str], None]) -> None:
        self._on_message = on_message
        self._on_close = on_close
        self._loop = asyncio.get_running_loop()
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._queued = 0  # bytes that the extension has not taken yet
        self._count = threading.Lock()
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
        self._writer.join(DRAIN_MS / 1000)

    def send(self, message: FromHost) -> None:
        """Send one message, as soon as the extension takes it.

        Raises: INVALID_PARAMS if it cannot be JSON, BUSY if too much is waiting for the extension already.
        """
        try:
            data = list(frames(message))
        except BadJson as problem:
            raise error("INVALID_PARAMS", f"This cannot be sent to the extension: {problem}.") from None
        size = sum(map(len, data))
        with self._count:
            if message.get("type") == "command" and self._queued + size > MAX_QUEUED_BYTES:
                raise error("BUSY", f"Firefox has not read the last {self._queued / MIB:.0f} MB that were sent to it.")
            self._queued += size
        for frame in data:
            self._out.put(frame)

    def _write(self) -> None:
        try:
            while (frame := self._out.get()) is not None:
                view = memoryview(frame)
                while view:
                    view = view[self._output.write(view) or 0 :]
                with self._count:
                    self._queued -= len(frame)
        except OSError:
            return  # Firefox is gone; the reader tells
        except BaseException as problem:
            log.exception("writing to the extension broke")
            self._call(self._on_close, f"writing to the extension broke: {type(problem).__name__}")

    def _read(self) -> None:
        reason = "the extension closed the port"
        try:
            while (message := read_frame(self._input)) is not None:
                self._call(self._on_message, message)
        except BrokenFrame as problem:
            reason = f"the extension sent a broken message: {problem}"
        except OSError as problem:
            reason = f"the port broke: {problem.strerror}"
        except BaseException as problem:
            log.exception("reading from the extension broke")
            reason = f"reading from the extension broke: {type(problem).__name__}"
        self._call(self._on_close, reason)

    def _call(self, function: Callable[[Any], None], argument: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it everybody who would listen
            self._loop.call_soon_threadsafe(function, argument)
