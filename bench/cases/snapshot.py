"""Snapshots of large pages through a connected client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed

ALL = {"maxChars": 10_000_000}


def page_with(elements: int) -> Callable[[Bench], AbstractContextManager[Measure]]:
    @contextmanager
    def stage(bench: Bench) -> Iterator[Measure]:
        scratch = bench.warm()
        scratch.must("navigate", bench.site.url(f"big.html?elements={elements}"))
        name = f"snapshot.{elements}"
        with scratch.client() as client:

            def look(**params: object) -> float:
                return timed(lambda: client.call("getAccessibilitySnapshot", {**ALL, **params}))

            yield lambda: {name: look(), f"{name}.interactive": look(interactive=True)}

    return stage


@contextmanager
def sizes(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("big.html?elements=5000"))
    with scratch.client() as client:

        def chars(**params: object) -> float:
            return float(client.call("getAccessibilitySnapshot", {**ALL, **params})["chars"])

        yield lambda: {"snapshot.chars": chars(interactive=True), "snapshot.allchars": chars()}


CASES = [
    Case(
        "snapshot-5000",
        page_with(5_000),
        (
            Figure("snapshot.5000", "snapshot, 5,000 elements, warm client", 100),
            Figure("snapshot.5000.interactive", "snapshot -i of the same", 100),
        ),
        runs=20,
        warm_up=3,
    ),
    Case(
        "snapshot-20000",
        page_with(20_000),
        (
            Figure("snapshot.20000", "snapshot, 20,000 elements, warm client", 500),
            Figure("snapshot.20000.interactive", "snapshot -i of the same", 500),
        ),
        runs=10,
        warm_up=2,
    ),
    Case(
        "snapshot-size",
        sizes,
        (
            Figure(
                "snapshot.ratio",
                "characters of snapshot -i / of the whole, 5,000 elements",
                1 / 3,
                of="snapshot.chars",
                per="snapshot.allchars",
            ),
        ),
        runs=1,
    ),
]
