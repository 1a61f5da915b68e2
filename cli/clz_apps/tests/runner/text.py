"""The report of a test as text: a line for each, and a few more if it failed, 2,000 characters at most."""

from __future__ import annotations

from collections.abc import Sequence

from clz_apps.tests.report.model import Cause, cause_of
from clz_apps.tests.report.words import listed
from clz_apps.tests.runner.outcomes import Attempt, Evidence, Finished, Ran
from clz_core.contract.errors import general_hint
from clz_core.text import display

MAX_BLOCK = 2_000
MAX_MESSAGE = 600
MAX_LISTED = 5
MAX_LINE = 160
MAX_HEALED = 400
SLOWEST = 3
NOTHING = Evidence()
MANY = 10  # tests: fewer than these are counted, and their slowest seen, at a glance
WORDS = {"passed": "ok", "flaky": "FLAKY", "failed": "FAILED", "error": "ERROR", "skipped": "skipped"}


def seconds(ms: float) -> str:
    return f"{ms / 1000:.1f} s"


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def place(one: Finished) -> str:
    return f"{one.job.file}:{one.job.test.place.line}"


def head(one: Finished, progress: str = "") -> str:
    """`FAILED  tests/a.clz:12  signs up  1.2 s  3 of 40`."""
    tail = f"  {seconds(one.ms)}" if one.attempts else ""
    tries = f"  (attempt {len(one.attempts)})" if one.outcome == "flaky" else ""
    title = display.line(cut(one.job.title, MAX_LINE))
    tail += f"  ({one.why})" if one.why else ""
    counted = f"  {progress}" if progress else ""
    return f"{WORDS[one.outcome]:<7} {display.line(place(one))}  {title}{tail}{tries}{counted}"


def slowest(finished: Sequence[Finished]) -> list[str]:
    """The tests that took longest, a line each, with a head; none for a short run."""
    ran = [one for one in finished if one.attempts]
    if len(ran) < MANY:
        return []
    longest = sorted(ran, key=lambda one: one.ms, reverse=True)[:SLOWEST]
    lines = [f"  {seconds(one.ms)}  {display.line(f'{place(one)}  {cut(one.job.title, MAX_LINE)}')}" for one in longest]
    return ["slowest:", *lines]


class Causes:
    """Why tests have failed, by the first of each cause."""

    def __init__(self) -> None:
        self._first: dict[Cause, Finished] = {}

    def first(self, one: Finished, evidence: Evidence) -> Finished | None:
        """The test before this one that failed in the same way; None for another cause, and for no failure."""
        bad = failed_attempt(one)
        cause = cause_of(bad, evidence.told) if bad is not None and one.outcome != "flaky" else None
        first = one if cause is None else self._first.setdefault(cause, one)
        return None if first is one else first


def block(
    one: Finished,
    evidence: Evidence = NOTHING,
    markers: bool = False,
    progress: str = "",
    like: Finished | None = None,
) -> str:
    """What went wrong in a test, where, how the page looked, and what runs it again; less of one `like` another."""
    bad = failed_attempt(one)
    if bad is None or bad.error is None:
        return head(one, progress)
    if like is not None:
        as_first = f"  as {display.line(place(like))}  {display.line(cut(like.job.title, MAX_LINE))}"
        return "\n".join([head(one, progress), as_first, f"  again: {display.line(one.job.again)}"])
    error = bad.error
    lines = [head(one, progress)]
    if bad.failed_step is not None:
        lines.append(f"  {step_line(bad.failed_step)}")
    said = [f"  {display.line(cut(error['message'], MAX_MESSAGE))} [{error['code']}]"]
    said += [f"    {display.line(cut(item, MAX_LINE))}" for item in listed(error)[:MAX_LISTED]]
    for step in bad.failed_steps[1:]:
        said.append(f"  {step_line(step)}")
        said.append(f"  {display.line(cut(step.error['message'] if step.error else '', MAX_MESSAGE))}")
    said += [f"  {display.line(cut(line, MAX_LINE))}" for line in evidence.told]
    last: list[str] = []
    if error["hint"]:
        hint = f"  hint: {display.line(cut(error['hint'], MAX_LINE))}"
        (last if error["hint"] == general_hint(error["code"]) or not markers else said).append(hint)
    if evidence.picture:
        last.append(f"  picture: {display.line(evidence.picture)}")
    last.append(f"  again: {display.line(one.job.again)}")
    last += _healing(one, markers)
    room = MAX_BLOCK - sum(len(line) + 1 for line in (*lines, *last)) - (100 if markers else 0)
    about = cut("\n".join(said), max(room, 100))
    return "\n".join([*lines, display.wrap_untrusted(about) if markers else about, *last])


def _healing(one: Finished, markers: bool) -> list[str]:
    """Its outcome with other targets."""
    if one.healing is None:
        return []
    lines: list[str] = []
    for change in one.healing["changes"][:MAX_LISTED]:
        lines.append(f"    {change['file']}:{change['line']}  {change['text']}")
        lines.append(f"    → {change['healed']}  ({change['why']})")
        lines += [f"      not taken: {other}" for other in change["others"]]
    lines += [f"    {one.healing['left']}"] if one.healing["left"] else []
    said = "\n".join(display.line(cut(line, MAX_HEALED)) for line in lines)
    head = "  healed: it passes with other targets, and stays as it is" if one.healing["passes"] else "  not healed"
    return [head, display.wrap_untrusted(said) if markers else said]


def failed_attempt(one: Finished) -> Attempt | None:
    """The last attempt that did not pass."""
    return next((attempt for attempt in reversed(one.attempts) if attempt.outcome != "passed"), None)


def step_line(step: Ran) -> str:
    return f"{display.line(step.file)}:{step.line}  {display.line(cut(step.text, MAX_LINE))}"
