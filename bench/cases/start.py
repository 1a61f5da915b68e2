"""From no Firefox at all to an opened page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import CLZ, Bench, Case, Figure, Measure, scratch_session, timed_process


@contextmanager
def start(bench: Bench) -> Iterator[Measure]:
    """Each round makes a profile, opens a page in it, stops, and opens the page in that profile once more."""
    bench.cool()
    opening = [str(CLZ), "open", bench.site.url("form.html")]

    def once() -> dict[str, float]:
        with scratch_session("cold") as scratch:
            first = timed_process(opening, scratch.env)
            scratch.must("browser", "stop")
            return {"open.first": first, "open.later": timed_process(opening, scratch.env)}

    yield once


CASES = [
    Case(
        "open-cold",
        start,
        (
            Figure("open.first", "clz open, Firefox not running, new profile", 5000),
            Figure("open.later", "clz open, Firefox not running, known profile", 1300),
        ),
        runs=5,
    ),
]
