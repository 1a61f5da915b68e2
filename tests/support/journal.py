"""The journal of a run under faults: each answer, how long it took beside how long it may, and every promise broken."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from clz_core.contract.errors import CODES

CALM = "calm"
OK = "ok"
# Known codes that no fault of the machine may bring about: what was asked was right, and both ends are of one version.
FAULTY = {"INTERNAL", "PROTOCOL", "USAGE", "UNKNOWN_COMMAND", "INVALID_PARAMS"}
HUNG_S = 20  # this much after its limit a command is given up


@dataclass
class UnderWay:
    who: str
    command: str
    limit_s: float
    begin: float = field(default_factory=time.monotonic)
    during: list[str] = field(default_factory=list)

    @property
    def took_s(self) -> float:
        return time.monotonic() - self.begin


@dataclass(frozen=True)
class Slowest:
    took_s: float
    limit_s: float
    fault: str


class Journal:
    """What all agents of a run have lived through. For several threads at once."""

    def __init__(self) -> None:
        self.answers: dict[str, Counter[str]] = defaultdict(Counter)
        self.strikes: Counter[str] = Counter()
        self.slowest: dict[str, Slowest] = {}
        self.recoveries: dict[str, list[tuple[float, str]]] = defaultdict(list)
        self.broken: list[str] = []
        self.said: dict[str, str] = {}  # what an error of each code said first
        self._under_way: dict[str, UnderWay] = {}
        self._fault = CALM
        self._lock = threading.Lock()

    @property
    def commands(self) -> int:
        return sum(counts.total() for counts in self.answers.values())

    @property
    def done(self) -> int:
        """Of the commands those that did what they were asked."""
        return sum(counts[OK] for counts in self.answers.values())

    def strike(self, fault: str) -> None:
        """From now on, until `calm`, what happens is put down to this fault."""
        with self._lock:
            self.strikes[fault] += 1
            self._fault = fault
            for entry in self._under_way.values():
                entry.during.append(fault)

    def calm(self) -> None:
        with self._lock:
            self._fault = CALM

    def says(self, code: str, message: str) -> None:
        with self._lock:
            self.said.setdefault(code, f"[{self._fault}] {message}")

    def recovered(self, fault: str, took_s: float, how: str) -> None:
        with self._lock:
            self.recoveries[fault].append((took_s, how))

    def breaks(self, what: str) -> None:
        """Notes a broken promise."""
        with self._lock:
            self.broken.append(f"[{self._fault}] {what}")

    @contextmanager
    def asking(self, who: str, command: str, limit_s: float) -> Iterator[list[str]]:
        """One command; the block appends the code of its answer. It has `limit_s` to come."""
        entry = UnderWay(who, command, limit_s)
        with self._lock:
            self._under_way[who] = entry
            entry.during.append(self._fault)
        codes: list[str] = []
        try:
            yield codes
        finally:
            with self._lock:
                self._under_way.pop(who, None)
                self._note(entry, codes[0] if codes else "nothing")

    def hung(self) -> list[str]:
        """The commands that should have been answered long ago."""
        with self._lock:
            return [
                f"{entry.who}: {entry.command} hangs for {entry.took_s:.1f} s"
                for entry in self._under_way.values()
                if entry.took_s > entry.limit_s + HUNG_S
            ]

    def _note(self, entry: UnderWay, code: str) -> None:
        fault = entry.during[-1]
        self.answers[fault][code] += 1
        took_s = entry.took_s
        what = f"[{fault}] {entry.who}: {entry.command} answered {code} after {took_s:.2f} s"
        if code not in CODES and code != OK:
            self.broken.append(f"{what}, which is not a known code")
        elif code in FAULTY:
            self.broken.append(f"{what}, a fault of clz itself")
        if took_s > entry.limit_s:
            self.broken.append(f"{what}; its limit is {entry.limit_s:.2f} s")
        name = entry.command.split()[0]
        if name not in self.slowest or took_s / entry.limit_s > self.slowest[name].took_s / self.slowest[name].limit_s:
            self.slowest[name] = Slowest(took_s, entry.limit_s, fault)
