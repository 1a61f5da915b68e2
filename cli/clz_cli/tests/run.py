"""`clz run` at a terminal: how the run is shown while it goes on, and what is printed of it."""

from __future__ import annotations

import os
import sys

from clz_apps.tests.report.model import title_of
from clz_apps.tests.runner import tests
from clz_apps.tests.runner.reporter import Reporter
from clz_apps.tests.runner.tests import Asker
from clz_cli.handler import Tests, spoken
from clz_cli.lines.batch import RunLine
from clz_cli.output import printing
from clz_cli.parser.options import Options
from clz_cli.tests.lines import CommandLine
from clz_core.contract.commands import COMMANDS
from clz_core.generated.results import RunTestsResult, RunTestsTests
from clz_core.text import display


def run_tests(asked: Tests, line: RunLine) -> int:
    """Run the tests that are asked for, and return the exit code. Raises: ClzError if none could be run."""
    values, options = asked.values, asked.options
    by = Asker(options, CommandLine(line), spoken(options), lambda: _reporter(options), options.json)
    ran = tests.run_tests(values, by)
    if ran.result is not None and (ran.why or options.json):
        views = {"check": _render, "list": _listed}
        printing.show(COMMANDS["runTests"], ran.result, views.get(ran.why, lambda _: ran.why), options)
    return ran.code


def _reporter(options: Options) -> Reporter:
    if options.json or options.quiet:
        return Reporter()
    if sys.stdout.isatty() and not options.markers and os.environ.get("TERM") != "dumb":
        from clz_cli.tests.live import Live

        return Live()
    from clz_cli.tests.plain import Plain

    return Plain(options.markers)


def _render(result: RunTestsResult) -> str:
    return f"{_many(len(result['tests']), 'test')} in {_many(result['files'], 'file')}, no mistakes"


def _listed(result: RunTestsResult) -> str:
    lines = [_line(one) for one in result["tests"]]
    return "\n".join([*lines, f"{_many(len(lines), 'test')} in {_many(result['files'], 'file')}"])


def _line(one: RunTestsTests) -> str:
    """`a.clz:12  signs up [desktop]  @smoke`, by the name that --only takes."""
    words = [f"{one['file']}:{one['line']}", title_of(one["name"], one["variant"]), " ".join(one["tags"])]
    return display.line("  ".join(filter(None, words)))


def _many(count: float, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
