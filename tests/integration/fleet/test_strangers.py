"""What another user of this machine gets from a fleet: nothing listens for him, and nothing runs for him."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from distributed import LocalCluster

from clz_core.fleet.address import connected
from tests.support.machines.stranger import listeners, tries

pytestmark = [pytest.mark.xdist_group("fleet"), pytest.mark.timeout(120)]
as_root = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user: run it as root"
)
PLAIN = {"tcp: ran as root at the scheduler", "tcp: ran as root at the worker or nanny"}


def ports() -> set[tuple[str, int]]:
    """What this process and those that it has started listen on."""
    own = psutil.Process()
    return set().union(*listeners([own, *own.children(recursive=True)]).values())


@contextmanager
def listening(fleet: Any) -> Iterator[set[tuple[str, int]]]:
    """What listens only while a fleet is there."""
    before = ports()
    with fleet:
        yield ports() - before


@contextmanager
def plain() -> Iterator[None]:
    cluster: Any = LocalCluster
    with cluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0"):
        yield


def local(count: int, threads: bool) -> Any:
    return connected(f"local:{count}", insecure=False, threads=threads)


@as_root
def test_a_fleet_without_certificates_obeys_another_user_which_is_what_the_tests_below_would_see() -> None:
    with listening(plain()) as open_to:
        found = tries({port for _, port in open_to})
    assert {one for ways in found.values() for one in ways} == {*PLAIN, "http"}


def test_workers_and_nannies_and_the_scheduler_listen_on_loopback_for_nothing_else() -> None:
    with listening(local(2, threads=False)) as open_to:
        assert {address for address, _ in open_to} == {"127.0.0.1"}
        assert len(open_to) == 1 + 2 + 2  # the scheduler, and two workers with a nanny each


@as_root
def test_another_user_of_this_machine_is_answered_by_none_of_them() -> None:
    with listening(local(1, threads=False)) as open_to:
        found = tries({port for _, port in open_to})
    assert found == {port: [] for _, port in open_to}
    assert len(found) == 3


def test_workers_in_this_process_listen_nowhere() -> None:
    with listening(local(2, threads=True)) as open_to:
        assert open_to == set()


@pytest.mark.parametrize("threads", [True, False])
def test_dask_imports_from_no_folder_that_another_user_could_have_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: bool
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    theirs = tmp_path / "dask-scratch-space"
    theirs.mkdir()
    theirs.chmod(0o777)
    with connected("local:1", insecure=False, threads=threads) as client:
        client.wait_for_workers(1, timeout=30)
        for paths in (sys.path, *client.run(lambda: __import__("sys").path).values()):
            assert not [one for one in paths if Path(one).is_relative_to(theirs)]
        (private,) = set(tmp_path.iterdir()) - {theirs}
        assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert not private.exists()


def test_no_key_is_in_a_command_line_an_environment_or_a_file_of_a_fleet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with connected("local:1", insecure=False) as client:
        client.wait_for_workers(1, timeout=30)
        told = []
        for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # it has ended
                told.append(" ".join((*process.cmdline(), *process.environ().values())))
        assert len(told) >= 3, "this process, the nanny and its worker"
        assert "PRIVATE KEY" not in " ".join(told)
        assert not [one for one in tmp_path.rglob("*") if one.is_file() and b"PRIVATE KEY" in one.read_bytes()]
