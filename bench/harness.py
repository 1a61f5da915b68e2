"""What demo and benchmarks share: a scratch session, the way a case is declared and run, and the table.

A case names its figures and gives a context manager that sets the stage and yields a function; each call of that
function measures every figure of the case once. Figures that are compared with each other are measured in turn within
one call, so that noise on the machine hits both. Targets in milliseconds were set on one machine: before and after each
case this one is measured against it, and the target is held against the time divided by that pace.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from tests.site.server import Site
from tests.support.scratch import Scratch as Home
from tests.support.scratch import processes_of, scratch_home

if TYPE_CHECKING:
    from clz_core.client import Client

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
CLZ = BIN / "clz"
RESULTS = ROOT / "bench" / "results" / "latest.json"
COMMAND_SECONDS = 60.0
STOP_SECONDS = 3.0  # for what Firefox's own helpers need after it is gone
BASELINE = [sys.executable, "-c", "import zmq, typer"]  # the least that any Typer program over ZeroMQ can take
BASELINE_MS = 80.0  # on the machine of the targets
PACE_RUNS = 3

Samples = Mapping[str, float]
Measure = Callable[[], Samples]


class CommandFailed(Exception):
    """A `clz` command of the demo or a benchmark did not end with exit code 0."""


class Scratch:
    """One session in a home of its own: nothing of the user's is read or written."""

    def __init__(self, session: str, home: Home) -> None:
        self.session = session
        self.root = home.root
        self.env = {**home.env, "CLZ_SESSION": session}

    def clz(self, *words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        """Run one `clz` command to its end, whatever that is."""
        return subprocess.run(
            [str(CLZ), *words],
            cwd=cwd,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )

    def must(self, *words: str) -> str:
        """Run one `clz` command and return what it printed. Raises: CommandFailed."""
        done = self.clz(*words)
        if done.returncode != 0:
            raise CommandFailed(f"clz {' '.join(words)}: exit code {done.returncode}\n{done.stderr or done.stdout}")
        return done.stdout

    def client(self) -> Client:
        """A client for this session, in this process. Use it as a context manager."""
        from clz_core.client import Client

        return Client(self.session)


@contextmanager
def scratch_session(session: str) -> Iterator[Scratch]:
    """A session that leaves nothing behind: no Firefox, no process, no folder.

    Its folders are also in this process's environment meanwhile, for clients made here. Raises: CommandFailed if a
    process outlives `clz browser stop`; it is ended then.
    """
    before = dict(os.environ)
    with scratch_home() as home:
        scratch = Scratch(session, home)
        os.environ.update(scratch.env)
        try:
            yield scratch
        finally:
            scratch.clz("browser", "stop")
            os.environ.clear()
            os.environ.update(before)
            _, left = psutil.wait_procs(processes_of(home.root), timeout=STOP_SECONDS)
            if left:
                names = ", ".join(f"{process.name()} ({process.pid})" for process in left)
                raise CommandFailed(f"still running after clz browser stop: {names}")


@dataclass(frozen=True)
class Figure:
    """One row of the table.

    `target` is the most that its median may be, None for a row that only informs. `per` makes it a ratio: the median
    of figure `of` over that of figure `per`, and so the 95th percentiles.
    """

    key: str
    title: str
    target: float | None = None
    of: str = ""
    per: str = ""
    measure: str = "ms"

    @property
    def unit(self) -> str:
        return "x" if self.per else self.measure


@dataclass(frozen=True)
class Case:
    """Figures that are measured together, in `runs` rounds after `warm_up` rounds that do not count."""

    name: str
    stage: Callable[[Bench], AbstractContextManager[Measure]]
    figures: Sequence[Figure]
    runs: int
    warm_up: int = 0


@dataclass(frozen=True)
class Row:
    """A measured figure."""

    figure: Figure
    median: float
    p95: float
    samples: Sequence[float] = ()
    pace: float = 1.0
    """How many times as long as on the machine of the targets things took meanwhile."""

    @property
    def there(self) -> float:
        """The median as it would be on the machine of the targets."""
        return self.median / self.pace if self.figure.unit == "ms" else self.median

    @property
    def ok(self) -> bool | None:
        return None if self.figure.target is None else self.there <= self.figure.target

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.figure.key,
            "title": self.figure.title,
            "unit": self.figure.unit,
            "median": round(self.median, 3),
            "p95": round(self.p95, 3),
            "pace": round(self.pace, 3),
            "there": round(self.there, 3),
            "target": self.figure.target,
            "ok": self.ok,
            "runs": len(self.samples),
            "samples": [round(sample, 3) for sample in self.samples],
        }


