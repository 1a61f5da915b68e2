"""Commands without end through the warm process: `.venv/bin/python -m bench.soak_warm [--commands N] [--lanes L]`.

Each is a whole `clz click`, several at once; every fiftieth is killed at some moment of it. The page counts the clicks:
each command is one, but for those that were killed. Then the warm process may not have grown by more than a twentieth,
nor have a file or a fork more than at the start, and idle it uses no CPU: else the exit code is 1.
"""

from __future__ import annotations

import argparse
import itertools
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import psutil

from bench.harness import CLZ, Scratch, scratch_session
from tests.site.server import Site
from tests.support.waiting import until

SESSION = "warm"
COMMANDS = 5_000
WARM_UP = 50
KILL_EVERY = 50
KILL_WITHIN_S = 0.04  # a moment before it is taken, while it runs, or when it has ended
MAX_GROWTH = 0.05
IDLE_S = 5
MIB = 1024 * 1024
COMMAND = [str(CLZ), "click", "#count"]


class Lane:
    """One after the other. `failed` counts those that did not end as they should."""

    def __init__(self, scratch: Scratch, moments: random.Random) -> None:
        self._moments = moments
        self._env = {**scratch.env, "CLZ_WARM": "wait"}
        self.failed = 0

    def run(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            with subprocess.Popen(COMMAND, env=self._env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
                if number % KILL_EVERY == 0:
                    time.sleep(self._moments.uniform(0, KILL_WITHIN_S))
                    process.kill()
                elif process.wait() != 0:
                    assert process.stderr is not None
                    print(process.stderr.read().decode(), file=sys.stderr)
                    self.failed += 1


def warm_process(scratch: Scratch) -> psutil.Process:
    with scratch.client() as client:
        return psutil.Process(until(lambda: client.call("status")["warmPid"]))


def soak(scratch: Scratch, commands: int, lanes: int, seed: int) -> int:
    """How many commands failed."""
    crew = [Lane(scratch, random.Random(seed + lane)) for lane in range(lanes)]
    shares = [range(lane + 1, commands + 1, lanes) for lane in range(lanes)]
    with ThreadPoolExecutor(lanes) as pool:
        list(pool.map(lambda one, share: one.run(share), crew, shares))
    return sum(lane.failed for lane in crew)


def clicks(scratch: Scratch) -> int:
    """How many the page has counted."""
    return int(scratch.must("get", "text", "#total"))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak_warm", description="Run commands through the warm process.")
    parser.add_argument("--commands", type=int, default=COMMANDS, metavar="N", help=f"this many ({COMMANDS})")
    parser.add_argument("--lanes", type=int, default=2, metavar="L", help="this many at once (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="for the moments of the kills (1)")
    options = parser.parse_args(argv)
    with Site() as site, scratch_session(SESSION) as scratch:
        scratch.must("open", site.url("form.html"))
        warm = warm_process(scratch)
        soak(scratch, WARM_UP, 1, options.seed)
        until(lambda: len(warm.children()) == 1)  # the standby fork
        before = warm.memory_info().rss, warm.num_fds()
        clicked = clicks(scratch)
        begin = time.monotonic()
        failed = soak(scratch, options.commands, options.lanes, options.seed)
        took = time.monotonic() - begin
        until(lambda: len(warm.children()) <= 1 and warm.num_fds() <= before[1])
        clicked = clicks(scratch) - clicked
        cpu = sum(itertools.islice(warm.cpu_times(), 2))
        time.sleep(IDLE_S)
        idle = sum(itertools.islice(warm.cpu_times(), 2)) - cpu
        now = warm.memory_info().rss
    killed = options.commands // KILL_EVERY
    once = options.commands - killed <= clicked <= options.commands
    grown = now / before[0] - 1
    print(
        f"{options.commands} commands in {took:.0f} s, {took / options.commands * 1000:.1f} ms each, {failed} failed",
        f"{clicked} clicks, {killed} commands killed",
        f"warm process {before[0] / MIB:.1f} MB → {now / MIB:.1f} MB ({grown:+.1%}, at most {MAX_GROWTH:+.0%})",
        f"idle for {IDLE_S} s: {idle * 1000:.0f} ms of CPU",
        sep="\n",
    )
    return 0 if not failed and once and grown <= MAX_GROWTH and idle == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
