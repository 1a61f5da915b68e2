"""Pictures of a page through a connected client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed


@contextmanager
def default(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("react-form/"))
    with scratch.client() as client:
        yield lambda: {"screenshot.default": timed(lambda: client.call("screenshot", {}))}


CASES = [
    Case(
        "screenshot",
        default,
        (Figure("screenshot.default", "default screenshot, warm client", 40),),
        runs=40,
        warm_up=5,
    ),
]
