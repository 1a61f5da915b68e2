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


@contextmanager
def full(bench: Bench) -> Iterator[Measure]:
    """A page of the window's width and 10,000 pixels high, as large as it is."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("picture.html"))
    whole = {"full": True, "anySize": True, "scale": 1, "quality": 80}
    with scratch.client() as client:
        yield lambda: {
            "screenshot.full": timed(lambda: client.call("screenshot", whole)),
            "screenshot.full.preset": timed(lambda: client.call("screenshot", {"full": True})),
        }


CASES = [
    Case(
        "screenshot",
        default,
        (Figure("screenshot.default", "default screenshot, warm client", 40),),
        runs=40,
        warm_up=5,
    ),
    Case(
        "screenshot-full",
        full,
        (
            Figure("screenshot.full", "full page of 10,000 pixels, ×1, warm client", 600),
            Figure("screenshot.full.preset", "full page by preset, 2,000 pixels high"),
        ),
        runs=15,
        warm_up=2,
    ),
]
