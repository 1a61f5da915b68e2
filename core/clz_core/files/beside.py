"""Where the files of a test are: beside the file that its line is written in.

A path that is absolute or begins with `~` is what it says, and so is `-`. What is not there to be read, and is in the
folder that tests are run from, where files of a test were once, is taken from that; who runs the test says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import Values


class _Line(NamedTuple):
    file: str
    elsewhere: list[str]


_line: ContextVar[_Line | None] = ContextVar("line", default=None)


def beside(file: str, path: str) -> str:
    """A path that a line of `file` names, as seen from here."""
    return os.path.normpath(os.path.join(os.path.dirname(file), os.path.expanduser(path)))


@contextmanager
def line_of(file: str) -> Iterator[list[str]]:
    """Place the files of lines that are of this file; those that were found in the folder of the run are listed."""
    line = _Line(file, [])
    before = _line.set(line)
    try:
        yield line.elsewhere
    finally:
        _line.reset(before)


def placed_path(path: str) -> str:
    """A path that the line names which is being run, as seen from here."""
    line = _line.get()
    return path if line is None else beside(line.file, path)


def placed(command: Command, values: Values) -> Values:
    """The values of a line, its files where they are: as absolute paths, which stay as they are the next time."""
    line = _line.get()
    if line is None:
        return values
    named = {param.name: param for param in command.params if param.format == "path" and values.get(param.name)}
    return {**values, **{name: _placed(line, param, values[name]) for name, param in named.items()}}


def _placed(line: _Line, param: Param, value: Any) -> Any:
    if isinstance(value, list):
        return [_placed(line, param, one) for one in value]
    if value == "-":
        return value
    path = os.path.abspath(beside(line.file, value))
    if param.file.use != "written" and not os.path.exists(path) and os.path.exists(value):
        line.elsewhere.append(value)
        return os.path.abspath(value)
    return path
