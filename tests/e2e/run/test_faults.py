"""`clz run` while things break around it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.e2e.run.conftest import Folder
from tests.site.server import Site
from tests.support.browsers import browser_home
from tests.support.faults import firefox_of, killed, stopped
from tests.support.scratch import words_of
from tests.support.waiting import until

Written = Callable[[str], Folder]
IMPATIENT = "from clz_cli import main; from clz_apps.tests.runner import pool; pool.TEST_GRACE_MS = 500; main.main()"
"""`clz` that soon ends a worker which takes longer than its test may."""
LONG = '  open /form.html\n  navigate "/index.html?begun"\n  wait "#never" --wait-ms 60000\n'


@pytest.fixture
def apart(tmp_path: Path, site: Site) -> Iterator[Folder]:
    """A folder whose runs start a Firefox of their own, in a home where nothing else runs."""
    with browser_home(used="managed", sessions=("run-1",)) as browser:
        folder = Folder(tmp_path, browser, site)
        yield folder
        folder.end()


def workers(folder: Folder) -> list[psutil.Process]:
    return [process for process in folder.browser.processes() if "clz_cli.tests.worker" in words_of(process)]


def begun(folder: Folder) -> bool:
    return any("begun" in path for path in folder.site.seen)


@pytest.fixture(autouse=True)
def nothing_seen(site: Site) -> None:
    site.seen.clear()


def end(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=60)
    assert err == ""
    return out


def test_a_worker_that_hangs_is_ended_and_the_rest_go_on(written: Written) -> None:
    folder = written(f'test "hangs"\n{LONG}test "b"\n  open /form.html\n')
    process = folder.start("--workers", "1", program=[sys.executable, "-c", IMPATIENT], CLZ_RUN_TIMEOUT="6000")
    until(lambda: begun(folder), 30)
    (worker,) = workers(folder)
    with stopped(worker):
        out = end(process)
    assert process.returncode == 1
    assert "Its worker did not answer for" in out
    assert "It was at: " in out
    assert out.splitlines()[-1].startswith("1 error, 1 passed in ")


def test_a_worker_that_is_killed_costs_its_test_alone(written: Written) -> None:
    folder = written(f'test "killed"\n{LONG}test "b"\n  open /form.html\n')
    process = folder.start("--workers", "1", "--json")
    until(lambda: begun(folder), 30)
    (worker,) = workers(folder)
    with killed(worker):
        tests = json.loads(end(process))["result"]["tests"]
    assert [test["outcome"] for test in tests] == ["error", "passed"]
    tabs = folder.browser.clz_json("status")["result"]["holders"]
    assert all(holder["name"] != "test" for holder in tabs)


def test_a_test_that_takes_too_long_fails_and_a_page_that_never_loads_with_it(written: Written) -> None:
    folder = written('test "a"\n  open /hang\ntest "b"\n  open /form.html\n')
    tests = folder.tests(CLZ_RUN_TIMEOUT="4000")
    assert [(test["outcome"], test["error"] and test["error"]["code"]) for test in tests] == [
        ("failed", "TIMEOUT"),
        ("passed", None),
    ]


def test_a_firefox_that_is_killed_costs_its_tests_alone(apart: Folder) -> None:
    apart.write(f'base $SITE\ntest "a"\n{LONG}test "b"\n  open /form.html\n')
    process = apart.start("--workers", "1", session=None)
    until(lambda: begun(apart), 60)
    firefox = firefox_of(apart.browser.scratch.root)
    assert firefox is not None
    with killed(firefox):
        out = end(process)
    assert process.returncode == 1
    assert "ERROR   a.clz:2  a" in out
    assert out.splitlines()[-1].startswith("1 error, 1 passed in ")
    assert until(lambda: not apart.browser.processes())


AT_NIGHT = [pytest.param(signum, marks=pytest.mark.night) for signum in (signal.SIGTERM, signal.SIGHUP)]


@pytest.mark.parametrize("how", [signal.SIGINT, *AT_NIGHT])
def test_an_interrupted_run_says_what_is_known_and_leaves_nothing_running(apart: Folder, how: signal.Signals) -> None:
    apart.write(f'base $SITE\ntest "b"\n  open /form.html\ntest "a"\n{LONG}test "c"\n  ping\n')
    process = apart.start("--workers", "1", session=None)
    until(lambda: begun(apart), 60)
    process.send_signal(how)
    out = end(process)
    assert process.returncode == 130
    assert out.splitlines()[-1].startswith("1 error, 1 passed, 1 skipped in ")
    assert not [one for one in apart.browser.processes() if one.pid != process.pid]


def test_a_run_that_nobody_reads_any_more_has_not_passed(written: Written) -> None:
    with written('test "a"\n  ping\n').start() as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(60) == 1


def test_a_run_in_the_background_of_a_script_ends_its_tests_in_order_too(written: Written) -> None:
    folder = written(f'test "a"\n{LONG}')
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as `clz run &` has it in a script
    try:
        process = folder.start("--workers", "1")
    finally:
        signal.signal(signal.SIGINT, before)
    until(lambda: begun(folder), 30)
    process.terminate()
    assert "The run was interrupted. [CANCELLED]" in end(process)


@pytest.mark.night
def test_what_a_run_that_was_killed_has_left_goes_with_the_next(apart: Folder) -> None:
    apart.write(f'base $SITE\ntest "a"\n{LONG}')
    process = apart.start(session=None, CLZ_RUN_TIMEOUT="20000")
    until(lambda: begun(apart), 60)
    process.kill()
    end(process)
    assert firefox_of(apart.browser.scratch.root) is not None
    apart.write('base $SITE\ntest "a"\n  open /form.html\n')
    assert apart.run(session=None).returncode == 0
    assert until(lambda: not apart.browser.processes(), 40)


def test_a_firefox_that_cannot_be_started_is_exit_code_3(apart: Folder) -> None:
    apart.write('test "a"\n  ping\n')
    done = apart.run(session=None, CLZ_FIREFOX="/nowhere/firefox")
    assert (done.returncode, "FIREFOX_NOT_FOUND" in done.stderr) == (3, True), done.stderr
    assert not apart.browser.processes()


@pytest.mark.night
def test_two_runs_in_one_folder_have_a_firefox_each(apart: Folder) -> None:
    apart.write('base $SITE\ntest "a"\n  open /form.html\n  click "#count"\n')
    both = [apart.start(session=None), apart.start(session=None)]
    said = [end(process) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(one.splitlines()[0].rpartition(" ")[2] for one in said) == ["run-1", "run-2"]
    assert not apart.browser.processes()
