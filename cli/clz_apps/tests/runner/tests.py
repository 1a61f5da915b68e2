"""`clz run`: what was asked for, the run itself, and its reports."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import cast

from clz_apps.lines import Lines
from clz_apps.place import Place
from clz_apps.say import Say
from clz_apps.signals import handled
from clz_apps.tests.report import times
from clz_apps.tests.report.github import is_asked, unheard
from clz_apps.tests.report.times import Times
from clz_apps.tests.report.write import Forms, prepare, write
from clz_apps.tests.runner import last, text
from clz_apps.tests.runner.browsers import ENDING, Browser, reserve
from clz_apps.tests.runner.healing import patch
from clz_apps.tests.runner.healing.changes import shown
from clz_apps.tests.runner.messages import without_exit
from clz_apps.tests.runner.notes import RunNotes
from clz_apps.tests.runner.outcomes import Finished, tally
from clz_apps.tests.runner.plan import Job, jobs, shard_of
from clz_apps.tests.runner.reporter import Reporter
from clz_apps.tests.runner.run import Plan, Run
from clz_apps.tests.script.find import scripts
from clz_apps.tests.script.model import Script
from clz_core.client.journaling import VARIABLE
from clz_core.config import settings
from clz_core.config.paths import state_dir
from clz_core.contract.errors import ClzError, error, not_installed
from clz_core.contract.limits import MAX_TABS, TEST_MS
from clz_core.contract.shapes import Values
from clz_core.generated.results import RunTestsOutcomes, RunTestsResult, RunTestsTests, RunTestsTestsHealing
from clz_native.machine.system import has_screen

HERE = "."


@dataclass(frozen=True)
class Asker:
    """Who asked for a run, and how: in plain words, or in an object."""

    place: Place
    lines: Lines
    say: Say
    reporter: Callable[[], Reporter]
    json: bool


@dataclass(frozen=True)
class Ran:
    """What a run ends with. `why` says why there was nothing to run, or what was asked instead: `check` or `list`."""

    code: int
    result: RunTestsResult | None = None
    why: str = ""


def run_tests(values: Values, by: Asker) -> Ran:
    """Run the tests that are asked for. Raises: ClzError if none could be run."""
    if values["resume"]:
        from clz_apps.tests.runner.pause import resume

        by.say.line(resume())
        return Ran(0)
    if values["watch"] is not None:
        _check_watch(values, by)
    found = scripts(values["paths"] or ["."], by.lines)
    if values["changed"] is not None:
        from clz_apps.tests.runner.changed import touched

        found = touched(found, values["changed"])
    shard = shard_of(values["shard"])
    failed = last.load() if values["last_failed"] else None
    chosen = jobs(found, values["only"] or [], failed, shard, values["repeat"] or 1, _times(values["times"], by.say))
    if values["check"] or values["list"]:
        return Ran(0, _checked(found, chosen), "list" if values["list"] else "check")
    if not chosen and values["watch"] is None:
        if shard is not None:
            RunNotes(values["shard"]).run(0, [])  # so that a report of all parts does not miss this one
        return Ran(0, _result([], 0), f"no tests: {_why_none(values, failed is not None)}")
    try:
        if values["watch"] is not None:
            return Ran(_watch(chosen, values, by))
        return _run(chosen, _plan(values, by), values, by)[0]
    except BrokenPipeError:  # the reader of the lines has enough; that all tests have passed is not known
        return Ran(1)


def _why_none(values: Values, only_failed: bool) -> str:
    if values["changed"] is not None and not values["shard"]:
        return f"none of their files has changed since {values['changed']}"
    return "nothing failed in the last run" if only_failed else "there is no test in this part"


def _check_watch(values: Values, by: Asker) -> None:
    """Raises: USAGE for what means nothing in a watch, or nobody would see."""
    others = ("fleet", "shard", "check", "list", "github", "junit", "heal")
    other = "json" if by.json else next((name for name in others if values[name]), None)
    if other is not None:
        raise error("USAGE", f"--watch runs tests again and again, and --{other} is for one run.", "Leave one out.")
    if not (sys.stdin.isatty() or sys.stdout.isatty()):
        raise error(
            "USAGE",
            "--watch needs a terminal.",
            "Run what has changed once: clz run --changed",
        )


def _watch(first: list[Job], values: Values, by: Asker) -> int:
    try:
        from clz_apps.tests.runner.watch import Where, watch
    except ModuleNotFoundError as problem:
        raise not_installed("--watch", str(problem.name), "watch") from problem
    plan = _plan(values, by)
    journal = os.environ.get(VARIABLE)

    class Again:
        def found(self) -> tuple[list[Script], list[Job]]:
            found = scripts(values["paths"] or ["."], by.lines)
            known = _times(values["times"], by.say)
            return found, jobs(found, values["only"] or [], None, None, values["repeat"] or 1, known)

        def run(self, chosen: list[Job], browsers: list[Browser]) -> tuple[int, list[Finished]]:
            if journal is not None:
                os.environ[VARIABLE] = journal  # a run takes it
            ran, finished = _run(chosen, plan, values, by, browsers)
            return ran.code, finished

    named = [one for one in values["watch"].split(",") if one and one != HERE]
    here = [one if os.path.isdir(one) else os.path.dirname(one) or HERE for one in values["paths"] or [HERE]]
    outputs = [one for one in (values["html"], journal, str(state_dir())) if one]
    where = Where([*here, *([] if named else [HERE])], named, outputs)
    with _terminated_as_interrupted():
        browsers = reserve(plan.browsers, plan.headed, plan.session)
        return watch(first, Again(), where, browsers, by.say)


def _times(path: str | None, say: Say) -> Times | None:
    """What the file says. Raises: FILE_ERROR, but not where there is none yet: a first run has no times."""
    if not path:
        return None
    found = times.load(path)
    if found is None:
        say.note(f"note: there is no {path} yet; write it after this run: clz report DIR --times {path}")
    return found


def _plan(values: Values, by: Asker) -> Plan:
    """What was typed, with settings and defaults. Raises: USAGE."""
    place = by.place
    known = settings.load(lenient=True)
    own = known.chosen("run.timeout")
    typed = place.timeout_ms if place.timeout_ms != known.chosen("timeout") else None
    pause = values["pause_on_failure"]
    asked = Plan(
        workers=1 if pause else values["workers"],
        browsers=values["browsers"],
        retries=values["retries"],
        max_failures=values["max_failures"],
        limit_ms=typed or own or TEST_MS,
        pause=pause,
        headed=True if values["headed"] or (pause and has_screen()) else None,
        session=place.session if place.session_named else None,
        trace=values["trace"],
        film=values["film"],
        heal=values["heal"] is not None,
    )
    if asked.workers > asked.browsers * MAX_TABS:
        raise error(
            "USAGE",
            f"{asked.workers} workers need a tab each, and {asked.browsers} Firefox has {MAX_TABS}.",
            f"Type: --browsers {-(-asked.workers // MAX_TABS)}",
        )
    if values["heal"] is not None and (values["fleet"] or asked.pause):
        other = "--fleet" if values["fleet"] else "--pause-on-failure"
        raise error("USAGE", f"--heal and {other} do not go together.", f"Leave {other} out.")
    if values["fleet"] and (place.session_named or asked.pause):
        other = "--pause-on-failure" if asked.pause else "--session or --on"
        raise error(
            "USAGE", f"The Firefoxes of a fleet are its own: {other} means nothing there.", f"Leave {other} out."
        )
    if place.session_named and asked.browsers > 1:
        raise error("USAGE", "A session has one Firefox.", "Leave --session or --browsers out.")
    if asked.pause and values["workers"] not in (1, known.value("run.workers")):
        raise error("USAGE", "A run that pauses runs one test at a time.", "Leave --workers out.")
    if asked.pause and not sys.stdin.isatty():
        raise error("USAGE", "--pause-on-failure needs a terminal.", "Leave it out.")
    return asked


def _run(
    chosen: list[Job], plan: Plan, values: Values, by: Asker, browsers: list[Browser] | None = None
) -> tuple[Ran, list[Finished]]:
    """Run them, in `browsers` that stay or in some of the run's own; what it ends with, and what became of them."""
    begin = time.monotonic()
    github = is_asked(values["github"])
    forms = Forms(values["junit"], values["html"], github, aside=by.json)
    prepare(forms)
    if plan.heal:
        patch.prepare(values["heal"])
    reporter = by.reporter()
    # What GitHub reads is not to be taken for its commands.
    lines = unheard(by.say.note if by.json else by.say.line) if github else nullcontext()
    with lines, _terminated_as_interrupted():
        notes = RunNotes(values["shard"] or "")
        try:
            with _prepared(chosen, plan, reporter, notes, values, browsers) as run:
                code = run.go()
        finally:
            reporter.close()
        ms = (time.monotonic() - begin) * 1000
        reporter.end(run.results, ms)
    last.save(run.results)
    unwritten = _report(notes, forms, reporter, by.say)
    code = code or unwritten
    healed = _healed(run.results, values["heal"], reporter)
    result = _result(run.results, ms)
    if healed:
        result["patch"] = healed
    return Ran(code, result), run.results


