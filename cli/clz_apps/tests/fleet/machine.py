"""What runs on the machines of a fleet: a plugin of Dask's worker that has a Firefox, and one test at a time a slot.

A worker has as many places as it has threads, memory and tabs for, and says so. The run gives it as many tests, and
each is a task for this worker alone, so that the scheduler has nothing to choose. Tests share the worker's Firefox as
those of `clz run` do. One that its Firefox did not survive is run again, with nobody beside it, and given up at the
third time.
"""

from __future__ import annotations

import asyncio
import io
import queue
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypedDict, TypeGuard, cast

from distributed import get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from clz_apps.tests.runner.browsers import Browser, reserve
from clz_apps.tests.runner.messages import DoneEvent, TestMessage, failed
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.runner.pool import Heard, Worker
from clz_core.config.paths import private_dir, state_dir
from clz_core.contract.errors import ClzError
from clz_core.fleet.room import begin, check_version, name_of, plugin_name, room_of
from clz_core.journal.files import EVIDENCE, NAME
from clz_native.firefox.manager import Manager

TRIES = 3
MOST_EVENT_BYTES = 16 << 10  # a result up to here is sent as an event, and a larger one is fetched
STEP_S = 0.3  # a step that is over sooner is not reported: nobody could read it
GONE = 3  # the exit code where Firefox is not there
DONE = {"event", "outcome", "ms", "steps", "error", "kept_problem"}  # what each end of a test has, and each error in it
TOLD = {"code", "message", "hint", "details", "exit"}
Say = Callable[[dict[str, Any]], None]


class Given(TypedDict):
    """The outcome of a test on a machine: its last event, and what it left in the journal there."""

    done: DoneEvent
    journal: bytes
    evidence: dict[str, bytes]
    trace: bytes
    film: bytes
    where: str


def run_test(run: str, key: str, message: TestMessage) -> Given | None:
    """The task. A test's outcome is sent as an event if it is small, else returned; neither if nothing was run."""
    worker = get_worker()
    plugin = cast("FleetPlugin | None", worker.plugins.get(plugin_name(run)))
    if plugin is None:
        return None  # a worker that has just come back
    topic = plugin_name(run)
    given = plugin.run(message, lambda event: worker.log_event(topic, event))
    if size_of(given) > MOST_EVENT_BYTES:
        return given
    worker.log_event(topic, {"event": "over", "key": key, "given": given})
    return None


def is_given(value: object) -> TypeGuard[Given]:
    """Whether it is the outcome of a test: a machine may be broken, or not one of ours."""
    if not isinstance(value, dict) or not isinstance(value.get("evidence"), dict):
        return False
    files = (value.get("journal"), value.get("trace"), value.get("film"), *value["evidence"].values())
    names = (value.get("where"), *value["evidence"])
    return (
        all(isinstance(one, bytes) for one in files) and all(isinstance(one, str) for one in names) and _is_done(value)
    )


def _is_done(value: dict[str, Any]) -> bool:
    done = value.get("done")
    if not isinstance(done, dict) or not done.keys() >= DONE or not isinstance(done["steps"], list | tuple):
        return False
    problem = done["error"]
    is_told = problem is None or (isinstance(problem, dict) and problem.keys() >= TOLD)
    return is_told and done["outcome"] in ("passed", "failed", "error")


def size_of(given: Given) -> int:
    files = (given["journal"], given["trace"], given["film"], *given["evidence"].values())
    return sum(map(len, files))


