"""`clz run --watch`: tests are run again when a file changes, in Firefoxes that stay.

A change of a test's own files, or of one that it names, runs that test. Of any other file nobody knows what depends on
it, such as the application's or its server's: it runs all of them.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from clz_apps import INTERRUPTED, keys
from clz_apps.say import Say
from clz_apps.tests.runner import text
from clz_apps.tests.runner.browsers import Browser, stopping, undisturbed
from clz_apps.tests.runner.changed import named_files, of_files, own_files, without_ignored
from clz_apps.tests.runner.outcomes import Finished
from clz_apps.tests.runner.plan import Job, with_needed
from clz_apps.tests.runner.watched import Watched, is_below
from clz_apps.tests.script.find import SUFFIX
from clz_apps.tests.script.model import Script
from clz_core.contract.errors import ClzError
from clz_core.text import display

LOOK_S = 0.1
ALL, FAILED, QUIT = ("\n", "\r", "a"), ("f",), ("q", keys.NOBODY)
KEYS = "Enter runs all, f those that failed, q ends"
IN_A_ROW = 3  # a person who edits meanwhile is not so quick
NAMED = 3  # changed files that are named


class Tests(Protocol):
    """What the watch must know of the run that was asked for."""

    def found(self) -> tuple[list[Script], list[Job]]:
        """The scripts as they are now, and the jobs that are asked for. Raises: ClzError."""

    def run(self, jobs: list[Job], browsers: list[Browser]) -> tuple[int, list[Finished]]:
        """Run them. Raises: ClzError if none could be run."""


class Noise:
    """Files that change because tests run, such as an application's log: nobody is to run tests for them for ever."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._in_a_row: Counter[str] = Counter()  # runs in which it changed, each begun by such a change alone

    def heard(self, files: set[str], meanwhile: bool) -> tuple[set[str], set[str]]:
        """Of changed files those that count, and those that do not from now on. `meanwhile`: while tests ran."""
        heeded = files - self._files
        self._in_a_row = Counter({file: self._in_a_row[file] + 1 for file in heeded}) if meanwhile else Counter()
        noisy = {file for file in heeded if self._in_a_row[file] >= IN_A_ROW}
        self._files |= noisy
        return heeded - noisy, noisy

    def forget(self) -> None:
        """Somebody asks for a run: all files count again."""
        self._files.clear()
        self._in_a_row.clear()


def made_of(scripts: list[Script]) -> set[str]:
    """The files that tests consist of, and may consist of."""
    own = {file for script in scripts for file in own_files(script)}
    return own | {file for script in scripts for test in script.tests for file in named_files(test)}


def touched(scripts: list[Script], jobs: list[Job], changed: set[str]) -> list[Job]:
    """The jobs that a change of files touches: those of the tests that consist of them, all for any other file."""
    known = made_of(scripts)
    if any(file not in known and not file.endswith(SUFFIX) for file in changed):
        return jobs
    meant = {id(test) for script in scripts for test in of_files(script, changed)}
    return with_needed([job for job in jobs if id(job.test) in meant])


@dataclass(frozen=True)
class Where:
    """The folders that are watched: `here`, in which git has a say, and those that somebody named.

    What is below `outputs` is written by the run itself.
    """

    here: list[str]
    named: list[str]
    outputs: list[str]


def watch(first: list[Job], tests: Tests, where: Where, browsers: list[Browser], say: Say) -> int:
    """Run `first`, then what changes and what is asked for by keys, until somebody ends it; return the exit code.

    Raises: USAGE, FILE_ERROR if nothing can be watched.
    """
    try:
        with Watched([*where.here, *where.named], where.outputs) as watched:
            return _Watch(tests, watched, where, browsers, say).go(first)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        with undisturbed(), stopping(browsers):
            pass


