"""Expressions and buffers through a connected client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed


@contextmanager
def warm(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("devtools.html"))
    with scratch.client() as client:
        yield lambda: {
            "eval.warm": timed(lambda: client.call("evaluate", {"expression": "document.title"})),
            "console.warm": timed(lambda: client.call("getConsoleLogs", {})),
            "network.warm": timed(lambda: client.call("getNetworkRequests", {})),
        }


CASES = [
    Case(
        "devtools",
        warm,
        (
            Figure("eval.warm", "eval, checked as safe, warm client", 8),
            Figure("console.warm", "console, warm client", 8),
            Figure("network.warm", "network, warm client", 8),
        ),
        runs=60,
        warm_up=5,
    ),
]
