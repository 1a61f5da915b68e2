"""The way to the extension and back, hop by hop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed


@contextmanager
def ping(bench: Bench) -> Iterator[Measure]:
    with bench.warm().client() as client:

        def once() -> dict[str, float]:
            total = timed(lambda: client.call("ping", {}))
            timing = client.last_timing
            return {
                "ping.total": total,
                "ping.client": total - timing["hostMs"],
                "ping.host": timing["hostMs"] - timing["extensionMs"],
                "ping.extension": timing["extensionMs"],
            }

        yield once


CASES = [
    Case(
        "ping",
        ping,
        (
            Figure("ping.total", "ping, client to extension and back", 2),
            Figure("ping.client", "  of it client to host and back"),
            Figure("ping.host", "  of it in the host"),
            Figure("ping.extension", "  of it host to extension and back"),
        ),
        runs=200,
        warm_up=20,
    ),
]
