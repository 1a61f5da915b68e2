"""A run over a fleet: the run itself is that of `clz run`, and its workers are tasks of Dask."""

from __future__ import annotations

import io
import os
import queue
import re
import subprocess
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

from clz_cli.fleet.machine import Crew, Given, plugin_name, run_test
from clz_cli.runner.browsers import Browser
from clz_cli.runner.messages import DoneEvent, GoMessage, StepError, TestMessage
from clz_cli.runner.notes import RunNotes
from clz_cli.runner.plan import Job
from clz_cli.runner.pool import Heard, Worker
from clz_cli.runner.reporters import Reporter
from clz_cli.runner.run import Plan, Run
from clz_core import __version__
from clz_core.config.paths import private_dir
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import TEST_GRACE_MS
from clz_core.journal.files import EVIDENCE, NAME

SETTLE_MS = 120_000  # a test's machine may be lost, and another begin it again
MOST_BYTES = 64 << 20
START_S = 120
LOOK_S = 1.0  # between looks at which machines there are
NAMED = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)")


class FleetRun(Run):
    """The run of some jobs by a client of Dask."""

    def __init__(
        self, jobs: list[Job], plan: Plan, reporter: Reporter, notes: RunNotes, client: Any, files: bytes
    ) -> None:
        super().__init__(jobs, plan, reporter, notes)
        self._client = client
        self._id = os.urandom(4).hex()
        self._files = files
        self._machines: dict[str, int] = {}
        self._addresses: dict[str, str] = {}  # of Dask's workers, with their names for people
        self._looked = time.monotonic()
        self._problems: list[str] = []
        self._at: dict[str, FarWorker] = {}
        self._began: dict[str, str] = {}
        self._told_machines = threading.Event()
        self._folder = notes.folder

    def go(self) -> int:
        """As `Run.go`. Raises: BROWSER_START_FAILED if no machine has a Firefox."""
        topic = plugin_name(self._id)
        self._client.subscribe_topic(topic, lambda event: self._said(event[1]))
        crew = Crew(self._id, __version__, self._files, self._named(), self._plan.headed)
        try:
            self._client.register_plugin(crew)
            while not self._slots and len(self._problems) < max(1, len(self._there())):
                if not self._told_machines.wait(START_S):
                    break
                self._told_machines.clear()
            if not self._slots:
                why = "; ".join(sorted(set(self._problems))) or "no worker has come"
                raise error("BROWSER_START_FAILED", f"No machine of the fleet can run a test: {why}", "")
            return super().go()
        finally:
            self._client.unsubscribe_topic(topic)
            try:
                self._client.unregister_worker_plugin(plugin_name(self._id))
            except Exception as problem:  # noqa: BLE001 - a scheduler that is gone has ended them
                self._reporter.note(f"the fleet could not be told to end: {type(problem).__name__}")

    def _turn(self) -> None:
        super()._turn()
        if time.monotonic() - self._looked < LOOK_S:
            return
        self._looked = time.monotonic()
        there = self._there()
        for address in [one for one in self._addresses if one not in there]:
            where = self._addresses.pop(address)
            self._machines.pop(where, None)
            self._reporter.note(f"{where} was lost; what it ran is run elsewhere")
        while len(self._workers) < min(self._slots, len(self._workers) + len(self._waiting)):  # others have come
            self._workers.append(self._worker(len(self._workers) + 1))

    def _there(self) -> set[str]:
        """The addresses of the workers that the scheduler has now; of one that does not answer, those known before."""
        try:
            return set(self._client.run_on_scheduler(_addresses))
        except Exception:  # noqa: BLE001 - its tests tell of its end
            return set(self._addresses)

    @property
    def _slots(self) -> int:
        return sum(self._machines.values())

    def _said(self, event: dict[str, Any]) -> None:
        """What a machine says, in a thread of Dask's client."""
        match event["event"]:
            case "machine":
                self._machines[event["where"]] = event["slots"]
                self._addresses[event["address"]] = event["where"]
                if event["problem"]:
                    self._problems.append(f"{event['where']}: {event['problem']}")
                    self._reporter.note(f"{event['where']} runs no test: {event['problem']}")
                self._told_machines.set()
            case "began":
                self._began[event["id"]] = event["where"]
                if (worker := self._at.get(event["id"])) is not None:
                    worker.deadline = worker.limit()  # from now on, wherever it was begun before
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
        return [_Elsewhere(", ".join(sorted(self._machines)))]

    def _worker(self, number: int) -> Worker:
        return FarWorker(self, number, self._browsers[0], self._events)

    def _count(self) -> int:
        return min(self._slots, len(self._waiting))

    def submit(self, worker: FarWorker, message: TestMessage) -> Any:
        """Hand a test to the fleet."""
        self._at[message["id"]] = worker
        self._began.pop(message["id"], None)
        future = self._client.submit(
            run_test,
            self._id,
            message,
            key=worker.waiting,
            resources={f"firefox-{self._id}": 1},
            pure=False,
        )
        future.add_done_callback(lambda done: self._over_there(worker, message, done))
        return future

    def _over_there(self, worker: FarWorker, message: TestMessage, future: Any) -> None:
        """A test is over, or its machines were lost with it: in a thread of Dask's client."""
        if worker.waiting != future.key:
            return
        if future.cancelled():
            self._events.put((worker, _failed("The scheduler of the fleet was lost while it ran.")))
            return
        try:
            given: Given = future.result()
        except Exception as problem:  # noqa: BLE001 - a killed worker, code that cannot be sent
            last = self._began.get(message["id"], "")
            what = f"{type(problem).__name__}: {problem}"
            if type(problem).__name__ == "KilledWorker":
                what = f"It was given up: its machines were lost with it, one after another. The last was {last}"
            self._events.put((worker, _failed(what)))
            return
        try:
            self._keep(given, message["trace"], message["film"])
        except (OSError, ClzError) as problem:
            self._reporter.note(f"what its machine has seen of a test could not be kept: {problem}")
        self._events.put((worker, {**given["done"], "where": given["where"]}))

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


