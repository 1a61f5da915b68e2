"""One run: tests are handed to workers as they get free, what they say is heard, and what ends is replaced.

Everything happens in one thread, which waits for events: what workers say, that a Firefox is there or not, that a
worker's time is up. Whatever happens, no process of the run is left afterwards.
"""

from __future__ import annotations

import queue
import shlex
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass

from clz_apps import INTERRUPTED
from clz_apps.tests.runner import pause
from clz_apps.tests.runner.browsers import Browser, reserve, stopping, undisturbed
from clz_apps.tests.runner.healing.changes import Healing
from clz_apps.tests.runner.healing.healings import Healings
from clz_apps.tests.runner.messages import (
    DoneEvent,
    Event,
    HealMessage,
    PausedEvent,
    StepError,
    StepMessage,
    TestMessage,
)
from clz_apps.tests.runner.notes import RunNotes
from clz_apps.tests.runner.outcomes import Attempt, Evidence, Finished, Ran, as_expected
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.runner.pool import Heard, Worker
from clz_apps.tests.runner.reporter import Reporter
from clz_apps.tests.script.axes import PASSKEY, VIEWPORT, file_of
from clz_apps.tests.script.check import STATE
from clz_apps.tests.script.model import Step
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import JsonObject

POLL_S = 0.5  # how soon a worker whose time is up is seen
INTERRUPT_MS = 8_000  # for workers to end their tests
INTERRUPT_POLL_S = 0.1
HEALING_TIMES = 2  # the time of a test that looks for others of its targets
NOT_CONNECTED = 3
PASSED = ("passed", "flaky")


@dataclass(frozen=True)
class Plan:
    """How tests are run. `session` is None for sessions of the run's own, `headed` for what the settings say."""

    workers: int
    browsers: int
    retries: int
    max_failures: int  # 0: any number
    limit_ms: int  # of one attempt
    pause: bool
    headed: bool | None
    session: str | None
    trace: str  # on, on-failure, on-retry or off
    film: str  # on, on-failure or off
    heal: bool = False


