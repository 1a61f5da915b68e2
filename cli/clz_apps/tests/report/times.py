"""How long tests took: a file that journals are made into, and that parts of later runs are balanced by.

    {"v": 1, "ms": {"smoke/signup.clz": {"signs up": 1204, "fits a phone [iphone-14]": 903}}}

Files are named as seen from where `clz` was run, so that it is the same on every machine.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, median_low

from clz_apps.tests.report.model import Report
from clz_core.contract import strict_json
from clz_core.contract.errors import error

VERSION = 1
Times = dict[tuple[str, str], int]  # milliseconds by file and title


def load(path: str) -> Times | None:
    """What a file says; None if there is none. Raises: FILE_ERROR if it is not a file of times."""
    try:
        text = Path(os.path.expanduser(path)).read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError) as problem:
        raise error(
            "FILE_ERROR", f"Cannot read {path}: {getattr(problem, 'strerror', None) or 'no text'}."
        ) from problem
    try:
        return dict(_read(strict_json.loads(text)))
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise error(
            "FILE_ERROR", f"{path} is not a file of test times.", f"Write it: clz report DIR --times {path}"
        ) from problem


def merged(path: str, report: Report) -> str:
    """The text of a file of times with those of a report, an average where there are several. Raises: FILE_ERROR."""
    found: dict[tuple[str, str], list[float]] = {}
    for test in report.tests:
        if test.file and test.outcome != "skipped" and test.attempts:
            found.setdefault((name(test.file), test.title), []).append(test.attempts[-1].ms)
    known = {**(load(path) or {}), **{key: round(fmean(each)) for key, each in found.items()}}
    files: dict[str, dict[str, int]] = {}
    for (file, title), ms in sorted(known.items()):
        files.setdefault(file, {})[title] = ms
    return json.dumps({"v": VERSION, "ms": files}, indent=1, ensure_ascii=False) + "\n"


def typical(times: list[int]) -> int:
    """What is taken for a test that nobody has timed; at least 1, so that parts get as many of them."""
    return max(median_low(times), 1) if times else 1


def name(file: str) -> str:
    """The name of a file in these files: from here, with slashes, if it is anywhere below."""
    near = os.path.relpath(file)
    return (os.path.abspath(file) if near.startswith("..") else near).replace(os.sep, "/")


def _read(value: object) -> Iterator[tuple[tuple[str, str], int]]:
    if not isinstance(value, dict) or value["v"] != VERSION:
        raise ValueError
    for file, tests in value["ms"].items():
        for title, ms in tests.items():
            if isinstance(ms, bool) or not isinstance(ms, int) or not 0 <= ms < 10**9:
                raise ValueError
            yield (str(file), str(title)), ms
