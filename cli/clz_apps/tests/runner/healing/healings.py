"""The healing of a run's tests: which are tried with other targets, how often, and what came of it."""

from __future__ import annotations

from clz_apps.tests.runner.healing.changes import Healing
from clz_apps.tests.runner.messages import HealMessage
from clz_apps.tests.runner.notes import RunNotes
from clz_apps.tests.runner.outcomes import Finished
from clz_apps.tests.runner.plan import Job
from clz_core.heal.known import known_of
from clz_core.heal.proposals import GONE

MOST_GOES = 3


class Healings:
    """A test that failed for a target that is gone is tried again, apart from its attempts."""

    def __init__(self, notes: RunNotes) -> None:
        self._notes = notes
        self._goes: dict[str, int] = {}
        self._refused: dict[str, list[str]] = {}

    def wants(self, one: Finished) -> bool:
        """True if other targets may help a test that has failed: it is then to be run by its `message`."""
        last = one.attempts[-1]
        fits = last.outcome == "failed" and last.error is not None and last.error["code"] == GONE
        if not fits or one.job.expected_to_fail:
            return False
        self._goes[one.job.id] = 1
        self._refused[one.job.id] = []
        return True

    def has(self, job: Job) -> bool:
        """True while a test is to be tried."""
        return job.id in self._goes

    def message(self, job: Job) -> HealMessage:
        steps = (*job.test.before, *job.test.steps, *job.test.after)
        known = known_of(self._notes.known, {step.place.file for step in steps})
        return {"known": known, "refused": self._refused[job.id]}

    def tried(self, job: Job, healing: Healing | None, again: bool) -> Healing | None:
        """The outcome of a try (`None` for one that never ended); None if another one is to be made."""
        made: Healing = healing or {"passes": False, "changes": [], "left": "It did not end.", "refused": []}
        refused = list(made["refused"])
        last = made["changes"][-1] if made["changes"] else None
        if last and last["others"] and refused == self._refused[job.id]:
            refused.append(last["proposed"])
        if again and not made["passes"] and refused != self._refused[job.id] and self._goes[job.id] < MOST_GOES:
            self._goes[job.id] += 1
            self._refused[job.id] = refused
            return None
        del self._goes[job.id]
        return made