class _Watch:
    def __init__(self, tests: Tests, watched: Watched, where: Where, browsers: list[Browser], say: Say) -> None:
        self._say = say
        self._tests = tests
        self._watched = watched
        self._named = [os.path.realpath(folder) for folder in where.named]
        self._known: set[str] = set()
        self._browsers = browsers
        self._noise = Noise()
        self._failed: dict[tuple[str, str], Finished] = {}
        self._code = 0

    def go(self, first: list[Job]) -> int:
        with suppress(ClzError):  # it is reported when something has changed
            self._found()
        jobs: list[Job] | None = first
        while jobs is not None:
            if jobs and self._run(jobs) == INTERRUPTED:
                return INTERRUPTED
            jobs = self._next()
        return self._code

    def _run(self, jobs: list[Job]) -> int:
        try:
            self._code, finished = self._tests.run(jobs, self._browsers)
        except ClzError as problem:
            self._told(problem)
            return self._code
        for one in finished:
            if one.bad:
                self._failed[one.job.file, one.job.title] = one
            elif one.attempts:
                self._failed.pop((one.job.file, one.job.title), None)
        return self._code

    def _next(self) -> list[Job] | None:
        """What is to be run next; None if somebody ends it."""
        if meanwhile := self._counted(self._watched.changed(), meanwhile=True):
            return self._of(meanwhile)
        self._say_where()
        with keys.reading() as pressed:
            while True:
                key = pressed(LOOK_S)
                if key in QUIT:
                    return None
                if key in ALL or key in FAILED:
                    self._noise.forget()
                    return self._asked(only_failed=key in FAILED)
                if changed := self._counted(self._watched.changed(), meanwhile=False):
                    return self._of(changed)

    def _counted(self, changed: set[str], meanwhile: bool) -> set[str]:
        """The changed files that count. Those that are changed by tests themselves do not."""
        counts, noisy = self._noise.heard(self._heeded(changed), meanwhile) if changed else (set(), set())
        for file in sorted(noisy):
            self._say.line(f"note: {_near(file)} changes whenever tests run: its changes no longer start tests")
        return counts

    def _heeded(self, changed: set[str]) -> set[str]:
        """The changed files without those that git ignores where nobody has named them."""
        own = {file for file in changed if file in self._known or file.endswith(SUFFIX)}
        own |= {file for file in changed if any(is_below(file, folder) for folder in self._named)}
        others = changed - own
        for folder in self._watched.folders:
            below = {file for file in others if is_below(file, folder)}
            own |= without_ignored(below, folder) if below else below
        return own

    def _found(self) -> tuple[list[Script], list[Job]]:
        scripts, jobs = self._tests.found()
        self._known = made_of(scripts)
        there = {(job.file, job.title) for job in jobs}
        self._failed = {test: one for test, one in self._failed.items() if test in there}
        return scripts, jobs

    def _of(self, changed: set[str]) -> list[Job]:
        try:
            scripts, jobs = self._found()
        except ClzError as problem:
            self._told(problem)
            return []
        meant = touched(scripts, jobs, changed)
        if meant:
            near = [_near(file) for file in sorted(changed)]
            more = f" and {len(near) - NAMED} more" if len(near) > NAMED else ""
            self._say.line(f"\n{time.strftime('%H:%M:%S')}  {', '.join(near[:NAMED])}{more} changed")
        return meant

    def _asked(self, only_failed: bool) -> list[Job]:
        try:
            _, jobs = self._found()
        except ClzError as problem:
            self._told(problem)
            return []
        if only_failed:
            jobs = with_needed([job for job in jobs if (job.file, job.title) in self._failed])
        if not jobs:
            self._say.line("nothing failed" if only_failed else "there is no test")
        return jobs

    def _say_where(self) -> None:
        """What fails, and what can be done."""
        for one in self._failed.values():
            bad = text.failed_attempt(one)
            step = bad.failed_step if bad is not None else None
            at = text.step_line(step) if step is not None else text.place(one)
            self._say.line(display.line(f"still fails: {text.cut(one.job.title, text.MAX_LINE)}  {at}"))
        hint = f"; {KEYS}" if keys.can_be_pressed() else "; Ctrl-C ends"
        self._say.line(f"watching {', '.join(_near(folder) for folder in self._watched.folders)}{hint}")

    def _told(self, problem: ClzError) -> None:
        self._say.failed(problem)
        self._code = problem.exit_code


def _near(path: str) -> str:
    near = os.path.relpath(path)
    return display.line(path if near.startswith("..") else near)
