"""Running one `clz` line: the one of this process, or one of many."""

from __future__ import annotations

from clz_cli.lines import direct

TYPE_CHECKING = False  # as in `typing`, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable

    from clz_cli.handler import LineRunner
    from clz_core.contract.errors import ClzError


def run(arguments: list[str], line: int | None = None, tell: Callable[[ClzError], None] | None = None) -> int:
    """Run one `clz` line and return its exit code.

    `line` is its number in a batch, named if it fails; a failure is printed, or passed to `tell`.
    """
    if arguments[:1] in (["--version"], ["-V"], ["-v"]):  # what everybody tries first
        arguments = ["version", *arguments[1:]]
    try:
        done = _done(arguments)
        if isinstance(done, int) or done is None:
            return done or 0
        return _run_lines(done)
    except BaseException as problem:  # noqa: BLE001 - each has its exit code, Ctrl-C too
        from clz_cli.failures import failed
        from clz_cli.output import printing

        return failed(problem, printing.asked_for(arguments), line, tell)


def _done(arguments: list[str]) -> int | LineRunner | None:
    if (line := direct.understood(arguments)) is not None:
        from clz_cli.lines.typed import carry_out

        return carry_out(*line)
    from clz_cli.lines.app import group

    done: int | LineRunner | None = group().main(arguments, prog_name="clz", standalone_mode=False)
    return done


def _run_lines(done: LineRunner) -> int:
    from clz_cli.handler import Batch

    if isinstance(done, Batch):
        from clz_cli.lines.batch import run_all

        return run_all(done, run)
    from clz_cli.tests.run import run_tests

    return run_tests(done, run)
