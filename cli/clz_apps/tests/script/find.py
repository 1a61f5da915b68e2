"""The files that `clz run` is given: by name, with a line, or all below a folder."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from clz_apps.lines import Lines
from clz_apps.tests.script.model import Mistake, Script, Test, like, meant, script_invalid
from clz_apps.tests.script.parse import examine
from clz_core.contract.errors import error

SUFFIX = ".clz"
LEFT_OUT = ("node_modules", "__pycache__")  # and folders whose name begins with a dot


class Asked(NamedTuple):
    """A file, and the line of the one test that is asked for; 0 for all of them. `found` was found in a folder."""

    path: str
    line: int = 0
    found: bool = False


def scripts(paths: list[str], lines: Lines) -> list[Script]:
    """The scripts that the paths name, each with the tests that are asked for.

    What another file of them includes is not run by itself, unless it was named. Raises: FILE_ERROR, SCRIPT_INVALID
    with the mistakes of all files.
    """
    asked = _asked(paths)
    examined = {path: examine(path, lines) for path in dict.fromkeys(one.path for one in asked)}
    parts = {real for script, _ in examined.values() for real in script.included}
    mistakes: list[Mistake] = []
    chosen: dict[str, list[Test]] = {}
    for one in asked:
        script, wrong = examined[one.path]
        if one.found and os.path.realpath(one.path) in parts:
            continue
        mistakes += wrong
        tests = [_at_line(script, one)] if one.line and not wrong else list(script.tests)
        known = chosen.setdefault(one.path, [])
        known += [test for test in tests if test not in known]
    if mistakes:
        raise script_invalid(list(dict.fromkeys(mistakes)))
    return [Script(path, tuple(tests), examined[path][0].included) for path, tests in chosen.items()]


def _asked(paths: list[str]) -> list[Asked]:
    asked: list[Asked] = []
    for path in paths:
        if os.path.isdir(path):
            found = [Asked(file, found=True) for file in below(path)]
            if not found:
                raise error("FILE_ERROR", f"There is no {SUFFIX} file in {path}.", "Write one: see clz run --help")
            asked += found
            continue
        named = re.fullmatch(r"(.+?):([0-9]{1,9})(?::[0-9]+)?", path)
        if named and not os.path.exists(path):
            asked.append(Asked(os.path.normpath(named[1]), int(named[2])))
        else:
            asked.append(Asked(os.path.normpath(path)))
    for one in asked:
        if not os.path.isfile(one.path):
            what = "is not a file" if os.path.lexists(one.path) else "does not exist"
            raise error("FILE_ERROR", meant(f"{one.path} {what}.", *_near(one.path)))
    return asked


def below(folder: str) -> list[str]:
    """The scripts in a folder and the folders in it."""
    files: list[str] = []
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not name.startswith("."))
        files += [os.path.normpath(os.path.join(above, name)) for name in sorted(names) if name.endswith(SUFFIX)]
    return [file for file in files if os.path.isfile(file)]  # editors leave links that lead nowhere


def _at_line(script: Script, asked: Asked) -> Test:
    """The test that a line belongs to: the last that begins at it or above."""
    own = sorted((test for test in script.tests if test.place.file == asked.path), key=lambda test: test.place.line)
    above = [test for test in own if test.place.line <= asked.line]
    if not above:
        first = f" The first begins in line {own[0].place.line}." if own else ""
        raise error("USAGE", f"No test of {asked.path} is in line {asked.line}.{first}", f"All: clz run {asked.path}")
    return above[-1]


def _near(path: str) -> tuple[str, list[str]]:
    """The name of a file, and those beside it that are like it."""
    try:
        there = os.listdir(os.path.dirname(path) or ".")
    except OSError:
        there = []
    name = os.path.basename(path)
    return name, [] if name in there else like(name, there)
