"""A click: as a whole process, and through a client that is already connected."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import CLZ, Bench, Case, Figure, Measure, timed, timed_process

TARGET = "#count"  # of form.html: clicking it changes one number
REFERENCE_MS = 80.0  # the baseline on the machine whose figures the targets were set by


@contextmanager
def process(bench: Bench) -> Iterator[Measure]:
    """One `clz click`, and in turn the least that any Typer program over ZeroMQ can take."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))

    def once() -> dict[str, float]:
        took = timed_process([str(CLZ), "click", TARGET], scratch.env)
        baseline = timed_process([sys.executable, "-c", "import zmq, typer"])
        return {"click.process": took, "click.baseline": baseline, "click.machine": baseline / REFERENCE_MS}

    yield once


@contextmanager
def warm(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    with scratch.client() as client:
        yield lambda: {"click.warm": timed(lambda: client.call("click", {"target": TARGET}))}


CASES = [
    Case(
        "click-process",
        process,
        (
            Figure("click.process", "clz click, whole process"),
            Figure("click.baseline", "python -c 'import zmq, typer'"),
            Figure("click.machine", "  slower than the machine of the targets by", measure="x"),
            Figure("click.ratio", "clz click / that baseline", 1.35, of="click.process", per="click.baseline"),
        ),
        runs=40,
        warm_up=5,
    ),
    Case("click-warm", warm, (Figure("click.warm", "click, warm client", 8),), runs=100, warm_up=10),
]
