"""`clz run --fleet`: tests as tasks of Dask, on workers with a Firefox each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

import clz
from clz_core import __version__
from clz_core.fleet import machines
from tests.site.server import Site
from tests.support.browsers import browser_home
from tests.support.scratch import CLZ, Scratch, processes_of, scratch_home
from tests.support.waiting import rest_of, until

pytestmark = [pytest.mark.xdist_group("fleet"), pytest.mark.timeout(240)]

TITLES = [f"number {n}" for n in range(8)]


class Fleet:
    """A folder of tests, and a scheduler with workers where one is started."""

    def __init__(self, scratch: Scratch, folder: Path, site: Site) -> None:
        self.scratch = scratch
        self.folder = folder
        self.site = site
        self.env = {**scratch.env, "SITE": site.origin, "CLZ_WARM": "0"}
        self.started = ExitStack()
        self.file = folder.parent / "scheduler.json"

    def write(self, text: str, name: str = "a.clz") -> None:
        (self.folder / name).write_text(f"base $SITE\n{text}")

    def start(self, *words: str) -> subprocess.Popen[str]:
        return self._popen([*CLZ, "run", *words], self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*CLZ, "run", *words],
            cwd=self.folder,
            env={**self.env, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )

    def scheduler(self, ttl_s: int = 60) -> subprocess.Popen[str]:
        env = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": f"{ttl_s} s"}
        made = self._dask(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", **env
        )
        until(self.file.exists, 30)
        return made

    def worker(self, name: str, **env: str) -> subprocess.Popen[str]:
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name, "--scheduler-file")
        return self._dask("worker", *words, **env)

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    @property
    def over(self) -> tuple[str, ...]:
        """The words of a run over its scheduler, which has no TLS."""
        return "--fleet", self.address, "--insecure"

    def _dask(self, *words: str, **env: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "dask", *words, str(self.file)]
        log = self.started.enter_context((self.folder.parent / f"{words[0]}-{os.urandom(3).hex()}").open("w"))
        return self._popen(command, {**self.env, **env}, stdout=log, stderr=log)

    def _popen(self, words: list[str], env: dict[str, str], **files: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(words, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, text=True, **files)
        self.started.callback(_end, process)
        return process

    def reported(self, journal: str) -> dict[str, str]:
        """Where each test ran, by its name; each is in the journal once."""
        lines = (self.folder / journal / "journal.jsonl").read_text().splitlines()
        entries = [json.loads(line) for line in lines]
        ended = [entry["name"] for entry in entries if entry["kind"] == "test"]
        assert len(ended) == len(set(ended))
        return {entry["name"]: entry["where"] for entry in entries if entry["kind"] == "attempt"}


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


@contextmanager
def fleet_in(scratch: Scratch, folder: Path, site: Site) -> Iterator[Fleet]:
    folder.mkdir()
    made = Fleet(scratch, folder, site)
    made.write("".join(f'test "{title}"\n  open /form.html\n  click "#count"\n' for title in TITLES))
    with made.started:
        yield made


@pytest.fixture
def fleet(tmp_path: Path, site: Site) -> Iterator[Fleet]:
    """With profiles for two Firefoxes; further ones start in new profiles."""
    with (
        browser_home(used="managed", sessions=("run-1", "run-2")) as browser,
        fleet_in(browser.scratch, tmp_path / "suite", site) as made,
    ):
        yield made


@pytest.fixture
def no_fleet(tmp_path: Path, site: Site) -> Iterator[Fleet]:
    """Where no Firefox is to start."""
    with scratch_home() as scratch, fleet_in(scratch, tmp_path / "suite", site) as made:
        yield made


def firefoxes(fleet: Fleet) -> list[str]:
    found: list[str] = []
    for process in processes_of(fleet.scratch.root):
        with suppress(psutil.Error):  # it has ended meanwhile
            found += [process.name()] if "firefox" in process.name() else []
    return found


def test_each_test_runs_once_somewhere_and_what_was_seen_comes_back(fleet: Fleet) -> None:
    (fleet.folder / "given.txt").write_text("sent along")
    fleet.write(
        'test "takes a file"\n  open /form.html\n  eval --unsafe "document.body.innerHTML = \'<input type=file>\'"\n'
        "  upload input given.txt\n"
        'test "fails"\n  open /form.html\n  expect title nope --wait-ms 100\n',
        "b.clz",
    )
    begins = "".join(
        f'test "begins there {number}"\n  open /form.html\n  let LEFT = eval --unsafe "localStorage.left"\n'
        '  fill "#empty" "$LEFT"\n  expect value "#empty" this\n'
        for number in range(2)
    )
    leaves = 'setup "leaves"\n  open /form.html\n  eval --unsafe "localStorage.left = \'this\'"\n'
    fleet.write(f'needs "leaves"\n{leaves}{begins}', "c.clz")
    done = fleet.run(".", "--fleet", "local:2", "--html", "report", CLZ_JOURNAL="journal")
    assert (done.returncode, "1 failed, 12 passed" in done.stdout) == (1, True), done.stdout + done.stderr
    where = fleet.reported("journal")
    assert len(where) == 13
    assert len(set(where.values())) == 2
    report = (fleet.folder / "report/index.html").read_text()
    assert f"on {where['fails']}" in report
    assert "data:image/png;base64," in report
    assert not firefoxes(fleet)


def loses_a_worker(fleet: Fleet) -> Path:
    """A run that goes on where one of its two workers is killed; gives the folder that this one has left."""
    fleet.scheduler()
    fleet.worker("one")
    lost = fleet.worker("two")
    fleet.env["CLZ_JOURNAL"] = "journal"
    run = fleet.start(".", *fleet.over)
    assert run.stdout is not None
    while not run.stdout.readline().startswith("ok"):
        assert run.poll() is None
    lost.send_signal(signal.SIGKILL)
    out, err = rest_of(run)
    assert run.returncode == 0, out + err
    assert "8 passed" in out
    assert "two was lost; what it ran is run elsewhere" in out
    where = fleet.reported("journal")
    assert len(where) == 8
    assert any(place.endswith(" one") for place in where.values())
    (left,) = (fleet.scratch.root / "state/fleet").iterdir()
    return left


def test_a_worker_that_is_killed_takes_no_test_with_it(fleet: Fleet) -> None:
    loses_a_worker(fleet)


@pytest.mark.night
def test_what_a_killed_worker_has_left_goes_with_the_next_run_there(fleet: Fleet) -> None:
    left = loses_a_worker(fleet)
    again = fleet.run(".", *fleet.over)
    assert again.returncode == 0, again.stdout + again.stderr
    assert not left.exists()
    until(lambda: not firefoxes(fleet), 30)


@pytest.mark.night
@pytest.mark.parametrize(
    ("kill", "said"), [("scheduler", "scheduler of the fleet was lost"), ("worker", "No machine of the fleet is left")]
)
def test_a_map_that_nothing_is_left_of_says_so_of_each_page(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, kill: str, said: str
) -> None:
    ends = {"scheduler": fleet.scheduler(), "worker": fleet.worker("one")}
    urls = [fleet.site.url(f"form.html?{number}") for number in range(400)]
    results = clz.fleet.map(lambda page: page.title, urls, workers=2, fleet=fleet.address, insecure=True)
    assert next(results).error is None
    monkeypatch.setattr(machines, "START_S", 2)  # that another machine is waited for
    ends[kill].kill()
    errors = [result.error for result in results if result.error is not None]
    assert len(errors) > 300
    assert all(said in str(one) for one in errors[4:]), errors[:6]


@pytest.mark.night
def test_a_worker_without_firefox_takes_no_test(fleet: Fleet) -> None:
    fleet.scheduler()
    fleet.worker("good")
    fleet.worker("bad", CLZ_FIREFOX="/nowhere/firefox")
    done = fleet.run("a.clz", *fleet.over, CLZ_JOURNAL="journal")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {place.split()[-1] for place in fleet.reported("journal").values()} == {"good"}


@pytest.mark.night
def test_where_no_machine_has_a_firefox_nothing_is_run(fleet: Fleet) -> None:
    fleet.scheduler()
    fleet.worker("bad", CLZ_FIREFOX="/nowhere/firefox")
    done = fleet.run("a.clz", *fleet.over)
    assert done.returncode == 3
    assert "No machine of the fleet can run anything" in done.stderr
    assert "/nowhere/firefox" in done.stderr


@pytest.mark.night
def test_a_worker_of_another_version_takes_no_test_and_both_versions_are_named(no_fleet: Fleet, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import clz_core; clz_core.__version__ = '0.0.9'")
    no_fleet.scheduler()
    no_fleet.worker("old", PYTHONPATH=str(tmp_path))
    done = no_fleet.run("a.clz", *no_fleet.over)
    assert done.returncode == 3
    assert f"the clz there is 0.0.9, that of the run is {__version__}" in done.stderr


@pytest.mark.night
def test_a_worker_that_is_stopped_holds_up_neither_its_tests_nor_the_end(fleet: Fleet) -> None:
    fleet.scheduler(ttl_s=5)
    fleet.worker("one")
    stopped = fleet.worker("two")
    fleet.env["CLZ_JOURNAL"] = "journal"
    run = fleet.start(".", *fleet.over)
    assert run.stdout is not None
    while not (line := run.stdout.readline()).startswith("ok"):
        assert line
    stopped.send_signal(signal.SIGSTOP)
    out, err = rest_of(run)
    assert (run.returncode, "8 passed" in out) == (0, True), out + err
    assert len(fleet.reported("journal")) == 8


@pytest.mark.night
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can make a disk that is full")
def test_a_worker_whose_disk_is_full_takes_no_test(fleet: Fleet, tmp_path: Path) -> None:
    fleet.scheduler()
    fleet.worker("good")
    full = tmp_path / "full"
    full.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(full)], check=True)
    try:
        fleet.worker("bad", TMPDIR=str(full), CLZ_STATE_DIR=str(full / "state"))
        fleet.write("# " + os.urandom(100_000).hex() + "\n", "large.clz")
        done = fleet.run("a.clz", *fleet.over, CLZ_JOURNAL="journal")
    finally:
        fleet.started.close()
        subprocess.run(["umount", str(full)], check=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No space left on device" in done.stdout
    assert {place.split()[-1] for place in fleet.reported("journal").values()} == {"good"}


@pytest.mark.night
def test_a_test_that_its_firefox_never_survives_is_given_up_and_named(fleet: Fleet) -> None:
    fleet.write(
        'test "kills"\n  open /form.html?kills\n  wait "#never" --wait-ms 60000\ntest "is well"\n  open /form.html\n'
    )
    run = fleet.start("a.clz", "--fleet", "local:1")
    seen = 0

    def kill() -> bool:
        nonlocal seen
        if (opened := sum("kills" in path for path in fleet.site.seen)) > seen:
            seen = opened
            for process in processes_of(fleet.scratch.root):
                with suppress(psutil.Error):
                    if "--profile" in process.cmdline():
                        process.kill()
        return run.poll() is not None

    until(kill, 180)
    assert run.stdout is not None
    out = run.stdout.read()
    assert run.returncode == 1, out
    assert seen == 3
    assert "ok      a.clz:5  is well" in out
    assert "Firefox went away at each of 3 tries, at the last with only this test in it" in out


@pytest.mark.night
def test_a_test_that_all_its_workers_are_lost_with_is_given_up_and_named(fleet: Fleet) -> None:
    fleet.scheduler()
    workers = [fleet.worker(name) for name in ("one", "two", "three", "four")]
    fleet.write('test "kills"\n  open /form.html\n  wait "#never" --wait-ms 60000\n')
    run = fleet.start("a.clz", *fleet.over)
    assert run.stdout is not None
    ended: set[int] = set()

    def kill() -> bool:
        for worker in workers:
            if worker.poll() is None and any(is_runner(child) for child in psutil.Process(worker.pid).children(True)):
                worker.kill()
                ended.add(worker.pid)
        return run.poll() is not None

    until(kill, 180)
    out = run.stdout.read()
    assert run.returncode == 1, out
    assert len(ended) == 3
    assert "It was given up: each machine that ran it was lost" in out


def is_runner(process: psutil.Process) -> bool:
    """Whether it runs a test."""
    with suppress(psutil.Error):
        return "clz_cli.tests.worker" in process.cmdline()
    return False


@pytest.mark.night
def test_two_fleets_share_a_scheduler(fleet: Fleet) -> None:
    fleet.scheduler()
    fleet.worker("one")
    both = [fleet.start("a.clz", *fleet.over) for _ in range(2)]
    for run in both:
        out, err = run.communicate(timeout=200)
        assert (run.returncode, "8 passed" in out) == (0, True), out + err


@pytest.mark.night
@pytest.mark.parametrize("kill", ["run", "scheduler"])
def test_the_end_of_either_side_ends_all_of_it(fleet: Fleet, kill: str) -> None:
    scheduler = fleet.scheduler()
    fleet.worker("one")
    fleet.write('test "waits"\n  open /form.html\n  wait "#never" --wait-ms 60000\n')
    run = fleet.start("a.clz", *fleet.over)
    until(lambda: firefoxes(fleet), 60)
    assert run.stdout is not None
    assert run.stdout.readline().startswith("1 test, 1 worker")
    if kill == "run":
        run.send_signal(signal.SIGINT)
        out, err = rest_of(run)
        assert run.returncode == 130, out + err
    else:
        scheduler.kill()
        out, err = rest_of(run)
        assert run.returncode == 1, out + err
        assert "The scheduler of the fleet was lost" in out
    until(lambda: not firefoxes(fleet), 60)


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--fleet", "nowhere"], 2, "'nowhere' is not a fleet"),
        (["--fleet", "local:0"], 2, "'local:0' is not a fleet"),
        (["--fleet", "tcp://10.1.2.3:8786"], 2, "has no TLS"),
        (["--fleet", "ssh:127.0.0.1:9"], 3, "127.0.0.1:9 cannot be reached"),
        (["--fleet", "ssh:-oX"], 2, ""),
        (["--fleet", "tcp://127.0.0.1:8786"], 2, "has no TLS"),
        (["--fleet", "tcp://127.0.0.1:9", "--insecure"], 3, "cannot be used"),
        (["--fleet", "tls://127.0.0.1:9"], 3, "cannot be used"),
        (["--fleet", "tcp://127.0.0.1:99999"], 2, "is not a fleet"),
        (["--fleet", "local:1", "--session", "x"], 2, "--session or --on means nothing there"),
    ],
)
def test_what_is_no_fleet_is_told_at_once(no_fleet: Fleet, words: list[str], code: int, said: str) -> None:
    done = no_fleet.run("a.clz", *words)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr
