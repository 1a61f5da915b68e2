"""A run over a fleet: the run itself is that of `clz run`, and its workers are places of machines, by Dask.

The run gives each place a test, as a task for that machine alone, and another one when it has the result: Dask's
scheduler only passes it on, and has nothing to choose. What a lost machine had begun waits for another place.
"""

from __future__ import annotations

import io
import itertools
import os
import re
import subprocess
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any, cast

from clz_apps.tests.fleet.machine import TRIES, FleetPlugin, Given, is_given, run_test
from clz_apps.tests.fleet.places import FarWorker, Machine
from clz_apps.tests.runner.browsers import Browser
from clz_apps.tests.runner.messages import Event, TestMessage, failed
from clz_apps.tests.runner.notes import RunNotes
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.runner.pool import Worker
from clz_apps.tests.runner.reporter import Reporter
from clz_apps.tests.runner.run import Plan, Run
from clz_core import __version__
from clz_core.config.paths import private_dir
from clz_core.contract.errors import ClzError, error
from clz_core.fleet.machines import Machines
from clz_core.journal.files import EVIDENCE, NAME

MOST_BYTES = 64 << 20
NAMED_FIRST = 4  # machines in the first line
NAMED = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)")
LOST = cast("Event", {"event": "lost"})  # the machine of a test is gone: said by the run to itself


class FleetRun(Run):
    """The run of some jobs by a client of Dask."""

    def __init__(
        self, jobs: list[Job], plan: Plan, reporter: Reporter, notes: RunNotes, client: Any, files: bytes
    ) -> None:
        super().__init__(jobs, plan, reporter, notes)
        self._client = client
        self._id = os.urandom(4).hex()
        self._folder = notes.folder
        plugin = FleetPlugin(self._id, __version__, files, self._named(), plan.headed)
        self._machines = Machines(client, plugin, Machine, reporter.note)
        self._given: dict[str, Given] = {}  # by the key of the task
        self._waited_for: set[str] = set()  # keys of tasks
        self._at: dict[str, FarWorker] = {}  # by the test
        self._numbers = itertools.count(1)
        self._losses: Counter[str] = Counter()  # of a test, machines that it had begun on
        self._none = Machine("", "", 0)
        self._cut = False  # whether the scheduler is gone

    def go(self) -> int:
        """As `Run.go`. Raises: BROWSER_START_FAILED if no machine has a Firefox."""
        try:
            self._machines.begin(self._said)
            return super().go()
        finally:
            self._machines.end()

    def _turn(self) -> None:
        self._look()
        super()._turn()

    def _look(self) -> None:
        """Take note of machines that have come, and of those that are lost."""
        if self._cut:
            if self._waiting:
                self._nothing_can_run(error("FLEET_UNREACHABLE", "The scheduler of the fleet was lost.", ""))
            return
        came, lost = self._machines.look()
        for worker in self._far_workers:
            if worker.machine in lost and worker.take():
                self._lost(worker)
        if came or lost or not self._workers:
            self._workers = [one for one in self._workers if one.job is not None or one.browser.up]
            self._fill()
        if self._waiting and self._machines.are_gone:
            self._nothing_can_run(error("BROWSER_START_FAILED", "No machine of the fleet is left.", ""))

    @property
    def _far_workers(self) -> list[FarWorker]:
        return cast("list[FarWorker]", self._workers)

    def _fill(self) -> None:
        """Add workers until there is one for each place that has a test."""
        idle = sum(worker.job is None for worker in self._workers)
        while idle < len(self._waiting) and (machine := self._free()) is not None:
            self._workers.append(FarWorker(self._submit, next(self._numbers), machine, self._events))
            idle += 1

    def _free(self) -> Machine | None:
        """The machine with most places that nobody has."""
        used = Counter(worker.machine.address for worker in self._far_workers)
        up = [
            machine for machine in self._machines.known.values() if machine.up and used[machine.address] < machine.slots
        ]
        return max(up, key=lambda machine: machine.slots - used[machine.address], default=None)

    def _said(self, event: dict[str, Any]) -> None:
        """What a machine says, in a thread of Dask's client."""
        match event["event"]:
            case "over" if event["key"] in self._waited_for:
                self._given[event["key"]] = event["given"]
            case "began" if (worker := self._at.get(event["id"])) is not None:
                worker.begun = True
                worker.deadline = worker.limit()  # from now on
            case "step" if (worker := self._at.get(event["id"])) is not None:
                self._events.put((worker, {"event": "step", "at": 0, "text": event["text"]}))

    def _named(self) -> dict[str, str]:
        """The variables that the tests name, and no others."""
        steps = [
            step for one in self.results for step in (*one.job.test.before, *one.job.test.steps, *one.job.test.after)
        ]
        names = {name for step in steps for name in NAMED.findall(step.command)}
        return {name: os.environ[name] for name in names & set(os.environ)}

    def _reserved(self) -> list[Browser]:
        names = sorted(machine.where for machine in self._machines.known.values() if machine.up)
        more = f" and {len(names) - NAMED_FIRST} more" if len(names) > NAMED_FIRST else ""
        return [Machine("", ", ".join(names[:NAMED_FIRST]) + more, 0)]

    def _count(self) -> int:
        return min(self._machines.slots, len(self._waiting))

    def _start(self, count: int) -> None:
        self._fill()

    def _worker(self, number: int) -> Worker:
        """What takes the place of a worker that has ended."""
        return FarWorker(self._submit, number, self._free() or self._none, self._events)

    def _submit(self, worker: FarWorker, key: str, message: TestMessage) -> Any:
        """Hand a test to its machine."""
        self._at[message["id"]] = worker
        self._waited_for.add(key)
        future = self._client.submit(
            run_test, self._id, key, message, key=key, workers=[worker.machine.address], pure=False
        )
        future.add_done_callback(lambda done: self._over_there(worker, key, message, done))
        return future

    def _over_there(self, worker: FarWorker, key: str, message: TestMessage, future: Any) -> None:
        """A test is over: in a thread of Dask's client."""
        given = self._given.pop(key, None)
        self._waited_for.discard(key)
        if not worker.waits_for(key):
            return
        event: Event = LOST
        try:
            if future.cancelled():
                self._cut = True
                event = failed("The scheduler of the fleet was lost while it ran.")
            else:
                given = given or future.result()
                if given is not None and not is_given(given):
                    given, event = (
                        None,
                        failed(f"{worker.machine.where} answered with something other than the result of a test."),
                    )
        except Exception as problem:  # noqa: BLE001 - code that cannot be sent
            if type(problem).__name__ != "KilledWorker":
                event = failed(f"{type(problem).__name__}: {problem}")
        if not worker.take(key):
            return  # its machine was lost meanwhile
        if given is not None:
            try:
                self._keep(given, message["trace"], message["film"])
            except (OSError, ClzError) as problem:
                self._reporter.note(f"what its machine recorded of a test could not be saved: {problem}")
            event = {**given["done"], "where": given["where"]}
        self._events.put((worker, event))

    def _hear(self, worker: Worker, event: Event) -> None:
        if event is LOST:
            self._lost(cast("FarWorker", worker))
        else:
            super()._hear(worker, event)

    def _lost(self, worker: FarWorker) -> None:
        """The machine of a test is gone: it is run elsewhere, unless it has taken too many with it."""
        job = worker.job
        if job is None:
            return
        worker.forget()
        self._losses[job.id] += worker.begun
        if self._losses[job.id] >= TRIES or self._stopping:
            where = worker.machine.where
            what = f"It was given up: each machine that ran it was lost. The last was {where}"
            super()._hear(worker, failed(what))
            return
        worker.job, worker.deadline = None, None
        self._waiting.appendleft(job)

    def _keep(self, given: Given, trace: str, film: str) -> None:
        """Have in the journal of this run what a test has left in that of its machine. Raises: OSError, ClzError."""
        private_dir(self._folder)
        for name, data in given["evidence"].items():
            private_dir(self._folder / EVIDENCE)
            (self._folder / EVIDENCE / os.path.basename(name)).write_bytes(data)
        for name, ending, data in ((trace, ".zip", given["trace"]), (film, ".webm", given["film"])):
            if data:
                file = Path(name).with_suffix(ending)
                private_dir(file.parent)
                file.write_bytes(data)
        if given["journal"]:
            with open(self._folder / NAME, "ab", opener=_private) as journal:
                journal.write(given["journal"])


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def packed() -> bytes:
    """The files below the working folder, those that git ignores left out: a test may name any. Raises: USAGE."""
    made = io.BytesIO()
    size = 0
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as archive:
        for path in _files():
            if path.is_symlink() or not path.is_file():
                continue
            size += path.stat().st_size
            if size > MOST_BYTES:
                raise error(
                    "USAGE",
                    f"The files of {Path.cwd()} have more than {MOST_BYTES >> 20} MB; all of them would be sent.",
                    "Run the tests from a folder that holds them and what they need, and nothing else.",
                )
            archive.write(path, path.as_posix())
    return made.getvalue()


def _files() -> list[Path]:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        known = subprocess.run(listed, capture_output=True, check=True).stdout
        return [Path(os.fsdecode(name)) for name in known.split(b"\0") if name]
    except (OSError, subprocess.CalledProcessError):  # no git, or not in it
        hidden = (".", "node_modules")
        return [
            path.relative_to(".")
            for path in sorted(Path().rglob("*"))
            if not any(part.startswith(hidden) for part in path.parts)
        ]
