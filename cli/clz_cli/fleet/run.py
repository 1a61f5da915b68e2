"""A run over a fleet: the run itself is that of `clz run`, and its workers are places of machines, by Dask.

The run gives each place a test, as a task for that machine alone, and another one when it has the result: Dask's
scheduler carries, and has nothing to choose. What a machine that is lost had begun waits for another place.
"""

from __future__ import annotations

import io
import itertools
import os
import queue
import re
import subprocess
import threading
import time
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any, cast

from clz_cli.fleet.machine import TRIES, Crew, Given, plugin_name, run_test
from clz_cli.fleet.places import FarWorker, Machine, failed
from clz_cli.runner.browsers import Browser
from clz_cli.runner.messages import Event, TestMessage
from clz_cli.runner.notes import RunNotes
from clz_cli.runner.plan import Job
from clz_cli.runner.pool import Worker
from clz_cli.runner.reporters import Reporter
from clz_cli.runner.run import Plan, Run
from clz_core import __version__
from clz_core.config.paths import private_dir
from clz_core.contract.errors import ClzError, error
from clz_core.journal.files import EVIDENCE, NAME

MOST_BYTES = 64 << 20
START_S = 120  # until a machine is there, at the beginning and after the last was lost
OTHERS_S = 10  # for the other machines, once there is one
END_S = 30  # until all machines have ended what they run
LOOK_S = 1.0  # between looks at which machines there are
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
        self._files = files
        self._folder = notes.folder
        self._machines: dict[str, Machine] = {}  # by address
        self._there: dict[str, tuple[str, str]] = {}  # the names and identities of Dask's workers, by address
        self._news: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._came = threading.Event()
        self._problems: set[str] = set()
        self._given: dict[str, Given] = {}  # by the key of the task
        self._at: dict[str, FarWorker] = {}  # by the test
        self._numbers = itertools.count(1)
        self._losses: Counter[str] = Counter()  # of a test, machines that it had begun on
        self._looked = 0.0
        self._last_there = 0.0
        self._none = Machine("", "", 0)
        self._cut = False  # whether the scheduler is gone

    def go(self) -> int:
        """As `Run.go`. Raises: BROWSER_START_FAILED if no machine has a Firefox."""
        topic = plugin_name(self._id)
        self._client.subscribe_topic(topic, lambda event: self._said(event[1]))
        crew = Crew(self._id, __version__, self._files, self._named(), self._plan.headed)
        try:
            joining = threading.Thread(target=self._join, args=(crew,), daemon=True)
            joining.start()
            self._gather(joining)
            return super().go()
        finally:
            self._leave(topic)

    def _join(self, crew: Crew) -> None:
        try:
            self._client.register_plugin(crew)
        except Exception as problem:  # noqa: BLE001 - a machine without clz, or one that was lost meanwhile
            self._problems.add(f"{type(problem).__name__}: {problem}")

    def _gather(self, joining: threading.Thread) -> None:
        """Wait for machines. Raises: BROWSER_START_FAILED."""
        began = time.monotonic()
        first = 0.0
        while (now := time.monotonic()) < began + START_S:
            self._look()
            if self._slots:
                first = first or now
            if self._there.keys() and self._there.keys() <= self._machines.keys():
                break
            if (first and now > first + OTHERS_S) or (not joining.is_alive() and self._problems):
                break
            self._came.wait(LOOK_S)
            self._came.clear()
        if not self._slots:
            why = "; ".join(sorted(self._problems)) or "no worker has come"
            raise error("BROWSER_START_FAILED", f"No machine of the fleet can run a test: {why}", "")
        self._last_there = time.monotonic()

    def _leave(self, topic: str) -> None:
        """Have all machines end what they run; one that is stopped is not waited for."""
        told: list[str] = []

        def leave() -> None:
            try:
                self._client.unregister_worker_plugin(topic)
                self._client.run_on_scheduler(_forget, topic=topic)
            except Exception as problem:  # noqa: BLE001 - a scheduler that is gone has ended them
                told.append(type(problem).__name__)

        self._client.unsubscribe_topic(topic)
        leaving = threading.Thread(target=leave, daemon=True)
        leaving.start()
        leaving.join(END_S)
        if told or leaving.is_alive():
            why = told[0] if told else "not all of it answers"
            self._reporter.note(f"the fleet could not be told to end: {why}")

    def _turn(self) -> None:
        self._look()
        super()._turn()

    def _look(self) -> None:
        """Take note of machines that have come, and of those that are lost."""
        changed = self._heard_news()
        if self._cut:
            if self._waiting:
                self._nothing_can_run(error("FLEET_UNREACHABLE", "The scheduler of the fleet was lost.", ""))
            return
        now = time.monotonic()
        if now - self._looked >= LOOK_S:
            self._looked = now
            changed = self._see() or changed or not self._workers
        if changed:
            self._workers = [one for one in self._workers if one.job is not None or one.browser.up]
            self._fill()
        if self._slots:
            self._last_there = now
        elif self._waiting and self._last_there and now > self._last_there + START_S:
            self._nothing_can_run(error("BROWSER_START_FAILED", "No machine of the fleet is left.", ""))

    def _heard_news(self) -> bool:
        changed = False
        while not self._news.empty():
            news = self._news.get()
            changed = True
            where, problem = str(news["where"]), str(news["problem"])
            self._machines[news["address"]] = Machine(news["address"], where, int(news["slots"]))
            if problem:
                self._problems.add(f"{where}: {problem}")
                self._reporter.note(f"{where} runs no test: {problem}")
        return changed

    def _see(self) -> bool:
        """Whether a worker is gone since the last look. One that has come says so itself."""
        try:
            there: dict[str, tuple[str, str]] = self._client.run_on_scheduler(_workers)
        except Exception:  # noqa: BLE001 - what the scheduler had tells of its end
            return False
        gone = {at: one for at, one in self._there.items() if there.get(at) != one}
        self._there = there
        for address, (name, _) in gone.items():
            machine = self._machines.pop(address, None)
            where = machine.where if machine is not None else name
            self._reporter.note(f"{where} was lost; what it ran is run elsewhere")
            if machine is None:
                continue
            machine.up = False
            for worker in self._far_workers:
                if worker.machine is machine and worker.take():
                    self._lost(worker)
        return bool(gone)

    @property
    def _far_workers(self) -> list[FarWorker]:
        return cast("list[FarWorker]", self._workers)

    @property
    def _slots(self) -> int:
        return sum(machine.slots for machine in self._machines.values() if machine.up)

    def _fill(self) -> None:
        """Have a worker for each place that there is a test for."""
        idle = sum(worker.job is None for worker in self._workers)
        while idle < len(self._waiting) and (machine := self._free()) is not None:
            self._workers.append(FarWorker(self._submit, next(self._numbers), machine, self._events))
            idle += 1

    def _free(self) -> Machine | None:
        """The machine with most places that nobody has."""
        used = Counter(worker.machine.address for worker in self._far_workers)
        up = [machine for machine in self._machines.values() if machine.up and used[machine.address] < machine.slots]
        return max(up, key=lambda machine: machine.slots - used[machine.address], default=None)

    def _said(self, event: dict[str, Any]) -> None:
        """What a machine says, in a thread of Dask's client."""
        match event["event"]:
            case "machine":
                self._news.put(event)
                self._came.set()
            case "over":
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
        names = sorted(machine.where for machine in self._machines.values() if machine.up)
        more = f" and {len(names) - NAMED_FIRST} more" if len(names) > NAMED_FIRST else ""
        return [Machine("", ", ".join(names[:NAMED_FIRST]) + more, 0)]

    def _count(self) -> int:
        return min(self._slots, len(self._waiting))

    def _start(self, count: int) -> None:
        self._fill()

    def _worker(self, number: int) -> Worker:
        """What takes the place of a worker that has ended."""
        return FarWorker(self._submit, number, self._free() or self._none, self._events)

    def _submit(self, worker: FarWorker, key: str, message: TestMessage) -> Any:
        """Hand a test to its machine."""
        self._at[message["id"]] = worker
        future = self._client.submit(
            run_test, self._id, key, message, key=key, workers=[worker.machine.address], pure=False
        )
        future.add_done_callback(lambda done: self._over_there(worker, key, message, done))
        return future

    def _over_there(self, worker: FarWorker, key: str, message: TestMessage, future: Any) -> None:
        """A test is over: in a thread of Dask's client."""
        given = self._given.pop(key, None)
        if not worker.waits_for(key):
            return
        event: Event = LOST
        try:
            if future.cancelled():
                self._cut = True
                event = failed("The scheduler of the fleet was lost while it ran.")
            else:
                given = given or future.result()
        except Exception as problem:  # noqa: BLE001 - code that cannot be sent
            if type(problem).__name__ != "KilledWorker":
                event = failed(f"{type(problem).__name__}: {problem}")
        if not worker.take(key):
            return  # its machine was lost meanwhile
        if given is not None:
            try:
                self._keep(given, message["trace"], message["film"])
            except (OSError, ClzError) as problem:
                self._reporter.note(f"what its machine has seen of a test could not be kept: {problem}")
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
            what = f"It was given up: its machines were lost with it, one after another. The last was {where}"
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


def _workers(dask_scheduler: Any) -> dict[str, tuple[str, str]]:
    return {address: (str(one.name), str(one.server_id)) for address, one in dask_scheduler.workers.items()}


def _forget(dask_scheduler: Any, topic: str) -> None:
    """Nothing of this run is kept by a scheduler that goes on."""
    dask_scheduler._broker.truncate(topic)


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
