"""Worker processes, as the run sees them: each has at most one test, and a time by which it must have answered."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from clz_apps.tests.runner.browsers import Browser
from clz_apps.tests.runner.messages import Event, GoMessage, TestMessage
from clz_apps.tests.runner.plan import Job
from clz_core.client.journaling import VARIABLE
from clz_core.client.processes import kill_group
from clz_core.contract.deadline import Deadline
from clz_core.contract.limits import TEST_GRACE_MS

LAST_WORDS = 1_000  # characters of what a worker that ended has said
Heard = tuple["Worker | None", Event]  # who said it; None for the run itself


class Worker:
    """One process. What it says comes into `events`; `{"event": "gone"}` once it has ended."""

    def __init__(
        self,
        number: int,
        browser: Browser,
        events: queue.SimpleQueue[Heard],
        journal: Path,
        folder: Path | None = None,
        env: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.number = number
        self.browser = browser
        self.job: Job | None = None
        self.step = ""
        self.began = 0.0
        self.deadline: Deadline | None = None
        self._events = events
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clz_cli.tests.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=folder,
            env={**os.environ, **env, VARIABLE: str(journal)},
            start_new_session=True,  # Ctrl-C is for the run, which ends its workers in order
        )
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def overdue(self) -> bool:
        return self.deadline is not None and self.deadline.passed

    def give(self, job: Job, message: TestMessage) -> None:
        self.job, self.step, self.began = job, "", time.monotonic()
        self.deadline = Deadline.after(message["limit_ms"] + TEST_GRACE_MS)
        self.tell(message)

    def tell(self, message: TestMessage | GoMessage) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # one that has ended says so by itself
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()

    def interrupt(self) -> None:
        """Make it end its test, and itself."""
        with suppress(OSError):
            self.process.send_signal(signal.SIGINT)
        self.close()

    def close(self) -> None:
        """Let it end when it has done what it does."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()

    def kill(self) -> None:
        """End it, hung or stopped as it may be, with what it has started."""
        kill_group(self.process)
        self.process.wait()

    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        with suppress(OSError, ValueError):
            self._errors.seek(max(self._errors.seek(0, os.SEEK_END) - LAST_WORDS, 0))
            return self._errors.read().decode("utf-8", "replace").strip()
        return ""

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with suppress(ValueError):
                self._events.put((self, json.loads(line)))
        self._events.put((self, {"event": "gone"}))
