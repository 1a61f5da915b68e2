"""The example tests over three machines, each with its own sshd, home, user and network."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.remote.far import Far, Near, machines, why_not
from tests.support.scratch import CLZ
from tests.support.waiting import until

pytestmark = [pytest.mark.night, pytest.mark.xdist_group("fleet"), pytest.mark.timeout(400)]

REPEATED = 8
TTL_S = 10


class Suite:
    """The example tests here, and the page that they are about at each machine's own port 8000."""

    def __init__(self, near: Near, fars: list[Far], ended: ExitStack) -> None:
        self.near = near
        self.fars = fars
        self.ended = ended
        self.folder = near.scratch.root / "clz-examples/smoke"
        assert near.clz("examples").returncode == 0
        words = (sys.executable, "-m", "http.server", "8000", "--directory", str(self.folder / "site"))
        for far in fars:
            self.end(far.start(*words))

    def end(self, process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        self.ended.callback(process.communicate)
        self.ended.callback(process.kill)
        return process

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        run = subprocess.Popen(
            [*CLZ, "run", ".", "--repeat", str(REPEATED), "--html", "report", *words],
            cwd=self.folder,
            env={**self.near.env, **env, "CLZ_JOURNAL": "journal"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.ended.push(run)
        self.ended.callback(run.kill)
        return run

    def where(self) -> list[str]:
        """The workers that the tests ran on; the report has each test once, and says where it was."""
        lines = (self.folder / "journal/journal.jsonl").read_text().splitlines()
        entries = [json.loads(line) for line in lines]
        tests = [one["test"] for one in entries if one["kind"] == "test"]
        assert len(tests) == len(set(tests)) == 2 * REPEATED
        places = [str(one["where"]) for one in entries if one["kind"] == "attempt"]
        assert len(places) == 2 * REPEATED
        report = (self.folder / "report/index.html").read_text()
        assert all(f"on {place}" in report for place in set(places))
        return places


@pytest.fixture
def suite() -> Iterator[Suite]:
    if why := why_not():
        pytest.skip(why)
    with machines("desk", "lab", "attic") as (near, fars), ExitStack() as ended:
        yield Suite(near, fars, ended)


def keys(folder: Path) -> dict[str, str]:
    """Dask's settings for a fleet that takes nobody without the key."""
    key, cert = folder / "fleet.key", folder / "fleet.crt"
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=fleet -keyout".split()
    subprocess.run([*words, str(key), "-out", str(cert)], check=True, capture_output=True)
    tls = "DASK_DISTRIBUTED__COMM__TLS"
    made = {f"{tls}__CA_FILE": str(cert), "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true"}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        made |= {f"{tls}__{who}__CERT": str(cert), f"{tls}__{who}__KEY": str(key)}
    return made


def test_a_machine_that_loses_its_power_takes_no_test_with_it(suite: Suite) -> None:
    near, fars = suite.near, suite.fars
    env = keys(near.scratch.root)
    file = near.scratch.root / "scheduler.json"
    command = [sys.executable, "-m", "dask", "scheduler", "--protocol", "tls", "--port", "0", "--no-dashboard"]
    with (near.scratch.root / "log").open("wb") as log:
        scheduler = subprocess.Popen(
            [*command, "--scheduler-file", str(file)],
            env={**near.env, **env, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": f"{TTL_S} s"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    suite.end(scheduler)
    until(file.exists, 30)
    address = f"tls://{near.address}:{json.loads(file.read_text())['address'].rpartition(':')[2]}"
    for far in fars:
        given = shlex.join(f"{name}={value}" for name, value in {**env, "TMPDIR": str(far.root)}.items())
        words = f"{sys.executable} -m dask worker {address} --nthreads 1 --no-nanny --no-dashboard --name {far.name}"
        ssh = [*shlex.split(near.env["CLZ_SSH"]), far.name, f"env {given} {words}"]
        suite.end(subprocess.Popen(ssh, env=near.env, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    until(lambda: all(listens(far) for far in fars), 60)
    run = suite.start("--fleet", address, **env)
    assert run.stdout is not None
    said = ""
    while not said.endswith("\n") or not said.splitlines()[-1].startswith("ok"):
        line = run.stdout.readline()
        assert line, said
        said += line
    assert all(f" {far.name}" in said.splitlines()[0] for far in fars), said
    fars[1].lose_power()
    with run:  # `communicate` would lose what `readline` has read ahead
        said += run.stdout.read()
    assert run.returncode == 0, said
    assert f"{2 * REPEATED} passed" in said
    assert "lab was lost; what it ran is run elsewhere" in said
    assert {place.split()[-1] for place in suite.where()} >= {"desk", "attic"}


def listens(far: Far) -> bool:
    """Whether its worker is there: it listens on a port of its own."""
    return any(not one.endswith(":8000") for one in far.listening())


def test_machines_are_reached_over_ssh_and_nothing_is_left_there(suite: Suite) -> None:
    near, fars = suite.near, suite.fars[:2]
    run = suite.start("--fleet", "ssh:desk,ann@lab")
    said = run.communicate(timeout=200)[0]
    assert run.returncode == 0, said
    assert f"{2 * REPEATED} passed" in said
    assert len(set(suite.where())) == 2
    until(lambda: not any(listens(far) for far in fars), 30)
    assert not [path for path in Path("/tmp").glob("clz-fleet-*") if path.stat().st_mtime > near.config.stat().st_mtime]
