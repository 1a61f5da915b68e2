"""A long day on large pages: `.venv/bin/python -m bench.soak_large [--commands N] [--minutes M]`.

One agent reads and acts in twelve tabs with tables of 9,000 elements, with a trace of some commands now and then. Once
the first tenth is done, neither the host nor the processes of Firefox may grow: the exit code is 1 if one holds a tenth
more in the second half of what is left than in the first.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, cycle

from bench.harness import Scratch, scratch_session
from clz_core.client import Client
from tests.running import memory
from tests.site.server import Site
from tests.support.scratch import processes_of

SESSION = "soak-large"
DAY = 20_000
TABS = 12
ROWS = 1_000  # of nine elements
READINGS = 20
TRACED = 16  # commands after each reading
MAX_GROWTH = 0.10
MIB = 1024 * 1024
Command = tuple[str, Mapping[str, object]]


def commands(row: int) -> list[Command]:
    """What an agent does in one tab before it goes to the next."""
    return [
        ("click", {"target": "#count"}),
        ("expect", {"condition": "text", "value": f"Person {row}"}),
        ("click", {"target": f'role=button[name="Delete {row}"]'}),
        ("getContent", {}),
        ("getAccessibilitySnapshot", {"diff": True}),
        ("type", {"target": "label=Filter", "text": f"x{row}"}),
        ("getPageState", {}),
        ("getAccessibilitySnapshot", {"interactive": True}),
    ]


def day(client: Client, tabs: Sequence[int]) -> Iterator[None]:
    """Commands without end."""
    for tab, turn in zip(cycle(tabs), count(1)):
        for name, params in commands(turn % ROWS + 1):
            client.call(name, {"tabId": tab, **params})
            yield


def held(scratch: Scratch) -> dict[str, float]:
    """MiB of the host, of Firefox's main process, and of all that belongs to this session."""
    main, all_of_it = memory.parent_of_firefox(scratch.root), processes_of(scratch.root)
    sizes = {process.pid: memory.held(process) / MIB for process in all_of_it}
    hosts = [process.pid for process in all_of_it if memory.is_host(process)]
    return {"host": sum(sizes[pid] for pid in hosts), "main process": sizes[main.pid], "all": sum(sizes.values())}


def growth(readings: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """By how much each holds more in the second half of what follows the first tenth."""
    settled = readings[max(1, len(readings) // 10) :]
    half = len(settled) // 2
    mean = statistics.fmean
    return {
        what: mean(one[what] for one in settled[half:]) / mean(one[what] for one in settled[:half]) - 1
        for what in settled[0]
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak_large", description="Use large pages for a simulated day.")
    parser.add_argument("--commands", type=int, default=DAY, metavar="N", help=f"this many ({DAY})")
    parser.add_argument("--minutes", type=float, default=120, metavar="M", help="stop after this time (120)")
    options = parser.parse_args(argv)
    every = max(1, options.commands // READINGS)
    readings: list[dict[str, float]] = []
    with Site() as site, scratch_session(SESSION) as scratch:
        scratch.must("open", site.url(f"table.html?rows={ROWS}"))
        trace = scratch.root / "day.zip"
        with scratch.client() as client:
            for number in range(1, TABS):
                client.call("createWindow", {"url": site.url(f"table.html?rows={ROWS}&tab={number}")})
            tabs = [tab["tabId"] for tab in client.call("getTabs")["tabs"]]
            begin, took = time.monotonic(), 0.0
            for done, _ in enumerate(day(client, tabs), 1):
                took = time.monotonic() - begin
                if done % every == 0:
                    readings.append(held(scratch))
                    said = ", ".join(f"{what} {size:.0f} MB" for what, size in readings[-1].items())
                    print(f"{done} commands, {took / 60:.1f} min: {said}", file=sys.stderr)
                    if done >= options.commands or took > options.minutes * 60:
                        break
                    scratch.must("trace", "start", str(trace))
                elif done % every == TRACED and done > every:
                    scratch.must("trace", "stop")
                    trace.unlink()
    grown = growth(readings)
    kept = all(by <= MAX_GROWTH for by in grown.values())
    print(f"{done} commands in {took:.0f} s", *(f"{what}: {by:+.1%}" for what, by in grown.items()), sep="\n")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