def _healed(finished: list[Finished], path: str | None, reporter: Reporter) -> str:
    """Write the patch of what was healed; its file, empty if there is none. Raises: FILE_ERROR."""
    changes = [one for test in finished if test.healing and test.healing["passes"] for one in test.healing["changes"]]
    if path is None or not changes:
        return ""
    applied, left = patch.write(path, changes)
    for one in left:
        reporter.note(f"not in the patch: {one}")
    if applied:
        reporter.note(f"wrote {path}; no test was changed. Look at it, then: {applied}")
    return path if applied else ""


@contextmanager
def _prepared(
    chosen: list[Job],
    plan: Plan,
    reporter: Reporter,
    notes: RunNotes,
    values: Values,
    browsers: list[Browser] | None,
) -> Iterator[Run]:
    """The run, on this machine or over a fleet, which ends with it. Raises: USAGE, FLEET_UNREACHABLE."""
    if not values["fleet"]:
        yield Run(chosen, plan, reporter, notes, browsers)
        return
    from clz_core.fleet.address import connected

    with connected(values["fleet"], values["insecure"], threads=True) as client:
        from clz_apps.tests.fleet.run import FleetRun, packed

        yield FleetRun(chosen, plan, reporter, notes, client, packed())


def _report(notes: RunNotes, forms: Forms, reporter: Reporter, say: Say) -> int:
    """Write the reports that were asked for; the exit code for one that could not be written."""
    if not forms.any:
        return 0
    try:
        _, made = write([notes.folder], forms, say)
    except ClzError as problem:
        say.failed(problem)
        return problem.exit_code
    for file in made:
        reporter.note(f"wrote {file}")
    return 0


