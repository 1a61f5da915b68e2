"""A test of pytest as the journal records it: what ran in it, and what became of it."""

from __future__ import annotations

import shlex
import time
from typing import Literal

import pytest

from clz_core.contract.errors import ClzError
from clz_core.journal.entries import Error, Test, new_entry
from clz_core.journal.files import journal_of

Outcome = Literal["passed", "failed", "error", "skipped"]


class NotedTest:
    """One test. It has failed if its own lines did, and is an error if its fixtures did."""

    def __init__(self, nodeid: str, name: str, file: str, line: int) -> None:
        self.test: Test = {
            "id": nodeid,
            "name": name,
            "file": file,
            "line": line,
            "tags": [],
            "attempt": 1,
            "variant": "",
        }
        self._began = time.monotonic()
        self._entries = new_entry("attempt"), new_entry("test")
        self._outcome: Outcome = "passed"
        self._error: Error | None = None

    def note(self, report: pytest.TestReport, failure: pytest.ExceptionInfo[BaseException] | None) -> None:
        """Note the outcome of its setup, its body or its teardown; the first that failed counts."""
        if report.passed or self._outcome != "passed":
            return
        self._outcome = "skipped" if report.skipped else "failed" if report.when == "call" else "error"
        if report.failed and failure is not None:
            self._error = _error(failure.value)

    def write(self, folder: str) -> None:
        """Write the entries that it is over."""
        attempt, test = self._entries
        fields = {name: value for name, value in self.test.items() if name != "id"}
        ended = {
            **fields,
            "test": self.test["id"],
            "outcome": self._outcome,
            "ms": round((time.monotonic() - self._began) * 1000, 1),
            "again": f"pytest {shlex.quote(self.test['id'])}",
            **({} if self._error is None else {"error": self._error}),
        }
        journal = journal_of(folder)
        if self._outcome != "skipped":
            journal.append({**attempt, **ended})
        journal.append({**test, **ended})


def _error(problem: BaseException) -> Error:
    if isinstance(problem, ClzError):
        return {"code": problem.code, "message": problem.message, "hint": problem.later_hint, "details": {}}
    return {"code": type(problem).__name__, "message": str(problem)[:2_000], "hint": "", "details": {}}
