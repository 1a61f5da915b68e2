"""JUnit XML, as CI servers read it: a suite for each file, a case for each test."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from clz_apps.tests.report.model import Attempt, Report, Test
from clz_apps.tests.report.words import failure_text

# What no XML 1.0 document can hold (https://www.w3.org/TR/xml/#charsets).
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report, attached: Callable[[Path], str] = str) -> str:
    """The document, which names pictures as `attached` does."""
    document = JUnitXml("clz")
    tests = sorted(report.tests, key=lambda test: test.suite)
    for name, own in groupby(tests, key=lambda test: test.suite):
        suite = TestSuite(_xml(name))
        suite.add_testcases([_case(test, attached) for test in sorted(own, key=lambda test: test.line)])
        suite.timestamp = report.began.removesuffix("Z")
        document.add_testsuite(suite)
    document.update_statistics()  # type: ignore[no-untyped-call]
    text: str = document.tostring().decode("utf-8")  # type: ignore[no-untyped-call]
    return text if text.startswith("<?xml") else f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'


def _case(test: Test, attached: Callable[[Path], str]) -> TestCase:
    case = TestCase(_xml(test.title), _xml(test.suite), round(test.ms / 1000, 3))
    if test.file:
        case._elem.set("file", _xml(test.file))
        case._elem.set("line", str(test.line))
    if test.outcome == "skipped":
        case.result = [Skipped(_xml(test.why))] if test.why else [Skipped()]
    if test.bad and test.failed is not None:
        case.result = [_result(test, test.failed)]
    shown = test.failed.shown if test.failed is not None else None
    pictures = [] if shown is None else [shown.picture, *(path for _, path in shown.compared)]
    said = ["flaky: it failed, and passed when it was run again"] if test.outcome == "flaky" else []
    said += [f"[[ATTACHMENT|{attached(picture)}]]" for picture in pictures if picture]
    if said:
        case.system_out = _xml("\n".join(said))
    return case


def _result(test: Test, attempt: Attempt) -> Failure | Error:
    error = attempt.error or {}
    kind = Failure if test.outcome == "failed" else Error
    result = kind(_xml(str(error.get("message", ""))), _xml(str(error.get("code", ""))))
    result.text = _xml(failure_text(test))
    return result


def _xml(text: str) -> str:
    return NO_XML.sub("\ufffd", text)
