"""GitHub Actions: annotations beside the lines that failed, and the summary of the step.

https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from clz_apps.tests.report.model import Report, Test
from clz_apps.tests.report.words import COUNTED, duration, failure_text, headline
from clz_core.text import display

SUMMARY = "GITHUB_STEP_SUMMARY"
MAX_ANNOTATIONS = 10  # of a kind, which GitHub shows of a step
MAX_SUMMARY_TESTS = 50


def commands(report: Report) -> list[str]:
    """A workflow command for each test that failed or was flaky."""
    bad = [test for test in report.tests if test.bad][:MAX_ANNOTATIONS]
    flaky = [test for test in report.tests if test.outcome == "flaky"][:MAX_ANNOTATIONS]
    lines = [_command("error", test) for test in bad]
    return [*lines, *(_command("warning", test) for test in flaky)]


def is_asked(typed: bool) -> bool:
    """True if GitHub reads what is printed: where it was said, and wherever GitHub runs it."""
    return typed or os.environ.get("GITHUB_ACTIONS") == "true"


@contextmanager
def unheard(say: Callable[[str], None]) -> Iterator[None]:
    """Have GitHub take nothing that is printed meanwhile for a command: pages may say `::error::`, too.

    https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#stopping-and-starting-workflow-commands
    """
    token = os.urandom(16).hex()
    say(f"::stop-commands::{token}")
    try:
        yield
    finally:
        say(f"::{token}::")


def _command(kind: str, test: Test) -> str:
    step = test.failed.failed_step if test.failed is not None else None
    file, line = (step.file, step.line) if step else (test.file, test.line)
    where = f"file={_property(_in_repository(file))},line={line}," if line else ""
    text = "It passed when it was run again.\n" if kind == "warning" else ""
    return f"::{kind} {where}title={_property(test.title)}::{_data(text + failure_text(test))}"


def _in_repository(file: str) -> str:
    root = os.environ.get("GITHUB_WORKSPACE")
    return os.path.relpath(file, root) if root else file


def _data(text: str) -> str:
    clean = display.block(text)
    return clean.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(display.line(text)).replace(":", "%3A").replace(",", "%2C")


def summary(report: Report) -> str:
    """Markdown for the page of the workflow's run."""
    counts = ", ".join(f"{n} {COUNTED[outcome]}" for outcome, n in report.counts.items() if n)
    lines = [
        f"### {headline(report)}",
        "",
        f"{counts} · {duration(sum(test.ms for test in report.tests))} of tests",
        "",
    ]
    shown = [test for test in report.tests if test.bad or test.outcome == "flaky"]
    for test in shown[:MAX_SUMMARY_TESTS]:
        head = f"{_markup(test.outcome)} · <b>{_markup(test.title)}</b> · {_markup(test.place)}"
        lines += [
            f"<details><summary>{head}</summary>",
            "",
            *(f"    {line}" for line in display.block(failure_text(test)).splitlines()),
            "",
            "</details>",
            "",
        ]
    if len(shown) > MAX_SUMMARY_TESTS:
        lines.append(f"… and {len(shown) - MAX_SUMMARY_TESTS} more")
    return "\n".join(lines) + "\n"


def _markup(text: str) -> str:
    from html import escape

    return escape(display.line(text)).replace("|", "&#124;")