def _terminated_as_interrupted() -> AbstractContextManager[None]:
    """SIGTERM, by which CI ends a job, and SIGHUP, by which a terminal goes, are heard as Ctrl-C is."""
    return handled(signal.default_int_handler, *ENDING)


def _checked(found: list[Script], chosen: list[Job]) -> RunTestsResult:
    return {**_result([Finished(job) for job in chosen], 0), "files": len(found)}


def _result(finished: list[Finished], ms: float) -> RunTestsResult:
    return {
        "files": len({one.job.script for one in finished}),
        "outcomes": cast("RunTestsOutcomes", tally(finished)),
        "ms": round(ms),
        "tests": [_entry(one) for one in finished],
    }


def _entry(one: Finished) -> RunTestsTests:
    bad = text.failed_attempt(one)
    step = bad.failed_step if bad else None
    return {
        "file": one.job.file,
        "line": one.job.test.place.line,
        "name": one.job.test.name,
        "tags": list(one.job.test.tags),
        "variant": one.job.variant,
        "outcome": one.outcome,
        "ms": round(one.ms),
        "attempts": len(one.attempts),
        "step": None if step is None else {"text": step.text, "file": step.file, "line": step.line},
        "error": None if bad is None or bad.error is None else without_exit(bad.error),
        "again": one.job.again,
        "healing": None if one.healing is None else cast("RunTestsTestsHealing", shown(one.healing)),
    }