class Run:
    """The run of some jobs. `results` are in their order, and say what is known at any time."""

    def __init__(
        self, jobs: list[Job], plan: Plan, reporter: Reporter, notes: RunNotes, kept: list[Browser] | None = None
    ) -> None:
        """`kept` are Firefoxes that outlive the run."""
        self.results = [Finished(job) for job in jobs]
        self._result = {one.job.id: one for one in self.results}
        self._plan = plan
        self._reporter = reporter
        self._notes = notes
        self._events: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self._waiting = deque(job for job in jobs if not job.skipped)
        self._workers: list[Worker] = []
        self._kept = kept
        self._browsers: list[Browser] = kept or []
        self._healings = Healings(notes) if plan.heal else None
        self._over_ids: set[str] = set()
        self._failures = 0
        self._states: dict[str, JsonObject | None] = {}  # that setups have left, by their job
        self._elsewhere: set[str] = set()
        self._stopping = False

    def go(self) -> int:
        """Run them, and return the exit code. Raises: ClzError if no Firefox could be started."""
        if self._kept is None:
            self._browsers = self._reserved()
        count = self._count()
        sessions = [browser.session for browser in self._browsers]
        interrupted = False
        try:
            self._reporter.begin([one.job for one in self.results], count, sessions)
            for one in self.results:
                if one.job.skipped and one.job.test.setup:
                    self._over(one)
            try:
                if count:
                    self._start(count)
                while self._waiting or self._busy:
                    self._turn()
            except KeyboardInterrupt:
                interrupted = True
                self._interrupt()
            for one in self.results:
                if one.job.id not in self._over_ids:
                    self._over(one)
            code = INTERRUPTED if interrupted else 1 if any(one.bad for one in self.results) else 0
            self._notes.run(code, sessions)
        finally:
            self._stopping = True
            self._end()
        return code

    def _reserved(self) -> list[Browser]:
        """The Firefoxes of this run, none of which is started yet."""
        return reserve(self._plan.browsers, self._plan.headed, self._plan.session)

    def _count(self) -> int:
        """How many tests are run at the same time."""
        return min(self._plan.workers, len(self._waiting))

    @property
    def _busy(self) -> bool:
        return any(worker.job is not None for worker in self._workers)

    def _start(self, count: int) -> None:
        for browser in self._browsers[:count]:
            browser.start(self._told)
        self._workers = [self._worker(number) for number in range(1, count + 1)]

    def _worker(self, number: int) -> Worker:
        return Worker(number, self._browsers[(number - 1) % len(self._browsers)], self._events, self._notes.folder)

    def _told(self) -> None:
        self._events.put((None, {"event": "browser"}))

    def _turn(self) -> None:
        """Hand out what can be run, and hear one event."""
        for worker in self._workers:
            if worker.job is None and worker.browser.up and (job := self._ready()) is not None:
                self._waiting.remove(job)
                self._give(worker, job)
        try:
            worker_or_none, event = self._events.get(timeout=POLL_S)
        except queue.Empty:
            for worker in self._workers:
                if worker.overdue:
                    worker.kill()  # its end is heard
            return
        if worker_or_none is None:
            self._browser_told()
        else:
            self._hear(worker_or_none, event)

    def _ready(self) -> Job | None:
        """The first that waits for no setup."""
        ready = (job for job in self._waiting if job.needs is None or job.needs.id in self._over_ids)
        return next(ready, None)

    def _give(self, worker: Worker, job: Job) -> None:
        attempt = len(self._result[job.id].attempts) + 1
        if self._healings is not None and self._healings.has(job):
            message = self._message(job, attempt, worker.browser.session, "", "", self._healings.message(job))
            worker.give(job, {**message, "limit_ms": self._plan.limit_ms * HEALING_TIMES})
            return
        traced = _is_traced(job, attempt, self._plan.trace)
        trace = str(self._notes.trace(job, attempt)) if traced else ""
        filmed = self._plan.film == "on" or (self._plan.film == "on-failure" and not job.expected_to_fail)
        film = str(self._notes.film(job, attempt)) if filmed else ""
        worker.give(job, self._message(job, attempt, worker.browser.session, trace, film))
        self._reporter.started(job, worker.number)

    def _message(
        self, job: Job, attempt: int, session: str, trace: str, film: str, heal: HealMessage | None = None
    ) -> TestMessage:
        begun = self._states.get(job.needs.id) if job.needs is not None else None
        return _message(job, attempt, session, self._plan, trace, film, heal, begun)

    def _hear(self, worker: Worker, event: Event) -> None:
        match event["event"]:
            case "step" if worker.job is not None:
                worker.step = event["text"]
                self._reporter.step(worker.job, worker.number, worker.step)
            case "paused" if worker.job is not None:
                self._pause(worker, event)
            case "done" if worker.job is not None:
                if event["kept_problem"]:
                    self._reporter.note(event["kept_problem"])
                self._states[worker.job.id] = event.get("state")
                found = set(event.get("elsewhere", ())) - self._elsewhere
                self._elsewhere |= found
                for path in sorted(found):
                    self._reporter.note(f"{path} is in this folder, and belongs beside the test that names it: move it")
                self._done(worker, _attempt(event, worker.number), event.get("healing"))
            case "gone":
                self._gone(worker)

    def _done(self, worker: Worker, attempt: Attempt, healing: Healing | None = None) -> None:
        job = worker.job
        assert job is not None
        worker.job, worker.deadline = None, None
        one = self._result[job.id]
        if self._healings is not None and self._healings.has(job):
            one.healing = self._healings.tried(job, healing, again=not self._stopping)
            if one.healing is None:
                self._waiting.appendleft(job)
            else:
                self._finished(one)
            return
        attempt = as_expected(attempt, job)
        one.attempts.append(attempt)
        self._notes.attempt(job, attempt, len(one.attempts))
        lost = attempt.error is not None and attempt.error["exit"] == NOT_CONNECTED
        if lost and not self._stopping and not worker.browser.starting:
            self._reporter.note(f"Firefox of session {worker.browser.session} went away; it is started again")
            worker.browser.start(self._told)
        if attempt.outcome != "passed" and len(one.attempts) <= self._plan.retries and not self._stopping:
            self._waiting.appendleft(job)
            return
        if self._healings is not None and not self._stopping and self._healings.wants(one):
            self._waiting.appendleft(job)
            return
        self._finished(one)

    def _finished(self, one: Finished) -> None:
        self._over(one)
        self._failures += one.bad
        if self._plan.max_failures and self._failures >= self._plan.max_failures:
            self._waiting.clear()

    def _over(self, one: Finished) -> None:
        self._over_ids.add(one.job.id)
        self._notes.test(one)
        self._reporter.finished(one, self._notes.evidence(one.job) if one.bad else Evidence())
        if one.bad and (trace := self._notes.last_trace(one)):
            self._reporter.note(f"trace of {one.job.title!r}: clz trace show {shlex.quote(trace)}")
        if one.bad and (film := self._notes.last_film(one)):
            self._reporter.note(f"film of {one.job.title!r}: {shlex.quote(film)}")
        if one.outcome not in PASSED:
            self._skip_those_that_need(one)

    def _skip_those_that_need(self, setup: Finished) -> None:
        what = "was skipped" if setup.outcome == "skipped" else "has failed"
        held = [self._result[job.id] for job in self._waiting if job.needs is setup.job]
        for one in held:
            self._waiting.remove(one.job)
            one.why = f"its setup {setup.job.test.name!r} {what}"
            self._over(one)

    def _gone(self, worker: Worker) -> None:
        """A worker has ended; another takes its place."""
        hung = worker.overdue
        code = worker.process.wait()
        if worker.job is not None:
            words = worker.last_words()
            what = (
                f"Its worker did not answer for {time.monotonic() - worker.began:.0f} s, and was ended."
                if hung
                else f"Its worker ended with code {code}.{f' It said: {words}' if words else ''}"
            )
            step = f" It was at: {worker.step}" if worker.step else ""
            error: StepError = {"code": "INTERNAL", "message": what + step, "hint": "", "details": {}, "exit": 1}
            self._done(worker, Attempt("error", (time.monotonic() - worker.began) * 1000, (), error, worker.number))
        if worker in self._workers:
            at = self._workers.index(worker)
            if self._stopping or not self._waiting:
                del self._workers[at]
            else:
                self._workers[at] = self._worker(worker.number)

    def _browser_told(self) -> None:
        """A Firefox is there, or could not be started: then the others take its tests, if there are any."""
        used = {id(worker.browser): worker.browser for worker in self._workers}.values()
        if any(browser.up or browser.starting for browser in used):
            for worker in self._workers:
                fit = next((browser for browser in used if browser.up or browser.starting), worker.browser)
                if not worker.browser.up and not worker.browser.starting:
                    self._reporter.note(str(worker.browser.problem))
                    worker.browser = fit
            return
        problem = next((browser.problem for browser in used if browser.problem is not None), None)
        if problem is None:
            return
        if not any(one.attempts for one in self.results):
            raise problem
        self._nothing_can_run(problem)

    def _nothing_can_run(self, problem: ClzError) -> None:
        while self._waiting:
            job = self._waiting.popleft()
            error: StepError = {
                "code": problem.code,
                "message": problem.message,
                "hint": problem.hint,
                "details": {},
                "exit": NOT_CONNECTED,
            }
            if self._healings is None or not self._healings.has(job):
                self._result[job.id].attempts.append(Attempt("error", 0, (), error))
            self._over(self._result[job.id])

    def _pause(self, worker: Worker, event: PausedEvent) -> None:
        worker.deadline = None
        for line in pause.lines_of(event, worker.browser.session, bool(self._plan.headed)):
            self._reporter.note(line)
        with self._reporter.aside():
            pause.wait(worker.browser.session)
        worker.tell({"event": "go"})

    def _interrupt(self) -> None:
        """End what is under way, and hear what it says of that."""
        self._stopping = True
        self._waiting.clear()
        with suppress(KeyboardInterrupt):  # a second time: at once
            for worker in self._workers:
                worker.interrupt()
            end = Deadline.after(INTERRUPT_MS)
            while self._workers and not end.passed:
                with suppress(queue.Empty):
                    worker_or_none, event = self._events.get(timeout=INTERRUPT_POLL_S)
                    if worker_or_none is not None:
                        self._hear(worker_or_none, event)
        for worker in list(self._workers):
            worker.kill()
            self._gone(worker)

    def _end(self) -> None:
        """Leave nothing running, however often Ctrl-C is pressed meanwhile."""
        with undisturbed():
            self._stop_all()

    def _stop_all(self) -> None:
        for worker in self._workers:
            worker.close()
        with stopping([] if self._kept is not None else self._browsers):
            for worker in self._workers:
                worker.kill()


