"""The machines of a fleet: workers of Dask, each with a plugin of ours that has a Firefox and says what room it has.

Work is given to one machine by name, so that Dask's scheduler carries it and has nothing to choose.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_TABS

START_S = 120  # until a machine is there, at the beginning and after the last was lost
OTHERS_S = 10  # for the other machines, once there is one
END_S = 30  # until all machines have ended what they run
SUBSCRIBED = "subscribed"
SUBSCRIBE_S = 0.02
LOOK_S = 1.0  # between looks at which machines there are


class Machine(Protocol):
    """A worker. `where` is its name for people, `up` says whether it is given work."""

    address: str
    where: str
    slots: int
    up: bool


M = TypeVar("M", bound=Machine)


class _News(NamedTuple):
    """What a machine has said of itself."""

    address: str
    where: str
    slots: int
    problem: str

    @classmethod
    def of(cls, said: dict[str, Any]) -> _News:
        """Raises: LookupError, TypeError, ValueError."""
        return cls(
            str(said["address"]), str(said["where"]), min(max(0, int(said["slots"])), MAX_TABS), str(said["problem"])
        )


class Machines(Generic[M]):
    """Those of one run. `plugin` is what they are given; `make` is called with the address, name and slots of each."""

    def __init__(
        self, client: Any, plugin: Any, make: Callable[[str, str, int], M], note: Callable[[str], None]
    ) -> None:
        self.known: dict[str, M] = {}  # by address
        self._client = client
        self._plugin = plugin
        self._topic: str = plugin.name
        self._make = make
        self._note = note
        self._there: dict[str, tuple[str, str]] = {}  # the names and identities of Dask's workers, by address
        self._news: queue.SimpleQueue[_News] = queue.SimpleQueue()
        self._came = threading.Event()
        self._subscribed = threading.Event()
        self._problems: set[str] = set()
        self._noted: set[str] = set()
        self._looked = 0.0
        self._last_up = 0.0

    def begin(self, said: Callable[[dict[str, Any]], None]) -> None:
        """Wait for them; `said` gets their other events, in a thread of Dask's. Raises: BROWSER_START_FAILED."""

        def heard(event: tuple[float, Any]) -> None:
            try:
                if event[1]["event"] == SUBSCRIBED:
                    self._subscribed.set()
                elif event[1]["event"] == "machine":
                    self._news.put(_News.of(event[1]))
                    self._came.set()
                else:
                    said(event[1])
            except (LookupError, TypeError, ValueError) as problem:
                self._note_once(f"a machine of the fleet sent something that cannot be read: {problem!r}")

        self._client.subscribe_topic(self._topic, heard)
        joining = threading.Thread(target=self._join, daemon=True)
        joining.start()
        began = time.monotonic()
        first = 0.0
        while (now := time.monotonic()) < began + START_S:
            self.look()
            if self.slots:
                first = first or now
            if self._there.keys() and self._there.keys() <= self.known.keys():
                break
            if (first and now > first + OTHERS_S) or (not joining.is_alive() and self._problems):
                break
            self._came.wait(LOOK_S)
            self._came.clear()
        if not self.slots:
            why = "; ".join(sorted(self._problems)) or "no worker has come"
            raise error("BROWSER_START_FAILED", f"No machine of the fleet can run anything: {why}", "")

    def look(self) -> tuple[bool, list[M]]:
        """Whether any have come, and those that are lost. One that had said nothing is noted, and not among them."""
        came = self._hear()
        now = time.monotonic()
        lost: list[M] = []
        if now - self._looked >= LOOK_S:
            self._looked = now
            lost = self._see()
        if self.slots or not self._last_up:
            self._last_up = now
        return came, lost

    @property
    def slots(self) -> int:
        return sum(machine.slots for machine in self.known.values() if machine.up)

    @property
    def are_gone(self) -> bool:
        """Whether the last of them was lost so long ago that none is waited for any more."""
        return not self.slots and time.monotonic() > self._last_up + START_S

    def end(self) -> None:
        """Make all of them end what they run; one that is stopped is not waited for."""
        told: list[str] = []

        def leave() -> None:
            try:
                self._client.unregister_worker_plugin(self._topic)
                self._client.run_on_scheduler(_forget, topic=self._topic)
            except Exception as problem:  # noqa: BLE001 - a scheduler that is gone has ended them
                told.append(type(problem).__name__)

        self._client.unsubscribe_topic(self._topic)
        leaving = threading.Thread(target=leave, daemon=True)
        leaving.start()
        leaving.join(END_S)
        if told or leaving.is_alive():
            why = told[0] if told else "not all of it answers"
            self._note(f"the fleet could not be asked to end: {why}")

    def _note_once(self, what: str) -> None:
        if what not in self._noted:
            self._noted.add(what)
            self._note(what)

    def _join(self) -> None:
        try:
            # Dask subscribes by a connection of its own: what a machine said before that would be lost.
            while not self._subscribed.wait(SUBSCRIBE_S):
                self._client.log_event(self._topic, {"event": SUBSCRIBED})
            self._client.register_plugin(self._plugin)
        except Exception as problem:  # noqa: BLE001 - a machine without clz, or one that was lost meanwhile
            self._problems.add(f"{type(problem).__name__}: {problem}")

    def _hear(self) -> bool:
        came = False
        while not self._news.empty():
            news = self._news.get()
            came = True
            self.known[news.address] = self._make(news.address, news.where, news.slots)
            if news.problem:
                self._problems.add(f"{news.where}: {news.problem}")
                self._note(f"{news.where} runs nothing: {news.problem}")
        return came

    def _see(self) -> list[M]:
        try:
            there: dict[str, tuple[str, str]] = self._client.run_on_scheduler(_workers)
        except OSError:  # the connection is cut: what ran there says so
            return []
        except Exception as problem:  # noqa: BLE001 - whatever the scheduler has raised
            what = f"the scheduler does not say which machines it has: {type(problem).__name__}: {problem}"
            self._problems.add(what)
            self._note_once(what)
            return []
        gone = {at: name for at, (name, _) in self._there.items() if there.get(at) != self._there[at]}
        gone |= {at: machine.where for at, machine in self.known.items() if at not in there}
        self._there = there
        lost: list[M] = []
        for address, name in gone.items():
            machine = self.known.pop(address, None)
            self._note(f"{machine.where if machine is not None else name} was lost; what it ran is run elsewhere")
            if machine is not None:
                machine.up = False
                lost.append(machine)
        return lost


def _workers(dask_scheduler: Any) -> dict[str, tuple[str, str]]:
    return {address: (str(one.name), str(one.server_id)) for address, one in dask_scheduler.workers.items()}


def _forget(dask_scheduler: Any, topic: str) -> None:
    """Nothing of this run is kept by a scheduler that goes on."""
    dask_scheduler._broker.truncate(topic)
