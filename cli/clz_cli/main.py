"""`clz`: the entry point."""

from __future__ import annotations

import os
import sys

from clz_cli import INTERRUPTED

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than a warm process to answer
if TYPE_CHECKING:
    from collections.abc import Callable

    from clz_core.contract.errors import ClzError


def main() -> None:
    _open_standard_files()
    try:
        code = _in_warm_process(sys.argv[1:])
        if code is None:
            code = in_process(sys.argv[1:])
    except KeyboardInterrupt:  # before a fork could be told of it
        code = INTERRUPTED
    os._exit(code)  # taking the interpreter apart would take as long as loading Typer did


def _open_standard_files() -> None:
    """Have the numbers of standard files that were closed: what is opened next would have them, such as a socket."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115 - for good


def _in_warm_process(arguments: list[str]) -> int | None:
    """The exit code of a command that the warm process has run; None if there is none that could."""
    if os.name != "posix":
        return None
    from clz_cli.warm.client import run_there

    return run_there(arguments)


def in_process(arguments: list[str]) -> int:
    """Run the line of this process in it, and return its exit code once all is written."""
    try:
        code = _hook() if arguments == ["hook"] else run(arguments)
    except KeyboardInterrupt:  # before `run` could say what it means, as while Typer is being loaded
        code = INTERRUPTED
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # whoever read us has enough
        pass
    return code


def _hook() -> int:
    """At the end of every answer of Claude Code, and so without Typer."""
    from clz_cli.hook.main import main as answer

    return answer()


def run(arguments: list[str], line: int | None = None, tell: Callable[[ClzError], None] | None = None) -> int:
    """Run one `clz` line and return its exit code.

    `line` is its number in a batch, named if it fails; a failure is printed, or told by `tell`.
    """
    from clz_cli.app import group
    from clz_cli.failures import failed
    from clz_cli.handler import Batch, Tests
    from clz_cli.output import printing

    if arguments[:1] == ["--version"]:  # what everybody tries first
        arguments = ["version", *arguments[1:]]
    try:
        done = group().main(arguments, prog_name="clz", standalone_mode=False)
        if isinstance(done, Batch):
            from clz_cli.batch import run_all

            return run_all(done, run)
        if isinstance(done, Tests):
            from clz_cli.runner.tests import run_tests

            return run_tests(done)
    except BaseException as problem:  # noqa: BLE001 - each has its exit code, Ctrl-C too
        return failed(problem, printing.asked_for(arguments), line, tell)
    return done if isinstance(done, int) else 0
