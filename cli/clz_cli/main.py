"""`clz`: the entry point."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from clz_cli import INTERRUPTED

if TYPE_CHECKING:
    from clz_core.contract.errors import ClzError


def main() -> None:
    try:
        code = _hook() if sys.argv[1:] == ["hook"] else run(sys.argv[1:])
    except KeyboardInterrupt:  # before `run` could say what it means, as while Typer is being loaded
        code = INTERRUPTED
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # whoever read us has enough
        pass
    os._exit(code)  # taking the interpreter apart would take as long as loading Typer did


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