def _is_traced(job: Job, attempt: int, mode: str) -> bool:
    """Tests that must fail are traced where all are."""
    if mode == "on":
        return True
    return not job.expected_to_fail and (mode == "on-failure" or (mode == "on-retry" and attempt > 1))


def _message(
    job: Job,
    attempt: int,
    session: str,
    plan: Plan,
    trace: str,
    film: str,
    heal: HealMessage | None,
    begun: JsonObject | None,
) -> TestMessage:
    test = job.test
    settings = dict(job.settings)
    state = settings.pop(STATE, "")
    passkey = settings.pop(PASSKEY, "")
    return {
        "id": job.id,
        "name": test.name,
        "file": job.file,
        "line": test.place.line,
        "tags": list(test.tags),
        "attempt": attempt,
        "variant": job.variant,
        "session": session,
        "base": test.base,
        "state": file_of(test.axes, STATE, state) if state else test.state,
        "setup": test.setup,
        "begun": None if state else begun,
        "viewport": settings.pop(VIEWPORT, ""),
        "passkey": passkey and (file_of(test.axes, PASSKEY, passkey) or passkey),
        "emulated": settings,
        "values": dict(job.row.values) if job.row is not None else {},
        "limit_ms": plan.limit_ms,
        "pause": plan.pause and not job.expected_to_fail,
        "trace": trace,
        "keep_trace": plan.trace == "on",
        "film": film,
        "keep_film": plan.film == "on",
        "heal": heal,
        "before": [_step(step) for step in test.before],
        "steps": [_step(step) for step in test.steps],
        "after": [_step(step) for step in test.after],
    }


def _step(step: Step) -> StepMessage:
    return {
        "text": step.text,
        "command": step.command,
        "name": step.name,
        "file": step.place.file,
        "line": step.place.line,
    }


def _attempt(event: DoneEvent, worker: int) -> Attempt:
    steps = tuple(Ran(**step) for step in event["steps"])
    return Attempt(
        event["outcome"],
        event["ms"],
        steps,
        event["error"],
        worker,
        event.get("where", ""),
        tuple(event.get("server", ())),
    )
