"""Everything at once, and then some: `.venv/bin/python -m bench.chaos [--minutes M] [--seed S] [--agents N]`.

Agents work in one Firefox, most through the client, the last through the command line. Meanwhile processes are killed
and stopped, the disk fills up, descriptors run short and pages storm, one fault after the other, drawn by lot from the
seed. Every command must be answered with a known code within its limit. After each fault clz must be there again, by
itself or by one `clz browser start`; after the last nothing may be left: no tab, container, key, file, socket or
process, and no memory to speak of if the program is the one from the start. Else the exit code is 1, and the seed says
how to get the same faults again.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.faults import FAULTS, ON_A_DISK, Fault, Stage
from bench.harness import scratch_session
from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MIN_TIMEOUT_MS
from clz_native.host.logs import log_file
from tests.running.memory import firefox_bytes, parent_of_firefox
from tests.site.server import Site
from tests.support.agents import Traces, traces
from tests.support.faults import firefox_of, host_of, may_mount, small_disk
from tests.support.journal import OK, Journal
from tests.support.scratch import processes_of
from tests.support.waiting import until
from tests.support.workers import ClientWorker, ShellWorker, Worker

SESSION = "chaos"
DISK = 700 << 20
MIB = 1 << 20
MAX_HOST_GROWTH = 0.10
MAX_FIREFOX_GROWTH = 0.20
BY_ITSELF_S = 12.0  # the extension asks for a new host after a second; what lies still goes on at once
QUIET_S = 20.0
SETTLE_S = 150.0  # what an agent that cannot say goodbye has is taken back after two minutes


@dataclass(frozen=True)
class Before:
    """How things were when all was well; `firefox_bytes` is None if nobody asks for memory."""

    traces: Traces
    host: psutil.Process | None
    firefox: psutil.Process
    firefox_bytes: int | None


class Run:
    """One run: the agents, the faults one after the other, and what has to be so afterwards."""

    def __init__(self, stage: Stage, faults: Sequence[Fault], agents: int, seed: str) -> None:
        self.stage = stage
        self.faults = faults
        self.journal = stage.journal
        self.client = Client(SESSION, key=new_key("conductor"))
        origin = stage.site.origin
        self.workers: list[Worker] = [
            ClientWorker(f"agent-{n}", self.journal, f"{seed}/{n}", SESSION, origin) for n in range(agents - 1)
        ]
        self.workers.append(ShellWorker("shell", self.journal, f"{seed}/shell", SESSION, origin, stage.scratch.env))

    def go(self, seconds: float, each_once: bool, quick: bool) -> None:
        """Strikes until the time is up; with `each_once` through the list, in its order, and once.

        To tell what grows, both programs have to be warm, and Firefox asked to give back what it can: `quick` does
        without.
        """
        self.stage.scratch.must("open", self.stage.site.url("index.html"), "--agent", "keeper")
        if not quick:
            self.workers[0].warm_up()
        for worker in self.workers:
            worker.turn()
            worker.leave()
        before = Before(
            traces(SESSION),
            host_of(self.stage.root),
            parent_of_firefox(self.stage.root),
            None if quick else firefox_bytes(self.stage.root),
        )
        for worker in self.workers:
            worker.start()
        end = time.monotonic() + seconds
        for fault in self.faults if each_once else self._rounds():
            if time.monotonic() > end or not self._strike(fault):
                break
        for worker in self.workers:
            worker.over.set()
        for worker in self.workers:
            worker.join(QUIET_S)
            if worker.is_alive():
                self.journal.breaks(f"{worker.name} does not come to an end")
        self._quiet(before)

    def _rounds(self) -> Iterator[Fault]:
        """All of them in some order, then in another one, and so on."""
        while True:
            yield from self.stage.random.sample(self.faults, len(self.faults))

    def _strike(self, fault: Fault) -> bool:
        """False if the run cannot go on."""
        hold_s = self.stage.random.uniform(fault.least_s, fault.most_s)
        print(f"{fault.name}{f' for {hold_s:.1f} s' if hold_s else ''} …", file=sys.stderr)
        self.journal.strike(fault.name)
        with fault.strike(self.stage):
            threading.Event().wait(hold_s)
        begin = time.monotonic()
        how = self._recovers()
        self.journal.recovered(fault.name, time.monotonic() - begin, how)
        threading.Event().wait(self.stage.random.uniform(0.5, 2.0))
        self.journal.calm()
        for hung in self.journal.hung():
            self.journal.breaks(hung)
        return how != ""

    def _recovers(self) -> str:
        """How clz came back; empty if it did not."""
        with contextlib.suppress(AssertionError):
            until(lambda: self._answers() or self._firefox_is_gone(), BY_ITSELF_S)
            if self._answers():
                return "by itself"
        done = self.stage.scratch.clz("browser", "start")
        with contextlib.suppress(AssertionError):
            if done.returncode == 0 and until(self._answers, BY_ITSELF_S):
                return "by clz browser start"
        self.journal.breaks(f"clz browser start: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return ""

    def _firefox_is_gone(self) -> bool:
        return firefox_of(self.stage.root) is None

    def _answers(self) -> bool:
        try:
            self.client.call("status", {}, MIN_TIMEOUT_MS)
        except ClzError:
            return False
        return True

    def _quiet(self, before: Before) -> None:
        """Everybody works once more and leaves; then everything is as before."""
        root, journal = self.stage.root, self.journal
        for worker in self.workers:
            asked = worker.turn()
            if isinstance(worker, ClientWorker):
                asked = worker.ask("createWindow", {"url": self.stage.site.url("form.html")})
                asked = asked if asked != OK else worker.ask("click", {"target": "#count"})
            if asked != OK and isinstance(worker, ClientWorker):
                journal.breaks(f"{worker.name} cannot work again: {asked}")
            try:
                worker.leave()
            except ClzError as problem:
                journal.breaks(f"{worker.name} cannot leave: {problem.code}: {problem.message}")
        with contextlib.suppress(ClzError):
            self.client.call("goodbye", {}, MIN_TIMEOUT_MS)
        self.client.close()
        same_host = before.host is not None and before.host.is_running()
        try:
            until(lambda: not self._left(before.traces, same_host), SETTLE_S)
        except AssertionError:
            journal.breaks(f"left behind: {self._left(before.traces, same_host)}")
        except ClzError as problem:
            journal.breaks(f"no answer in the end: {problem.code}: {problem.message}")
        if before.firefox_bytes is not None and same_host:
            self._grown("the host", before.traces.host_bytes, traces(SESSION).host_bytes, MAX_HOST_GROWTH)
        if before.firefox_bytes is not None and before.firefox.is_running():
            self._grown("Firefox", before.firefox_bytes, firefox_bytes(root), MAX_FIREFOX_GROWTH)
        done = self.stage.scratch.clz("browser", "stop")
        if done.returncode != 0:
            journal.breaks(f"clz browser stop: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        try:
            until(lambda: not processes_of(root), QUIET_S)
        except AssertionError:
            left = ", ".join(f"{process.name()} ({process.pid})" for process in processes_of(root))
            journal.breaks(f"still running: {left}")
        files = {path.name for path in (root / "run").rglob("*") if path.is_file() or path.is_socket()}
        if strange := {name for name in files if not name.startswith("agent_")} - {"host.lock", "browser.lock"}:
            journal.breaks(f"files that stay: {sorted(strange)}")

    def _left(self, before: Traces, same_host: bool) -> dict[str, object]:
        left = traces(SESSION).left_since(before)
        if not same_host:
            left = {name: what for name, what in left.items() if not name.startswith("host_")}
        # The keeper's page went with the Firefox that it was in.
        return {name: what for name, what in left.items() if not (isinstance(what, int) and what < 0)}

    def _grown(self, what: str, before: int, after: int, most: float) -> None:
        print(f"{what}: {before / MIB:.1f} MB → {after / MIB:.1f} MB ({after / before - 1:+.1%}, at most {most:+.0%})")
        if after / before - 1 > most:
            self.journal.breaks(f"{what} has grown from {before / MIB:.1f} to {after / MIB:.1f} MB")


def report(journal: Journal) -> None:
    width = max(len(name) for name in [*journal.answers, *journal.strikes])
    print(f"\n{'fault':{width}}  times  answers by code; how clz was there again")
    for fault in sorted({*journal.answers, *journal.strikes}):
        counts = ", ".join(f"{code} {count}" for code, count in journal.answers[fault].most_common())
        print(f"{fault:{width}}  {journal.strikes[fault] or '':5}  {counts}")
        ways = sorted({how for _, how in journal.recoveries[fault]})
        for how in ways:
            times = [took for took, way in journal.recoveries[fault] if way == how]
            print(f"{'':{width}}         {how or 'not at all'}: {len(times)} times, after {max(times):.1f} s at most")
    print("\nwhat an error of each code said first")
    for code, said in sorted(journal.said.items()):
        print(f"  {code:26} {said}")
    print("\nslowest answer of each command, nearest to its limit")
    for command, slow in sorted(journal.slowest.items(), key=lambda item: -item[1].took_s / item[1].limit_s):
        print(f"  {command:26} {slow.took_s:6.2f} s of {slow.limit_s:5.2f} s  {slow.fault}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="chaos", description="Break everything around clz, and see that it holds.")
    parser.add_argument("--minutes", type=float, default=10, metavar="M", help="strike for so long (10)")
    parser.add_argument("--seed", default=None, metavar="S", help="the same faults as another run's")
    parser.add_argument(
        "--agents", type=int, default=4, metavar="N", help="so many at work, the last by clz itself (4)"
    )
    parser.add_argument("--only", action="append", metavar="FAULT", help="these faults, each once, in this order")
    parser.add_argument("--quick", action="store_true", help="look at answers and at what is left, not at memory")
    options = parser.parse_args(argv)
    seed = options.seed or f"{random.SystemRandom().randrange(1 << 32):08x}"
    names = {fault.name: fault for fault in [*FAULTS, *ON_A_DISK]}
    if unknown := set(options.only or ()) - set(names):
        parser.error(f"no fault is called {', '.join(sorted(unknown))}; there is: {', '.join(names)}")
    faults = [names[name] for name in options.only] if options.only else list(names.values())
    if not may_mount():
        print("a full disk is left out: only root may make a small one", file=sys.stderr)
        faults = [fault for fault in faults if fault not in ON_A_DISK]
    journal = Journal()
    begin = time.monotonic()
    with Site() as site, scratch_session(SESSION) as scratch, ExitStack() as stack:
        if set(ON_A_DISK) & set(faults):
            stack.enter_context(small_disk(scratch.root, DISK))
            (scratch.root / "home").mkdir()
        stage = Stage(scratch, site, journal, random.Random(seed))
        try:
            Run(stage, faults, options.agents, seed).go(options.minutes * 60, bool(options.only), options.quick)
        finally:
            for problem in faults_in_log(log_file(SESSION)):
                print(f"the host's log: {problem}", file=sys.stderr)
            scratch.clz("browser", "stop")
    report(journal)
    took = time.monotonic() - begin
    struck, asked = sum(journal.strikes.values()), f"{journal.commands} commands, {journal.done} of them done,"
    print(f"\n{struck} faults, {asked} in {took / 60:.1f} min; seed {seed}")
    for broken in journal.broken:
        print(f"BROKEN {broken}")
    again = " ".join([*(f"--only '{name}'" for name in options.only or ()), *(["--quick"] if options.quick else [])])
    print(f"again: python -m bench.chaos --seed {seed} --minutes {options.minutes:g} --agents {options.agents} {again}")
    return 1 if journal.broken else 0


def faults_in_log(path: Path) -> list[str]:
    """What the host has written about its own faults: a line and the error under it."""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    return [
        line for at, line in enumerate(lines) if " ERROR " in line or (at and line[:1].isalpha() and "Error" in line)
    ]


if __name__ == "__main__":
    sys.exit(main())
