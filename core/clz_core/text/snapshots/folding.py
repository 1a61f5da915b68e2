"""Snapshots with runs of like lines in one: the days of a month, the cells of a board. Every ref is still there."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import NamedTuple

from clz_core.text.snapshots.places import places_together

RUN = 7  # from this many on, similar lines are written in one: a week, the row of a calendar
IN_LINE = 50
CELLS = frozenset({"cell", "gridcell"})
CELL_CHARS = 40
SHORT_CHARS = 8  # of anything but a cell: a number, with its quotes
REPEATED = 3
_LINE = re.compile(
    r'(?P<head> *- [a-z]+)(?P<name>(?: ~?"(?:[^"\\]|\\.)*")?)'
    r"(?P<marks>(?: \[(?!(?:ref|box|url|color)=)[a-z]+(?:=[^\]]*)?\])*)"
    r"(?P<ref>(?: \[ref=\w+\])?)(?P<value>(?:: .*)?)"
)
_MARK = re.compile(r" \[[^\]]*\]")


class _Line(NamedTuple):
    text: str
    head: str = ""  # indentation and role; empty for what has a line of its own
    name: str = ""
    marks: tuple[str, ...] = ()
    ref: str = ""
    value: str = ""

    @property
    def guess(self) -> str:
        """What it seems to be called, if it has no name."""
        return f"{self.head.strip(' -')}{self.name}" if self.name.startswith(" ~") else ""


def folded(snapshot: str, boxes: str) -> str:
    """Fold what has nothing in it and is said in few words; `boxes` is how to ask where each element is.

    What says more of each, as addresses and boxes do, keeps its line.
    """
    lines = [_line(text) for text in places_together(snapshot.split("\n"))]
    kept: list[str] = []
    for head, group in groupby(lines, key=lambda line: line.head):
        run = list(group)
        if not head or len(run) < RUN:
            kept += [line.text for line in run]
        else:
            kept += [_written(run[at : at + IN_LINE]) for at in range(0, len(run), IN_LINE)]
    alike = Counter(line.guess for line in lines if line.guess)
    repeated = [f"{count} × {guess}" for guess, count in alike.items() if count >= REPEATED]
    if repeated:
        kept.append(f"… {', '.join(repeated)}: {boxes} tells them apart")
    return "\n".join(kept)


def _line(text: str) -> _Line:
    found = _LINE.fullmatch(text)
    if not found:
        return _Line(text)
    head, name, marks, ref, value = found.groups()
    if head.endswith(" text"):
        return _Line(text)
    said = value if name.startswith(" ~") else name + value
    if "|" in name + value or "[" in value:  # it would read as one more of the run
        return _Line(text)
    most = CELL_CHARS if head.split()[-1] in CELLS else SHORT_CHARS
    return _Line(text, head, name, tuple(_MARK.findall(marks)), ref, value) if len(said) <= most + 1 else _Line(text)


def _written(run: list[_Line]) -> str:
    """What all of them are is said once."""
    first = run[0]
    marks = [mark for mark in first.marks if all(mark in line.marks for line in run)]
    name = first.name if all(line.name == first.name for line in run) else ""
    pieces = []
    for line in run:
        own = "".join(mark for mark in line.marks if mark not in marks)
        pieces.append(f"{'' if name else line.name}{own}{line.ref}{line.value}".strip().removeprefix(": "))
    between = " " if all(piece.startswith("[ref=") and piece.endswith("]") for piece in pieces) else " | "
    return f"{first.head}{name}{''.join(marks)} × {len(run)}: {between.join(pieces)}"