def _addresses(dask_scheduler: Any) -> list[str]:
    return list(dask_scheduler.workers)


class FarWorker(Worker):
    """One test at a time, somewhere in the fleet."""

    def __init__(self, run: FleetRun, number: int, browser: Browser, events: queue.SimpleQueue[Heard]) -> None:
        self.number = number
        self.browser = browser
        self.job: Job | None = None
        self.step = ""
        self.began = 0.0
        self.deadline: Deadline | None = None
        self.process = _NoProcess()  # type: ignore[assignment]
        self.future: Any = None
        self.waiting = ""  # the key of its task
        self._run = run
        self._events = events
        self._limit_ms = 0

    def limit(self) -> Deadline:
        """The time by which its test must be over, wherever it was begun now."""
        return Deadline.after(self._limit_ms + TEST_GRACE_MS + SETTLE_MS)

    def tell(self, message: TestMessage | GoMessage) -> None:
        if "event" not in message:
            self._limit_ms = message["limit_ms"]
            self.deadline = self.limit()
            self.waiting = f"clz-{message['id']}-{os.urandom(4).hex()}"
            self.future = self._run.submit(self, message)

    def interrupt(self) -> None:
        if self.job is not None:
            self._cancel()
            self._events.put((self, _failed("The run was interrupted.", "CANCELLED", 130)))
        self._events.put((self, {"event": "gone"}))

    def close(self) -> None:
        self._cancel()

    def kill(self) -> None:
        self._cancel()
        self._events.put((self, {"event": "gone"}))

    def last_words(self) -> str:
        return ""

    def _cancel(self) -> None:
        self.waiting = ""
        future, self.future = self.future, None
        if future is not None and not future.done():
            future.cancel(force=True)


class _NoProcess:
    """What stands for the process that runs nowhere near."""

    def wait(self) -> int:
        return 1


class _Elsewhere(Browser):
    """The Firefoxes of all machines, which those start and stop themselves."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.up = True
        self.ours = False
        self.problem: ClzError | None = None
        self._starting = None

    def start(self, told: object) -> None:
        """Nothing: a machine starts its own again."""

    def stop(self) -> None:
        """Nothing: it ends with the run."""


def _failed(what: str, code: str = "INTERNAL", exit: int = 1) -> DoneEvent:
    problem: StepError = {"code": code, "message": what, "hint": "", "details": {}, "exit": exit}
    return {"event": "done", "outcome": "error", "ms": 0, "steps": [], "error": problem, "kept_problem": ""}


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
