"""A machine of a fleet that is broken, or is not one of ours: what it says does no harm to the run."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cloudpickle
import pytest
from distributed.diagnostics.plugin import WorkerPlugin

from clz.fleet._client import Machine, _read
from clz_apps.tests.fleet.machine import is_given
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_TABS
from clz_core.fleet.address import connected
from clz_core.fleet.machines import Machines

pytestmark = [pytest.mark.xdist_group("fleet"), pytest.mark.timeout(120)]
GARBAGE: list[Any] = [7, "machine", None, {}, {"event": "machine"}, {"event": "machine", "slots": "many"}]


class Says(WorkerPlugin):
    """Says garbage first, then that it is there, then that another one is."""

    name = "clz-says"

    def setup(self, worker: Any) -> None:
        for garbage in GARBAGE:
            worker.log_event(self.name, garbage)
        about = {"event": "machine", "where": "here", "problem": ""}
        worker.log_event(self.name, {**about, "address": worker.address, "slots": 10**9})
        worker.log_event(self.name, {**about, "address": "tcp://10.9.8.7:6", "slots": 1})


def test_what_is_not_understood_is_noted_and_a_machine_that_the_scheduler_has_not_is_none() -> None:
    noted: list[str] = []
    with connected("local:1", insecure=False, threads=True) as client:
        machines: Machines[Any] = Machines(
            client, Says(), lambda *it: SimpleNamespace(address=it[0], where=it[1], slots=it[2], up=True), noted.append
        )
        machines.begin(lambda event: event["id"])
        machines._looked = 0
        machines.look()
        (worker,) = client.scheduler_info()["workers"]
        assert {at: one.slots for at, one in machines.known.items()} == {worker: MAX_TABS}
        machines.end()
    assert any("sent something that cannot be read" in line for line in noted)
    assert len(noted) == len(set(noted))


def test_an_error_of_the_scheduler_is_told_once() -> None:
    noted: list[str] = []
    with connected("local:1", insecure=False, threads=True) as client:
        client.cluster.scheduler.handlers.pop("run_function")
        machines: Machines[Any] = Machines(client, Says(), lambda *_: None, noted.append)
        assert machines._see() == machines._see() == []
    assert len([line for line in noted if "does not say which machines it has" in line]) == 1


@pytest.mark.parametrize("carried", [b"", b"no pickle", cloudpickle.dumps(7), cloudpickle.dumps((1, 2)), 7])
def test_an_answer_that_cannot_be_read_is_an_error_of_its_page(carried: Any) -> None:
    with pytest.raises(ClzError, match="What lab has answered cannot be read") as told:
        _read(carried, Machine("tls://127.0.0.1:1", "lab", 1))
    assert told.value.code == "PROTOCOL"


DONE = {"event": "done", "outcome": "passed", "ms": 1, "steps": (), "error": None, "kept_problem": ""}
GIVEN = {"done": DONE, "journal": b"", "evidence": {"a.png": b""}, "trace": b"", "film": b"", "where": "lab"}


def test_only_an_outcome_of_a_test_is_taken_for_one() -> None:
    assert is_given(GIVEN)
    for wrong in (7, None, {}, {**GIVEN, "where": 7}, {**GIVEN, "film": "x"}, {**GIVEN, "evidence": {7: b""}}):
        assert not is_given(wrong)
    for done in (None, {}, {**DONE, "outcome": "well"}, {**DONE, "error": {"code": "X"}}, {**DONE, "steps": 7}):
        assert not is_given({**GIVEN, "done": done})
