"""A click: as a whole process, and through a client that is already connected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.harness import BASELINE, CLZ, Bench, Case, Figure, Measure, timed, timed_process
from clz_core.config.paths import SessionPaths
from tests.support.waiting import until

TARGET = "#count"  # of form.html: clicking it changes one number


@contextmanager
def process(bench: Bench) -> Iterator[Measure]:
    """One `clz click`, one without the warm process, and the least that any Typer program over ZeroMQ can take."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    until(SessionPaths(scratch.session, Path(scratch.env["CLZ_RUNTIME_DIR"])).warm.exists)

    def once() -> dict[str, float]:
        return {
            "click.process": timed_process([str(CLZ), "click", TARGET], scratch.env),
            "click.alone": timed_process([str(CLZ), "click", TARGET], {**scratch.env, "CLZ_WARM": "0"}),
            "click.baseline": timed_process(BASELINE),
        }

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
            Figure("click.alone", "clz click without the warm process"),
            Figure("click.ratio", "clz click / that baseline", 0.55, of="click.process", per="click.baseline"),
            Figure(
                "click.alone-ratio", "the one without / that baseline", 1.35, of="click.alone", per="click.baseline"
            ),
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