@dataclass
class Bench:
    """What a case may use. One warm session serves all cases that ask for it."""

    site: Site
    stack: ExitStack = field(default_factory=ExitStack)
    _warm: Scratch | None = None

    def warm(self) -> Scratch:
        """A session whose Firefox runs, started when it is first asked for."""
        if self._warm is None:
            self._warm = self.stack.enter_context(scratch_session("bench"))
            self._warm.must("open", self.site.url("form.html"))
        return self._warm

    def cool(self) -> None:
        """Stop the warm session: for cases that want the machine to themselves."""
        self.stack.close()
        self._warm = None

    def run(self, case: Case, runs: int | None = None) -> list[Row]:
        samples: dict[str, list[float]] = {}
        before = pace()
        with case.stage(self) as measure:
            for _ in range(case.warm_up if runs is None else min(runs, case.warm_up)):
                measure()
            for _ in range(runs or case.runs):
                for key, value in measure().items():
                    samples.setdefault(key, []).append(value)
        meanwhile = (before + pace()) / 2
        return [_row(figure, samples, meanwhile) for figure in case.figures]


def _row(figure: Figure, samples: Mapping[str, Sequence[float]], pace: float) -> Row:
    if figure.per:
        of, per = samples[figure.of], samples[figure.per]
        return Row(figure, statistics.median(of) / statistics.median(per), p95(of) / p95(per), pace=pace)
    own = samples[figure.key]
    return Row(figure, statistics.median(own), p95(own), own, pace)


def pace() -> float:
    """How many times as long as the machine of the targets this one takes now."""
    return statistics.median(timed_process(BASELINE) for _ in range(PACE_RUNS)) / BASELINE_MS


def p95(values: Sequence[float]) -> float:
    """The 95th percentile by the nearest rank: a value that was really measured."""
    ordered = sorted(values)
    return ordered[max(0, -(-95 * len(ordered) // 100) - 1)]


def timed(action: Callable[[], object]) -> float:
    """Milliseconds that `action` took."""
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def timed_process(argv: Sequence[str], env: Mapping[str, str] | None = None) -> float:
    """Milliseconds of one whole process, start to end. Raises: CommandFailed."""
    start = time.perf_counter()
    done = subprocess.run(
        list(argv),
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=COMMAND_SECONDS,
        check=False,
    )
    took = (time.perf_counter() - start) * 1000
    if done.returncode != 0:
        raise CommandFailed(f"{' '.join(argv)}: exit code {done.returncode}\n{done.stdout}")
    return took


def number(value: float, unit: str) -> str:
    """`value` with the digits that mean something."""
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f} {'×' if unit == 'x' else unit}"


def show(rows: Sequence[Row]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("figure")
    for title in ("median", "p95", "pace", "by it", "target", "runs"):
        table.add_column(title, justify="right")
    table.add_column("")
    marks = {True: Text("ok", "green"), False: Text("over", "bold red"), None: Text("")}
    for row in rows:
        unit, target = row.figure.unit, row.figure.target
        table.add_row(
            row.figure.title,
            number(row.median, unit),
            number(row.p95, unit),
            number(row.pace, "x") if unit == "ms" else "",
            number(row.there, unit) if unit == "ms" else "",
            "" if target is None else f"≤ {target:,g} {'×' if unit == 'x' else unit}",
            str(len(row.samples) or ""),
            marks[row.ok],
        )
    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    console.print(table)
    console.print(
        f"\npace: how many times as long as the machine of the targets this one took meanwhile, by "
        f"`python -c 'import zmq, typer'` ({BASELINE_MS:g} ms there); by it: the median divided by that, which is held "
        "against the target."
    )


def write_json(rows: Sequence[Row], path: Path = RESULTS) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    report = {
        "v": 1,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {
            "system": f"{platform.system()} {platform.machine()}",
            "cpus": os.cpu_count(),
            "python": platform.python_version(),
        },
        "figures": [row.to_json() for row in rows],
    }
    path.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
