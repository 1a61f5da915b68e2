"""`--fleet ssh:…`: workers on other machines, over SSH alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from clz_core.contract.errors import ClzError
from clz_core.fleet.address import connected
from tests.e2e.remote.far import Far, Near, machines, why_not
from tests.support.hosts import use
from tests.support.machines.stranger import listeners, tries
from tests.support.scratch import processes_of, words_of
from tests.support.waiting import until

pytestmark = [pytest.mark.xdist_group("fleet"), pytest.mark.timeout(240)]


@contextmanager
def reached(monkeypatch: pytest.MonkeyPatch, *names: str, settings: str = "") -> Iterator[tuple[Near, list[Far]]]:
    """Machines that this very process reaches."""
    if why := why_not():
        pytest.skip(why)
    with machines(*names, settings=settings) as (near, fars):
        use(near.scratch, monkeypatch)
        monkeypatch.setenv("CLZ_SSH", near.env["CLZ_SSH"])
        yield near, fars


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Near, list[Far]]]:
    with reached(monkeypatch, "desk", "lab") as made:
        yield made


def ours() -> list[psutil.Process]:
    """This process, those that it has started, and the connections of a fleet."""
    masters = [one for one in psutil.process_iter() if "/.on/fleet-" in " ".join(words_of(one))]
    return [psutil.Process(), *psutil.Process().children(recursive=True), *masters]


def here() -> set[tuple[str, int]]:
    """What they listen on."""
    return set().union(*listeners(ours()).values())


def test_nothing_listens_beyond_loopback_on_either_machine_and_another_user_is_answered_by_none(
    both: tuple[Near, list[Far]],
) -> None:
    near, fars = both
    before = here()
    with connected("ssh:desk,ann@lab", insecure=False) as client:
        names = {one["name"] for one in client.scheduler_info(n_workers=-1)["workers"].values()}
        assert names == {"desk", "ann@lab"}
        assert len(set(client.run(os.getpid).values())) == 2
        open_here = here() - before
        assert {address for address, _ in open_here} == {"127.0.0.1"}
        assert len(open_here) == 1 + 2  # the scheduler, and a port to each worker
        found = tries({port for _, port in open_here})
        assert found == {port: [] for _, port in open_here}
        for far in fars:
            open_there = {one.rpartition(":") for one in far.listening()}
            assert {address for address, _, _ in open_there} == {"127.0.0.1"}
            ports = {int(port) for _, _, port in open_there}
            assert len(ports) == 2  # its worker, and the way to the scheduler
            assert tries(ports, "ip", "netns", "exec", far.network) == {port: [] for port in ports}
        for process in (*ours(), *(one for far in fars for one in processes_of(far.root))):
            assert "PRIVATE KEY" not in " ".join((*process.cmdline(), *process.environ().values()))
    until(lambda: not any(far.listening() for far in fars), 30)
    until(lambda: here() == before, 30)
    assert not list(Path(near.scratch.runtime, ".on").iterdir())


def test_what_is_wrong_with_a_machine_is_said_and_nothing_of_the_others_is_left(
    both: tuple[Near, list[Far]],
) -> None:
    _, (desk, lab) = both
    lab.install("import sys; sys.modules['distributed'] = None")
    said = "lab: Dask distributed is not installed there"
    with pytest.raises(ClzError, match=said) as told, connected("ssh:desk,lab", insecure=False):
        pass
    assert told.value.code == "MACHINE_NOT_READY"
    until(lambda: not desk.listening(), 30)


def test_a_server_that_opens_forwarded_ports_to_its_network_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with reached(monkeypatch, "desk", settings="GatewayPorts yes") as (_, (desk,)):
        with pytest.raises(ClzError, match="GatewayPorts"), connected("ssh:desk", insecure=False):
            pass
        until(lambda: not desk.listening(), 30)
