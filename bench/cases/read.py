"""Reading a small page through a connected client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed

READS: dict[str, tuple[str, dict[str, object]]] = {
    "content": ("getContent", {}),
    "page-state": ("getPageState", {}),
    "get": ("get", {"what": "text", "target": "h1"}),
    "snapshot": ("getAccessibilitySnapshot", {}),
    "markdown": ("getContent", {"format": "markdown"}),
}


@contextmanager
def small(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    with scratch.client() as client:

        def read(command: str, params: dict[str, object]) -> float:
            return timed(lambda: client.call(command, params))

        yield lambda: {f"read.{name}": read(*call) for name, call in READS.items()}


@contextmanager
def framed(bench: Bench) -> Iterator[Measure]:
    """A target that is two frames down, and so not where it is looked for first."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("framed.html"))
    scratch.must("wait", "#press-second-inner")
    with scratch.client() as client:
        yield lambda: {"click.framed": timed(lambda: client.call("click", {"target": "#press-second-inner"}))}


CASES = [
    Case(
        "read-small",
        small,
        (
            Figure("read.content", "content of a small page, warm client", 8),
            Figure("read.page-state", "page-state of the same", 8),
            Figure("read.get", "get text of the same", 8),
            Figure("read.snapshot", "snapshot of the same"),
            Figure("read.markdown", "content --format markdown of the same"),
        ),
        runs=40,
        warm_up=5,
    ),
    Case(
        "click-framed",
        framed,
        (Figure("click.framed", "click on what is two frames down, warm client"),),
        runs=30,
        warm_up=5,
    ),
]
