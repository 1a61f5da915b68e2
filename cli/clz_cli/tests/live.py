"""The live view of a terminal: what has ended scrolls by, below it is what each worker is at."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live as RichLive
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from clz_apps.tests.runner import text
from clz_apps.tests.runner.outcomes import Evidence, Finished, Outcome, summary, tally
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.runner.reporter import Reporter
from clz_core.text import display

STYLES: dict[Outcome, str] = {
    "passed": "green",
    "flaky": "yellow",
    "failed": "bold red",
    "error": "bold red",
    "skipped": "dim",
}
PER_SECOND = 8
BAR = 30  # columns


class Live(Reporter):
    def __init__(self) -> None:
        self._console = Console(highlight=False, markup=False)
        self._live = RichLive(self, console=self._console, refresh_per_second=PER_SECOND, transient=True)
        self._at: dict[int, tuple[Job, str, float]] = {}
        self._all = 0
        self._over: list[Finished] = []
        self._began = time.monotonic()
        self._note = ""
        self._causes = text.Causes()

    def begin(self, jobs: Sequence[Job], workers: int, sessions: Sequence[str]) -> None:
        self._all = len(jobs)
        self._note = "Starting Firefox"
        self._live.start()

    def started(self, job: Job, worker: int) -> None:
        self._note = ""
        self._at[worker] = (job, "", time.monotonic())

    def step(self, job: Job, worker: int, text: str) -> None:
        self._at[worker] = (job, text, self._at[worker][2] if worker in self._at else time.monotonic())

    def finished(self, one: Finished, evidence: Evidence) -> None:
        self._at = {worker: at for worker, at in self._at.items() if at[0].id != one.job.id}
        self._over.append(one)
        head, *rest = text.block(one, evidence, like=self._causes.first(one, evidence)).splitlines()
        line = Text(head)
        line.stylize(STYLES[one.outcome], 0, len(text.WORDS[one.outcome]))
        self._console.print(line, soft_wrap=True)
        for more in rest:
            self._console.print(Text(more), soft_wrap=True)

    def note(self, text: str) -> None:
        self._console.print(Text(f"note: {display.line(text)}", style="dim"), soft_wrap=True)

    @contextmanager
    def aside(self) -> Iterator[None]:
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def close(self) -> None:
        self._live.stop()

    def end(self, finished: Sequence[Finished], ms: float) -> None:
        counts = tally(list(finished))
        bad = counts["failed"] + counts["error"]
        for line in text.slowest(finished):
            self._console.print(Text(line, style="dim"), soft_wrap=True)
        said = Text(f"{summary(counts)} in {text.seconds(ms)}", style="bold red" if bad else "bold green")
        self._console.print(said)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self._lines(options.max_width)

    def _lines(self, width: int) -> Iterator[Text | Table]:
        now = time.monotonic()
        for worker, (job, step, began) in sorted(dict(self._at).items()):
            line = Text(f"{worker:>3}  ", style="dim", no_wrap=True, overflow="ellipsis")
            line.append(f"{now - began:4.0f} s  ")
            line.append(display.line(text.cut(job.title, max(width // 2, 20))), style="not dim")
            line.append(f"  {display.line(step)}")
            line.truncate(width, overflow="ellipsis")
            yield line
        counts = summary(tally(self._over)) if self._over else ""
        head = f"{len(self._over)} of {self._all}  {now - self._began:.0f} s"
        said = Text("  ".join(filter(None, (head, counts, self._note))), style="bold")
        if self._all < text.MANY:
            yield said
            return
        row = Table.grid(padding=(0, 2))
        row.add_row(ProgressBar(self._all, len(self._over), width=BAR), said)
        yield row
