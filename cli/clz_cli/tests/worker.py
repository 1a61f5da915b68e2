"""The process of a worker of `clz run`: what it runs are lines of the command line."""

from __future__ import annotations

from clz_apps.tests.runner.worker import work
from clz_cli.line import run
from clz_cli.tests.lines import CommandLine

if __name__ == "__main__":
    work(CommandLine(run))
