"""A day of use in a short time: `.venv/bin/python -m bench.soak [--cycles N] [--minutes M] [--lanes L]`.

Agents come, open a page, click, close it and go, over and over, several at once. Then nothing may be left, the host may
not have grown by more than a tenth since it was warm, nor Firefox, in all its processes, by more than a fifth: else the
exit code is 1. A tab that stays keeps the process of its site alive, as in the tests: what is looked for is what clz
leaves, and Firefox's own starts take long.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bench.harness import scratch_session
from tests.running.memory import firefox_bytes
from tests.site.server import Site
from tests.support.agents import Traces, live_through, traces
from tests.support.browsers import PREFERENCES, write_preferences
from tests.support.waiting import until

SESSION = "soak"
DAY = 10_000
WARM_UP = 200
MAX_HOST_GROWTH = 0.10
MAX_FIREFOX_GROWTH = 0.20
MIB = 1024 * 1024


@dataclass(frozen=True)
class Held:
    """What agents have left at one moment, and the memory of both programs."""

    traces: Traces
    firefox_bytes: int | None

    @staticmethod
    def now(root: Path, quick: bool) -> Held:
        firefox = None if quick else firefox_bytes(root)
        return Held(traces(SESSION), firefox)


def _if_nothing_left(before: Held, firefox: int | None) -> Held | None:
    now = traces(SESSION)
    return None if now.left_since(before.traces) else Held(now, firefox)


def verdict(before: Held, after: Held) -> tuple[list[str], bool]:
    """What to print, and whether the promises were kept."""
    left = after.traces.left_since(before.traces)
    lines, kept = [f"left behind: {left or 'nothing'}"], not left
    for what, was, now, most in (
        ("host", before.traces.host_bytes, after.traces.host_bytes, MAX_HOST_GROWTH),
        ("Firefox", before.firefox_bytes, after.firefox_bytes, MAX_FIREFOX_GROWTH),
    ):
        if was is None or now is None:
            continue
        grown = now / was - 1
        kept = kept and grown <= most
        lines.append(f"{what} memory {was / MIB:.1f} MB → {now / MIB:.1f} MB ({grown:+.1%}, at most {most:+.0%})")
    return lines, kept


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
                host = traces(SESSION).host_bytes / MIB
                print(f"{self.cycles} cycles, {minutes:.1f} min, host {host:.1f} MB", file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Use clz for a simulated day and look for what is left.")
    parser.add_argument("--cycles", type=int, default=DAY, metavar="N", help=f"open, act, close this often ({DAY})")
    parser.add_argument("--minutes", type=float, default=60, metavar="M", help="stop after this time (60)")
    parser.add_argument("--lanes", type=int, default=3, metavar="L", help="this many agents act at once (3)")
    parser.add_argument("--quick", action="store_true", help="do without Firefox's memory, which takes long to tell")
    options = parser.parse_args(argv)
    with Site() as site, scratch_session(SESSION) as scratch:
        write_preferences(PREFERENCES, SESSION)
        scratch.must("open", site.url("index.html"), "--agent", "keeper")
        url = site.url("form.html")
        for _ in live_through(min(WARM_UP, options.cycles), url, SESSION):
            pass
        before = Held.now(scratch.root, options.quick)
        begin = time.monotonic()
        end = begin + options.minutes * 60
        counted = _Counter(begin)

        def lane(cycles: int) -> None:
            for _ in live_through(cycles, url, SESSION):
                counted.one_more()
                if time.monotonic() > end:
                    break

        with ThreadPoolExecutor(options.lanes) as pool:
            list(pool.map(lane, [options.cycles // options.lanes] * options.lanes))
        done = counted.cycles
        took = time.monotonic() - begin
        after = Held.now(scratch.root, options.quick)
        with contextlib.suppress(AssertionError):  # connections end a moment after those who had them
            after = until(lambda: _if_nothing_left(before, after.firefox_bytes))
    lines, kept = verdict(before, after)
    print(f"{done} cycles in {took:.0f} s, {took / done * 1000:.1f} ms each", *lines, sep="\n")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
