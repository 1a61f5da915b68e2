"""`clz.fleet.map` over machines: each call goes to one that has room, and to another one if that is lost."""

from __future__ import annotations

import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import cloudpickle

from clz.fleet._worker import Caller, Pages, call_page
from clz_core import __version__
from clz_core.contract.errors import error
from clz_core.fleet.machines import LOOK_S, Machines

T = TypeVar("T")
TRIES = 3  # machines that one call may be lost with


@dataclass(eq=False)
class Machine:
    """A worker of Dask, and how many calls it has."""

    address: str
    where: str
    slots: int
    calls: int = 0

    def __post_init__(self) -> None:
        self.up = self.slots > 0


class Fleet(Generic[T]):
    """The machines of one map. It ends with `close`."""

    def __init__(self, client: Any, make: Callable[[str], Caller], most: int, note: Callable[[str], None]) -> None:
        """Raises: USAGE for a function that cannot be sent."""
        self._client = client
        self._id = os.urandom(4).hex()
        self._turn = threading.Condition()
        self._ended = threading.Event()
        self._cut = False  # whether the scheduler is gone
        self._machines = Machines(client, Pages(self._id, __version__, pickled(make), most), Machine, note)
        self._looking = threading.Thread(target=self._look, daemon=True, name="clz-fleet-look")

    def begin(self) -> int:
        """Have machines, and return how many calls they take at a time. Raises: BROWSER_START_FAILED."""
        self._machines.begin(lambda _: None)
        self._looking.start()
        return self._machines.slots

    def close(self) -> None:
        """End what runs on all of them."""
        self._ended.set()
        if self._looking.ident is not None:
            self._looking.join()
        self._machines.end()

    def call(self, url: str) -> T:
        """What the function makes of the page. Raises: whatever it raises; FLEET_UNREACHABLE."""
        losses: Counter[str] = Counter()
        while True:
            machine = self._place()
            try:
                carried = self._called(machine, url)
            finally:
                with self._turn:
                    machine.calls -= 1
                    self._turn.notify_all()
            if carried is not None:
                value, problem = _read(carried, machine)
                if problem is not None:
                    raise problem
                return cast("T", value)
            losses[machine.address] += 1
            if losses.total() >= TRIES:
                what = f"It was given up: each machine that ran it was lost. The last was {machine.where}"
                raise error("FLEET_UNREACHABLE", what, "")

    def _place(self) -> Machine:
        """The machine with most room, waited for while there is none. Raises: FLEET_UNREACHABLE."""
        with self._turn:
            while True:
                if self._ended.is_set():
                    raise error("CANCELLED", "The run was left.", "")
                if self._cut or self._machines.are_gone:
                    what = "The scheduler of the fleet was lost." if self._cut else "No machine of the fleet is left."
                    raise error("FLEET_UNREACHABLE", what, "")
                up = [machine for machine in self._machines.known.values() if machine.up]
                if up:
                    machine = max(up, key=lambda one: one.slots - one.calls)
                    machine.calls += 1
                    return machine
                self._turn.wait(LOOK_S)

    def _called(self, machine: Machine, url: str) -> bytes | None:
        """The pickled end of a call; None if its machine was lost with it. Raises: FLEET_UNREACHABLE."""
        over = threading.Event()
        key = f"clz-{os.urandom(8).hex()}"
        future = self._client.submit(call_page, self._id, url, key=key, workers=[machine.address], pure=False)
        future.add_done_callback(lambda _: over.set())
        try:
            while not over.wait(LOOK_S):
                if not machine.up or self._ended.is_set():
                    return None
            if future.cancelled():
                self._cut = self._cut or machine.up
                return None
            return cast("bytes | None", future.result(timeout=None if machine.up else 0))
        except Exception as problem:
            if not machine.up or type(problem).__name__ == "KilledWorker":
                return None
            raise
        finally:
            if not future.done():
                future.cancel(force=True)

    def _look(self) -> None:
        while not self._ended.wait(LOOK_S):
            with self._turn:
                self._machines.look()
                self._turn.notify_all()


def _read(carried: bytes, machine: Machine) -> tuple[object, BaseException | None]:
    """What a call gave, and what went wrong. Raises: PROTOCOL if it cannot be read."""
    try:
        value, problem = cloudpickle.loads(carried)
        if problem is None or isinstance(problem, BaseException):
            return value, problem
        why = f"its error is of type {type(problem).__name__}"
    except Exception as wrong:  # noqa: BLE001 - a class that is not known here
        why = f"{type(wrong).__name__}: {wrong}"
    raise error("PROTOCOL", f"What {machine.where} has answered cannot be read: {why}", "")


class FarPlace(Generic[T]):
    """A place of a fleet, as a pool calls it."""

    def __init__(self, fleet: Fleet[T]) -> None:
        self._fleet = fleet

    def call(self, url: str) -> T:
        return self._fleet.call(url)

    def close(self) -> None:
        """Nothing: the fleet ends as a whole."""


def pickled(make: Callable[[str], Caller]) -> bytes:
    """A maker of callers, with its function and the modules beside that. Raises: USAGE."""
    try:
        return cast("bytes", cloudpickle.dumps(make))
    except Exception as problem:
        raise error(
            "USAGE",
            f"The function cannot be sent to other machines: {type(problem).__name__}: {problem}",
            "Create files, locks and connections inside the function.",
        ) from problem


def send_beside(folder: str) -> None:
    """Send the modules that were imported from a folder along: other machines have none of them."""
    inside = os.path.join(os.path.realpath(folder), "")
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and os.path.realpath(file).startswith(inside) and "site-packages" not in file:
            cloudpickle.register_pickle_by_value(module)
