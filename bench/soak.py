"""A day of use in a short time: `.venv/bin/python -m bench.soak [--cycles N] [--minutes M]`.

Agents come, open a page, click, close it and go, over and over. Then nothing may be left, and the host may not have
grown by more than a tenth since it was warm. Exit code 1 where it is otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from bench.harness import scratch_session
from tests.site.server import Site
from tests.support.agents import live_through, traces

DAY = 10_000
WARM_UP = 200
MAX_GROWTH = 0.10
MIB = 1024 * 1024


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Use clz for a simulated day and look for what is left.")
    parser.add_argument("--cycles", type=int, default=DAY, metavar="N", help=f"open, act, close this often ({DAY})")
    parser.add_argument("--minutes", type=float, default=60, metavar="M", help="stop after this time (60)")
    options = parser.parse_args(argv)
    with Site() as site, scratch_session("soak") as scratch:
        scratch.must("browser", "start")
        url = site.url("form.html")
        for _ in live_through(min(WARM_UP, options.cycles), url, "soak"):
            pass
        before = traces("soak")
        begin = time.monotonic()
        done = 0
        for number in live_through(options.cycles, url, "soak"):
            done = number + 1
            minutes = (time.monotonic() - begin) / 60
            if done % 500 == 0:
                print(
                    f"{done} cycles, {minutes:.1f} min, host {traces('soak').host_bytes / MIB:.1f} MB", file=sys.stderr
                )
            if minutes > options.minutes:
                break
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
