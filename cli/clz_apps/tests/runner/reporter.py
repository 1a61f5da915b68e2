"""What is printed while tests run: plain lines, a live view, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from clz_apps.tests.runner.outcomes import Evidence, Finished
from clz_apps.tests.runner.plan import Job


class Reporter:
    """Hears of everything as it happens, and says nothing."""

    def begin(self, jobs: Sequence[Job], workers: int, sessions: Sequence[str]) -> None:
        """Before the first test; Firefox may not be there yet."""

    def started(self, job: Job, worker: int) -> None:
        """A worker has begun a test."""

    def step(self, job: Job, worker: int, text: str) -> None:
        """A worker has begun a step."""

    def finished(self, one: Finished, evidence: Evidence) -> None:
        """A test is over, with all its attempts."""

    def note(self, text: str) -> None:
        """Something else happened, such as the end of a Firefox."""

    def aside(self) -> AbstractContextManager[None]:
        """While the terminal is somebody else's."""
        return nullcontext()

    def close(self) -> None:
        """Nothing is run any more, whatever the reason."""

    def end(self, finished: Sequence[Finished], ms: float) -> None:
        """After the last test, also where the run was interrupted."""
