"""TAP, version 14 (https://testanything.org/tap-version-14-specification.html)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from clz_cli.output.printing import say
from clz_cli.runner import text
from clz_cli.runner.outcomes import Finished
from clz_cli.runner.plan import Job
from clz_cli.runner.reporters import Reporter
from clz_core.contract.sentences import sentence
from clz_core.text import display


class Tap(Reporter):
    def __init__(self, markers: bool = False) -> None:
        self._markers = markers
        self._number = 0

    def begin(self, jobs: Sequence[Job], workers: int, sessions: Sequence[str]) -> None:
        say(f"TAP version 14\n1..{len(jobs)}")

    def finished(self, one: Finished, evidence: str) -> None:
        self._number += 1
        say("\n".join(self._lines(one, evidence)))

    def note(self, text: str) -> None:
        say(f"# {display.line(text)}")

    def _lines(self, one: Finished, evidence: str) -> list[str]:
        title = display.line(one.job.title).replace("\\", "\\\\").replace("#", "\\#")
        skip = " # SKIP" if one.outcome == "skipped" else ""
        lines = [f"{'not ok' if one.bad else 'ok'} {self._number} - {title}{skip}"]
        bad = text.failed_attempt(one)
        if bad is None or bad.error is None:
            return lines
        said = text.cut(bad.error["message"], text.MAX_MESSAGE)
        facts = {
            "outcome": one.outcome,
            "at": text.place(one),
            "step": bad.failed_step and text.step_line(bad.failed_step),
            "message": sentence(bad.error["code"]) if self._markers else said,
            "code": bad.error["code"],
            "duration_ms": round(one.ms),
            "picture": evidence or None,
            "again": one.job.again,
        }
        # JSON strings are YAML ones.
        details = [f"  {key}: {json.dumps(value)}" for key, value in facts.items() if value]
        page = [display.wrap_untrusted(f"  {display.line(said)}")] if self._markers else []
        return [*lines, "  ---", *details, "  ...", *page]
