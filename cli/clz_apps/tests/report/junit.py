"""JUnit XML, as CI servers read it: a suite for each file, a case for each test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from clz_apps.tests.report.model import Report, Test
from clz_apps.tests.report.words import failure_text

# What no XML 1.0 document can hold (https://www.w3.org/TR/xml/#charsets).
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report, attached: Callable[[Path], str] = str) -> str:
    """The document, which names pictures as `attached` does."""
    whole = ET.Element("testsuites", {"name": "clz", **_counts(report.tests)})
    for name, own in groupby(sorted(report.tests, key=lambda test: test.suite), key=lambda test: test.suite):
        tests = sorted(own, key=lambda test: test.line)
        began = report.began.removesuffix("Z")
        suite = ET.SubElement(whole, "testsuite", {"name": _xml(name), **_counts(tests), "timestamp": began})
        for test in tests:
            _add(suite, test, attached)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(whole, "unicode")}'


def _counts(tests: Iterable[Test]) -> dict[str, str]:
    kinds = [_kind(test) for test in tests]
    failed = {"errors": str(kinds.count("error")), "failures": str(kinds.count("failure"))}
    seconds = round(sum(round(test.ms / 1000, 3) for test in tests), 3)
    return {"tests": str(len(kinds)), **failed, "skipped": str(kinds.count("skipped")), "time": str(seconds)}


def _kind(test: Test) -> str:
    """What its case says that it is; nothing of one that passed."""
    if test.outcome == "skipped":
        return "skipped"
    return ("failure" if test.outcome == "failed" else "error") if test.bad and test.failed is not None else ""


def _add(suite: ET.Element, test: Test, attached: Callable[[Path], str]) -> None:
    place = {"file": _xml(test.file), "line": str(test.line)} if test.file else {}
    named = {"name": _xml(test.title), "classname": _xml(test.suite), "time": str(round(test.ms / 1000, 3))}
    case = ET.SubElement(suite, "testcase", {**named, **place})
    if test.outcome == "skipped":
        ET.SubElement(case, "skipped", {"message": _xml(test.why)} if test.why else {})
    elif (kind := _kind(test)) and test.failed is not None:
        error = test.failed.error or {}
        words = {"message": _xml(str(error.get("message", ""))), "type": _xml(str(error.get("code", "")))}
        ET.SubElement(case, kind, words).text = _xml(failure_text(test))
    shown = test.failed.shown if test.failed is not None else None
    pictures = [] if shown is None else [shown.picture, *(path for _, path in shown.compared)]
    lines = ["flaky: it failed, and passed when it was run again"] if test.outcome == "flaky" else []
    lines += [f"[[ATTACHMENT|{attached(picture)}]]" for picture in pictures if picture]
    if lines:
        ET.SubElement(case, "system-out").text = _xml("\n".join(lines))


def _xml(text: str) -> str:
    return NO_XML.sub("\ufffd", text)
