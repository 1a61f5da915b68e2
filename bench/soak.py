"""A day of use in a short time: `.venv/bin/python -m bench.soak [--cycles N] [--minutes M] [--lanes L]`.

Agents come, open a page, click, close it and go, over and over, several at once. Then nothing may be left, and the host
may not have grown by more than a tenth since it was warm. Exit code 1 where it is otherwise. A tab that stays keeps the
process of its site alive, as in the tests: what is looked for is what clz leaves, and Firefox's own starts take long.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from bench.harness import scratch_session
from tests.site.server import Site
from tests.support.agents import live_through, traces
from tests.support.browsers import PREFERENCES, write_preferences

DAY = 10_000
WARM_UP = 200
MAX_GROWTH = 0.10
MIB = 1024 * 1024


class _Counter:
    def __init__(self, begin: float) -> None:
        self.cycles = 0
        self._begin = begin
        self._lock = threading.Lock()

    def one_more(self) -> None:
        with self._lock:
            self.cycles += 1
            if self.cycles % 500 == 0:
                minutes = (time.monotonic() - self._begin) / 60
                host = traces("soak").host_bytes / MIB
                print(f"{self.cycles} cycles, {minutes:.1f} min, host {host:.1f} MB", file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Use clz for a simulated day and look for what is left.")
    parser.add_argument("--cycles", type=int, default=DAY, metavar="N", help=f"open, act, close this often ({DAY})")
    parser.add_argument("--minutes", type=float, default=60, metavar="M", help="stop after this time (60)")
    parser.add_argument("--lanes", type=int, default=3, metavar="L", help="this many agents act at once (3)")
    options = parser.parse_args(argv)
    with Site() as site, scratch_session("soak") as scratch:
        write_preferences(PREFERENCES, "soak")
        scratch.must("open", site.url("index.html"), "--agent", "keeper")
        url = site.url("form.html")
        for _ in live_through(min(WARM_UP, options.cycles), url, "soak"):
            pass
        before = traces("soak")
        begin = time.monotonic()
        end = begin + options.minutes * 60
        counted = _Counter(begin)

        def lane(cycles: int) -> None:
            for _ in live_through(cycles, url, "soak"):
                counted.one_more()
                if time.monotonic() > end:
                    break

        with ThreadPoolExecutor(options.lanes) as pool:
            list(pool.map(lane, [options.cycles // options.lanes] * options.lanes))
        done = counted.cycles
        took = time.monotonic() - begin
        after = traces("soak")
    growth = after.host_bytes / before.host_bytes - 1
    left = after.left_since(before)
    print(f"{done} cycles in {took:.0f} s, {took / done * 1000:.1f} ms each")
    print(f"host memory {before.host_bytes / MIB:.1f} MB → {after.host_bytes / MIB:.1f} MB ({growth:+.1%})")
    print(f"left behind: {left or 'nothing'}")
    return 1 if left or growth > MAX_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
