"""What becomes of tests.

passed    every step was done
flaky     it failed, and passed when it was run again
failed    a step said no: the page is not as it should be, or not in time
error     it could not be run: no Firefox, a worker that ended, a step that cannot be right
skipped   it was not begun: `@skip`, `@fixme`, enough had failed, or a setup that it needs

A test with the tag `@fail` passes where others fail, and fails where they pass.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from clz_apps.tests.runner.healing.changes import Healing
from clz_apps.tests.runner.messages import StepError
from clz_apps.tests.runner.plan import Job

Outcome = Literal["passed", "flaky", "failed", "error", "skipped"]
OUTCOMES: tuple[Outcome, ...] = ("failed", "error", "flaky", "passed", "skipped")
FAILED_EXITS = (1, 4)  # the page's fault; other exit codes say that the step could not be tried


class Evidence(NamedTuple):
    """What a failure left: the file of its picture, and what the page told of it."""

    picture: str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ran:
    """A step that was run. `error` says why it failed, if it did."""

    text: str
    file: str
    line: int
    ms: float
    exit: int
    error: StepError | None = None


@dataclass(frozen=True)
class Attempt:
    """One go at a test. `error` is that of the step that failed, or of what kept the test from being run.

    `where` is the machine of a fleet that it ran on, `server` what the server of `clz ready` said last.
    """

    outcome: Literal["passed", "failed", "error"]
    ms: float
    steps: tuple[Ran, ...] = ()
    error: StepError | None = None
    worker: int = 0
    where: str = ""
    server: tuple[str, ...] = ()

    @property
    def failed_step(self) -> Ran | None:
        return next(iter(self.failed_steps), None)

    @property
    def failed_steps(self) -> list[Ran]:
        """All of them: `--soft` goes on after one."""
        return [step for step in self.steps if step.error is not None]


def as_expected(attempt: Attempt, job: Job) -> Attempt:
    """The attempt as it counts for this test. A step that could not be tried is an error in any test."""
    if not job.expected_to_fail or attempt.outcome == "error":
        return attempt
    if attempt.outcome == "failed":
        return replace(attempt, outcome="passed", error=None)
    problem: StepError = {
        "code": "EXPECTATION_FAILED",
        "message": "The test is marked @fail, but it passed.",
        "hint": "Remove @fail from the line of the test.",
        "details": {},
        "exit": 1,
    }
    return replace(attempt, outcome="failed", error=problem)


@dataclass
class Finished:
    """A job with all its attempts, and its outcome with other targets, if they were tried; `why` it was skipped."""

    job: Job
    attempts: list[Attempt] = field(default_factory=list)
    healing: Healing | None = None
    why: str = ""

    @property
    def outcome(self) -> Outcome:
        if not self.attempts:
            return "skipped"
        last = self.attempts[-1].outcome
        return "flaky" if last == "passed" and len(self.attempts) > 1 else last

    @property
    def ms(self) -> float:
        return sum(attempt.ms for attempt in self.attempts)

    @property
    def bad(self) -> bool:
        return self.outcome in ("failed", "error")


def tally(finished: list[Finished]) -> dict[Outcome, int]:
    """How many there are of each outcome."""
    return {outcome: sum(one.outcome == outcome for one in finished) for outcome in OUTCOMES}


def summary(counts: dict[Outcome, int]) -> str:
    """`2 failed, 37 passed`: what there is some of."""
    names = {"error": "errors"}
    said = [f"{n} {names.get(o, o) if n != 1 else o}" for o, n in counts.items() if n]
    return ", ".join(said) or "no tests"