class FleetPlugin(WorkerPlugin):
    """A worker's Firefox and its slots. `files` is a zip of what the tests need, `env` what they take from there."""

    idempotent = False

    def __init__(self, run: str, version: str, files: bytes, env: dict[str, str], headed: bool | None) -> None:
        self.name = plugin_name(run)
        self._given = (version, files, env, headed)

    async def setup(self, worker: Any) -> None:
        """Start a Firefox, and say how many tests fit. If it cannot start, that is reported; no test is taken."""
        self.where = name_of(worker)
        self._browser: Browser | None = None
        self._folder: Path | None = None
        self._idle: queue.SimpleQueue[Slot] = queue.SimpleQueue()
        self._slots: list[Slot] = []
        self._shared = _Shared()
        self._ended = False
        await begin(worker, self.name, self._begin)

    def _begin(self, worker: Any) -> int:
        version, files, env, headed = self._given
        check_version(version)
        private_dir(state_dir())
        fleet = private_dir(state_dir() / "fleet")
        _clear_left(fleet)
        (self._browser,) = reserve(1, headed, None)
        folder = self._folder = private_dir(fleet / self._browser.session)
        place = folder / "files"
        place.mkdir()
        with zipfile.ZipFile(io.BytesIO(files)) as archive:
            archive.extractall(place)
        self._start_firefox()
        count = room_of(worker)
        for number in range(count):
            slot = Slot(number + 1, self._browser, folder / f"journal-{number}", place, env)
            self._slots.append(slot)
            self._idle.put(slot)
        return count

    def _start_firefox(self) -> None:
        """Raises: ClzError if there is none."""
        assert self._browser is not None
        told = threading.Event()
        self._browser.start(told.set)
        told.wait()
        if self._browser.problem is not None:
            raise self._browser.problem

    def run(self, message: TestMessage, say: Say) -> Given:
        """One test, to its end."""
        assert self._browser is not None
        assert self._folder is not None
        say({"event": "began", "id": message["id"], "where": self.where})
        slot = self._idle.get()
        trace = self._folder / f"trace-{message['id']}-{message['attempt']}"
        film = trace.with_suffix(".webm")
        message = {
            **message,
            "trace": str(trace) if message["trace"] else "",
            "film": str(film) if message["film"] else "",
        }
        try:
            for number in range(1, TRIES + 1):
                with self._shared.with_others(alone=number > 1):
                    if number > 1:
                        self._start_firefox()
                    done = slot.run({**message, "session": self._browser.session}, say)
                if self._ended or done["error"] is None or done["error"]["exit"] != GONE:
                    break
            else:
                done = _given_up(done)
            lines, evidence = slot.left()
            return {
                "done": done,
                "journal": lines,
                "evidence": evidence,
                "trace": _taken(trace.with_suffix(".zip")),
                "film": _taken(film),
                "where": self.where,
            }
        finally:
            self._idle.put(slot)

    async def teardown(self, worker: Any) -> None:
        """Leave nothing running, and nothing on the disk."""
        self._ended = True
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        for slot in self._slots:
            slot.end()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._browser is not None:
            self._browser.stop()


class Slot:
    """Runs one test at a time, in a process of its own as `clz run` does."""

    def __init__(self, number: int, browser: Browser, journal: Path, folder: Path, env: dict[str, str]) -> None:
        self._make: Callable[[], Worker] = lambda: Worker(number, browser, self._events, journal, folder, env)
        self._journal = journal
        self._events: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self._worker: Worker | None = None
        self._read = 0

    def run(self, message: TestMessage, say: Say) -> DoneEvent:
        if self._worker is None or self._worker.process.poll() is not None:
            self._events = queue.SimpleQueue()
            self._worker = self._make()
        worker = self._worker
        worker.give(_NOBODYS, message)
        step, told = "", True
        while True:
            try:
                _, event = self._events.get(timeout=STEP_S)
            except queue.Empty:
                if not told:
                    told = True
                    say({"event": "step", "id": message["id"], "text": step})
                if worker.overdue:
                    worker.kill()
                continue
            if event["event"] == "step":
                step, told = event["text"], False
            elif event["event"] == "done":
                worker.deadline = None
                return event
            elif event["event"] == "gone":
                code = worker.process.wait()
                self._worker = None
                return failed(f"Its worker ended with code {code}. It was at: {step}")

    def left(self) -> tuple[bytes, dict[str, bytes]]:
        """What the last test has left in the journal: lines, and files of evidence, which then are gone here."""
        lines, evidence = b"", dict[str, bytes]()
        with suppress(OSError), open(self._journal / NAME, "rb") as file:
            file.seek(self._read)
            lines = file.read()
            self._read += len(lines)
        with suppress(OSError):
            for path in sorted((self._journal / EVIDENCE).iterdir()):
                evidence[path.name] = path.read_bytes()
                path.unlink()
        return lines, evidence

    def end(self) -> None:
        if self._worker is not None:
            self._worker.kill()


_NOBODYS: Job = None  # type: ignore[assignment]  # the job itself stays where the run is


class _Shared:
    """A Firefox that several tests use at a time, or one alone."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._users = 0
        self._alone = False

    @contextmanager
    def with_others(self, alone: bool) -> Iterator[None]:
        with self._turn:
            self._turn.wait_for(lambda: not self._alone and (not alone or not self._users))
            self._users += 1
            self._alone = alone
        try:
            yield
        finally:
            with self._turn:
                self._users -= 1
                self._alone = False
                self._turn.notify_all()


def _clear_left(fleet: Path) -> None:
    """End what workers that were killed left here: the Firefoxes of sessions that nobody has, and folders."""
    for folder in fleet.iterdir():
        with suppress(ClzError):  # somebody uses it
            (browser,) = reserve(1, None, folder.name)
            with suppress(ClzError):
                Manager(folder.name).stop()
            shutil.rmtree(folder, ignore_errors=True)
            browser.stop()


def _given_up(done: DoneEvent) -> DoneEvent:
    problem = done["error"]
    assert problem is not None
    what = f"Firefox went away at each of {TRIES} tries, at the last with only this test in it: {problem['message']}"
    return {**done, "error": {**problem, "message": what, "exit": 1}}


def _taken(path: Path) -> bytes:
    """What is in a file, which then is gone; nothing if there is none."""
    try:
        data = path.read_bytes()
        path.unlink()
    except OSError:
        return b""
    return data
