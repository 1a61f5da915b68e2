"""What a journal adds to a click through a client that is connected."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from bench.harness import Bench, Case, Figure, Measure, timed
from clz_core.client.journaling import VARIABLE


@contextmanager
def clicks(bench: Bench, key: str, page: str, target: str) -> Iterator[Measure]:
    """A click without a journal and one with it, in turn."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url(page))
    folder = str(scratch.root / "journal")
    with scratch.client() as client:

        def once() -> dict[str, float]:
            plain = timed(lambda: client.call("click", {"target": target}))
            os.environ[VARIABLE] = folder
            try:
                kept = timed(lambda: client.call("click", {"target": target}))
            finally:
                del os.environ[VARIABLE]
            return {f"{key}.click": kept, f"{key}.adds": kept - plain}

        yield once


CASES = [
    Case(
        "journal",
        partial(clicks, key="journal", page="form.html", target="#count"),
        (
            Figure("journal.click", "click with a journal, warm client"),
            Figure("journal.adds", "what the journal adds to it", 2),
        ),
        runs=100,
        warm_up=10,
    ),
    Case(
        "journal-large",
        partial(clicks, key="journal.large", page="big.html?elements=5000", target="#amount-200"),
        (
            Figure("journal.large.click", "click with a journal on a page of 5,000 elements"),
            Figure("journal.large.adds", "what the journal adds to it", 4),
        ),
        runs=50,
        warm_up=5,
    ),
]
