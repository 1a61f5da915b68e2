"""What reports say in words of a test that failed, and of them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_apps.tests.report.model import Report, Step, Test, place
from clz_core.contract.errors import LISTED

MAX_TEXT = 2_000
MAX_LISTED = 5
COUNTED = {"failed": "failed", "error": "could not be run", "flaky": "flaky", "passed": "passed", "skipped": "skipped"}


def listed(error: Mapping[str, Any]) -> list[str]:
    """What an error lists, such as look-alikes, an entry a line."""
    found: list[str] = []
    for key in LISTED:
        items = error["details"].get(key)
        for item in items if isinstance(items, list) else []:
            values = item.values() if isinstance(item, dict) else [item]
            parts = [str(value) for value in values if value not in ("", None) and not isinstance(value, list)]
            found.append("  ".join(parts))
    return found


def failure_text(test: Test) -> str:
    """Where a test failed, why, and what runs it again; lines of plain text."""
    attempt = test.failed
    if attempt is None:
        return ""
    steps = attempt.failed_steps
    if len(steps) > 1:  # of a program that went on
        lines = [line for step in steps for line in _told(step, step.error)]
    elif steps:
        lines = _told(steps[0], attempt.error or steps[0].error)
    else:
        lines = [*filter(None, [test.place]), *_told(None, attempt.error)]
    if attempt.shown is not None and attempt.shown.url:
        lines.append(f"page: {attempt.shown.url}")
    lines += attempt.told
    text = "\n".join(lines)
    again = f"\nagain: {test.again}" if test.again else ""
    room = MAX_TEXT - len(again)
    return (text if len(text) <= room else text[: room - 1] + "…") + again


def _told(step: Step | None, error: Mapping[str, Any] | None) -> list[str]:
    lines = [f"{where}  {step.text}" if (where := place(step.file, step.line)) else step.text] if step else []
    if error:
        lines += [f"{error['message']} [{error['code']}]"]
        lines += [f"  {one}" for one in listed(error)[:MAX_LISTED]]
        lines += [f"hint: {error['hint']}"] if error["hint"] else []
    return lines


def headline(report: Report) -> str:
    """`2 of 40 tests failed`."""
    counts = report.counts
    all = len(report.tests)
    many = f"{all} test" if all == 1 else f"{all} tests"
    bad = counts["failed"] + counts["error"]
    if not all:
        return "No tests were run"
    if bad == all:
        return f"All {many} failed" if all > 1 else "The test failed"
    if bad:
        return f"{bad} of {many} failed"
    run = all - counts["skipped"]
    if not run:
        return f"All {many} were skipped" if all > 1 else "The test was skipped"
    return f"All {run} tests passed" if run > 1 else "The test passed"


def duration(ms: float) -> str:
    if ms < 1_000:
        return f"{ms:.0f} ms"
    if ms < 60_000:
        return f"{ms / 1000:.1f} s"
    return f"{ms // 60_000:.0f} min {ms % 60_000 / 1000:.0f} s"
