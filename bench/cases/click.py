"""A click: as a whole process, and through a client that is already connected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import BASELINE, CLZ, Bench, Case, Figure, Measure, timed, timed_process

TARGET = "#count"  # of form.html: clicking it changes one number


@contextmanager
def process(bench: Bench) -> Iterator[Measure]:
    """One `clz click`, and in turn the least that any Typer program over ZeroMQ can take."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))

    def once() -> dict[str, float]:
        took = timed_process([str(CLZ), "click", TARGET], scratch.env)
        return {"click.process": took, "click.baseline": timed_process(BASELINE)}

    yield once


@contextmanager
def warm(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    with scratch.client() as client:
        yield lambda: {"click.warm": timed(lambda: client.call("click", {"target": TARGET}))}


@contextmanager
def first(bench: Bench) -> Iterator[Measure]:
    """The first thing done in a page, as soon as it has loaded."""
    scratch = bench.warm()
    with scratch.client() as client:

        def once() -> dict[str, float]:
            client.call("navigate", {"url": bench.site.url("form.html")})
            return {"click.first": timed(lambda: client.call("click", {"target": TARGET}))}

        yield once


CASES = [
    Case(
        "click-process",
        process,
        (
            Figure("click.process", "clz click, whole process"),
            Figure("click.baseline", "python -c 'import zmq, typer'"),
            Figure("click.ratio", "clz click / that baseline", 1.35, of="click.process", per="click.baseline"),
        ),
        runs=40,
        warm_up=5,
    ),
    Case("click-warm", warm, (Figure("click.warm", "click, warm client", 8),), runs=100, warm_up=10),
    Case(
        "click-first",
        first,
        (Figure("click.first", "click in a page just loaded, warm client", 20),),
        runs=30,
        warm_up=3,
    ),
]
