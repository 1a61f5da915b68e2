"""`clz`: the entry point."""

from __future__ import annotations

import os
import sys

from clz_cli.app import group
from clz_cli.failures import attempt
from clz_cli.handler import Batch
from clz_cli.output import printing


def main() -> None:
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # whoever read us has enough
        pass
    os._exit(code)  # taking the interpreter apart would take as long as loading Typer did


def run(arguments: list[str], line: int | None = None) -> int:
    """Run one `clz` line and return its exit code. `line` is its number in a batch, named where it fails."""

    if arguments[:1] == ["--version"]:  # what everybody tries first
        arguments = ["version", *arguments[1:]]

    def work() -> object:
        code = group().main(arguments, prog_name="clz", standalone_mode=False)
        if isinstance(code, Batch):
            from clz_cli.batch import run_all

            return run_all(code, run)
        return code

    return attempt(work, lambda: printing.asked_for(arguments), line)
