"""How far a run is, as lines in a log and as a bar on a terminal."""

from __future__ import annotations

import pytest
from rich.console import Console

from clz_apps.tests.runner.messages import StepError
from clz_apps.tests.runner.outcomes import Attempt, Evidence, Finished
from clz_apps.tests.runner.plan import Job
from clz_apps.tests.script.model import Place, Test
from clz_cli.tests.live import Live
from clz_cli.tests.plain import Plain


def jobs_of(count: int) -> list[Job]:
    return [
        Job(str(number), "a.clz", Test(f"t{number}", (), Place("a.clz", number), "", (), (), ()))
        for number in range(1, count + 1)
    ]


def passed(job: Job) -> Finished:
    return Finished(job, [Attempt("passed", 1_200)])


@pytest.mark.parametrize(
    ("count", "said"), [(40, "ok      a.clz:2  t2  1.2 s  2 of 40"), (9, "ok      a.clz:2  t2  1.2 s")]
)
def test_lines_of_a_long_run_say_how_far_it_is(count: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    reporter, jobs = Plain(markers=False), jobs_of(count)
    reporter.begin(jobs, 1, ["default"])
    for job in jobs[:2]:
        reporter.finished(passed(job), Evidence())
    assert capsys.readouterr().out.splitlines()[-1] == said


def test_what_failed_as_another_test_did_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    reporter, jobs = Plain(markers=False), jobs_of(4)
    reporter.begin(jobs, 1, ["default"])
    error: StepError = {"code": "TIMEOUT", "message": "It hangs.", "hint": "", "details": {}, "exit": 4}
    for job, message in zip(jobs, ("It hangs.", "It hangs.", "Another.", "It hangs."), strict=True):
        failed = Attempt("failed", 1_200, error={**error, "message": message})
        reporter.finished(Finished(job, [failed]), Evidence("p.png"))
    said = capsys.readouterr().out
    assert (said.count("It hangs."), said.count("Another."), said.count("  again: ")) == (1, 1, 4)
    assert said.count("  as a.clz:1  t1") == 2


def test_what_the_page_told_is_said_and_tells_failures_apart_and_the_time_that_they_waited_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reporter, jobs = Plain(markers=False), jobs_of(3)
    for job, waited, told in zip(jobs, ("5.0", "5.0", "5.2"), ("", "request: GET /api  500", ""), strict=True):
        details = {"expected": "a", "found": "b"}
        message = f"Expected a; found b; waited {waited} s"
        error: StepError = {"code": "TIMEOUT", "message": message, "hint": "", "details": details, "exit": 1}
        reporter.finished(Finished(job, [Attempt("failed", 1, error=error)]), Evidence("", tuple(filter(None, [told]))))
    said = capsys.readouterr().out
    assert (said.count("Expected a"), said.count("  request: GET /api  500\n")) == (2, 1)
    assert said.count("  as a.clz:1  t1") == 1


@pytest.mark.parametrize(("count", "bar"), [(40, True), (9, False)])
def test_on_a_terminal_a_bar_stands_before_the_count(count: int, bar: bool, capsys: pytest.CaptureFixture[str]) -> None:
    reporter, jobs = Live(), jobs_of(count)
    reporter.begin(jobs, 1, ["default"])
    reporter.close()
    for job in jobs[:8]:
        reporter.finished(passed(job), Evidence())
    console = Console(width=100, force_terminal=True, color_system=None)
    with console.capture() as shown:
        console.print(reporter)
    (line,) = shown.get().splitlines()
    assert f"8 of {count}  " in line
    assert "8 passed" in line
    assert ("━" in line.partition("8 of")[0]) is bar
