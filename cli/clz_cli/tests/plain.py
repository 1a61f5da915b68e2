"""A line for each test, and a summary: for logs, pipes and agents."""

from __future__ import annotations

from collections.abc import Sequence

from clz_apps.tests.runner import text
from clz_apps.tests.runner.outcomes import Evidence, Finished, summary, tally
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.runner.reporter import Reporter
from clz_cli.output.printing import say
from clz_core.text import display


class Plain(Reporter):
    def __init__(self, markers: bool) -> None:
        self._markers = markers
        self._all = 0
        self._over = 0
        self._causes = text.Causes()

    def begin(self, jobs: Sequence[Job], workers: int, sessions: Sequence[str]) -> None:
        self._all = len(jobs)
        many = "test" if len(jobs) == 1 else "tests"
        by = "1 worker" if workers == 1 else f"{workers} workers"
        say(f"{len(jobs)} {many}, {by}, session {', '.join(sessions)}")

    def finished(self, one: Finished, evidence: Evidence) -> None:
        self._over += 1
        progress = f"{self._over} of {self._all}" if self._all >= text.MANY else ""
        say(text.block(one, evidence, self._markers, progress, self._causes.first(one, evidence)))

    def note(self, text: str) -> None:
        say(f"note: {display.line(text)}")

    def end(self, finished: Sequence[Finished], ms: float) -> None:
        for line in text.slowest(finished):
            say(line)
        say(f"{summary(tally(list(finished)))} in {text.seconds(ms)}")
