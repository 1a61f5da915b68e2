"""Where the tests of a fleet run, as the run sees it: machines, and places of them for one test each."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from typing import Any

from clz_apps.tests.runner.browsers import Browser
from clz_apps.tests.runner.messages import GoMessage, TestMessage, failed
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.runner.pool import Heard, Worker
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import TEST_GRACE_MS

Submit = Callable[["FarWorker", str, TestMessage], Any]  # hands a test to its machine, and returns its future
SETTLE_MS = 120_000  # a worker may have tests of another run


class Machine(Browser):
    """One worker of Dask and its Firefox, which it starts and stops itself. `up` says whether tests are given to it."""

    def __init__(self, address: str, where: str, slots: int) -> None:
        self.address = address
        self.session = self.where = where
        self.slots = slots
        self.up = slots > 0
        self.started_here = False
        self.problem: ClzError | None = None
        self._starting = None

    def start(self, told: object) -> None:
        """Nothing: a machine starts its own again."""

    def stop(self) -> None:
        """Nothing: it ends with the run."""


class FarWorker(Worker):
    """A place of a machine: one test at a time, as a task of Dask."""

    def __init__(self, submit: Submit, number: int, machine: Machine, events: queue.SimpleQueue[Heard]) -> None:
        self.number = number
        self.browser = self.machine = machine
        self.job: Job | None = None
        self.step = ""
        self.began = 0.0
        self.deadline: Deadline | None = None
        self.process = _NoProcess()  # type: ignore[assignment]
        self.begun = False  # whether its machine has said so
        self._future: Any = None
        self._key = ""  # of its task, while its result is waited for
        self._submit = submit
        self._events = events
        self._limit_ms = 0
        self._turn = threading.Lock()

    def limit(self) -> Deadline:
        """The time by which its test must be over, if it is begun now."""
        return Deadline.after(self._limit_ms + TEST_GRACE_MS + SETTLE_MS)

    def tell(self, message: TestMessage | GoMessage) -> None:
        if "event" not in message:
            self._limit_ms = message["limit_ms"]
            self.deadline = self.limit()
            self.begun = False
            self._key = f"clz-{message['id']}-{os.urandom(4).hex()}"
            self._future = self._submit(self, self._key, message)

    def take(self, key: str = "") -> bool:
        """True if no outcome of its test was reported yet, so that the caller's is the first."""
        with self._turn:
            if not self._key or (key and key != self._key):
                return False
            self._key = ""
            return True

    def waits_for(self, key: str) -> bool:
        return self._key == key

    def forget(self) -> None:
        """Have Dask forget its task, wherever that is."""
        future, self._future = self._future, None
        if future is not None and not future.done():
            future.cancel(force=True)

    def interrupt(self) -> None:
        if self.job is not None and self.take():
            self._events.put((self, failed("The run was interrupted.", "CANCELLED", 130)))
        self.forget()
        self._events.put((self, {"event": "gone"}))

    def close(self) -> None:
        self.take()
        self.forget()

    def kill(self) -> None:
        """It did not answer in time: nothing more is given to its machine, which is to end such a test itself."""
        self.close()
        self.machine.up = False
        self._events.put((self, {"event": "gone"}))

    def last_words(self) -> str:
        return ""


class _NoProcess:
    """Takes the place of a process, as the real one runs on another machine."""

    def wait(self) -> int:
        return 1
