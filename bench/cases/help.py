"""Help and completion, as whole processes that find no warm process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import BASELINE, CLZ, Bench, Case, Figure, Measure, scratch_session, timed_process

COMPLETING = {"_CLZ_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "clz click --"}


@contextmanager
def stage(_bench: Bench) -> Iterator[Measure]:
    with scratch_session("help") as scratch:
        env = {**scratch.env, "CLZ_WARM": "0"}
        yield lambda: {
            "help.all": timed_process([str(CLZ), "--help"], env),
            "help.command": timed_process([str(CLZ), "click", "--help"], env),
            "help.complete": timed_process([str(CLZ)], {**env, **COMPLETING}),
            "help.baseline": timed_process(BASELINE),
        }


CASES = [
    Case(
        "help",
        stage,
        (
            Figure("help.all", "clz --help without the warm process"),
            Figure("help.command", "clz click --help"),
            Figure("help.complete", "completion of clz click --"),
            Figure("help.baseline", "python -c 'import zmq, typer'"),
            Figure("help.all-ratio", "clz --help / that baseline", 0.8, of="help.all", per="help.baseline"),
            Figure("help.command-ratio", "clz click --help / it", 0.65, of="help.command", per="help.baseline"),
            Figure("help.complete-ratio", "completion / it", 0.55, of="help.complete", per="help.baseline"),
        ),
        runs=30,
        warm_up=3,
    ),
]
