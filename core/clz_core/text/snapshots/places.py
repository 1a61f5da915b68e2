"""Places with the same controls, as the rows of a table: which these are is said once, above a line for each place.

What was two lines and more for each of them, or one with the place in it, is its name and the refs of its controls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

FEW = 3  # fewer places than these are written as they are
_STRING = r'"(?:[^"\\]|\\.)*"'
_MARKS = r"(?: \[[a-z]+(?:=[a-z0-9]+)?\])*"
_PLACE = re.compile(rf"(?P<indent> *)- (?P<role>[a-z]+) (?P<name>{_STRING}):")
_CONTROL = re.compile(rf"- (?P<what>[a-z]+(?: ~?{_STRING})?)(?P<marks>{_MARKS})(?P<ref> \[ref=\w+\])")
_IN_PLACE = re.compile(
    rf"(?P<indent> *)(?P<control>- .*) \[in (?P<role>[a-z]+) (?P<name>{_STRING})\](?P<ref> \[ref=\w+\])"
)


class _Control(NamedTuple):
    what: str
    marks: tuple[str, ...]
    ref: str


class _Place(NamedTuple):
    kind: tuple[str, str]  # its indentation and its role
    name: str
    controls: tuple[_Control, ...]

    @property
    def alike(self) -> tuple[object, ...]:
        return self.kind, *(control.what for control in self.controls)


def places_together(lines: list[str]) -> list[str]:
    """The lines, with those of places that follow each other and hold the same controls in fewer."""
    kept: list[str] = []
    at = 0
    while at < len(lines):
        places: list[_Place] = []
        end = at
        for place, after in _from(lines, at):
            if places and place.alike != places[0].alike:
                break
            places.append(place)
            end = after
        if len(places) >= FEW:
            kept += _written(places)
        else:
            end = max(end, at + 1)
            kept += lines[at:end]
        at = end
    return kept


def _from(lines: list[str], at: int) -> Iterator[tuple[_Place, int]]:
    """The places that follow each other from here on, each with where the next one may be."""
    while at < len(lines):
        inside: list[str] = []
        if found := _IN_PLACE.fullmatch(lines[at]):
            inside = [f"{found['control']}{found['ref']}"]
            at += 1
        elif found := _PLACE.fullmatch(lines[at]):
            below = f"{found['indent']}  "
            held = list(takewhile(lambda line, below=below: line.startswith(below), lines[at + 1 :]))  # type: ignore[misc]
            inside = [line.removeprefix(below) for line in held]
            at += 1 + len(held)
        controls = [_CONTROL.fullmatch(line) for line in inside]
        if not found or not controls or not all(controls):
            return
        told = tuple(_Control(one["what"], tuple(one["marks"].split()), one["ref"].strip()) for one in controls if one)
        yield _Place((found["indent"], found["role"]), found["name"], told), at


def _written(places: list[_Place]) -> list[str]:
    indent, role = places[0].kind
    columns = list(zip(*(place.controls for place in places), strict=True))
    shared = [[mark for mark in column[0].marks if all(mark in one.marks for one in column)] for column in columns]
    each = ", ".join(" ".join([column[0].what, *marks]) for column, marks in zip(columns, shared, strict=True))
    lines = [f"{indent}- {role} × {len(places)}, each with {each}:"]
    for place in places:
        told = [
            " ".join([*(mark for mark in control.marks if mark not in marks), control.ref])
            for control, marks in zip(place.controls, shared, strict=True)
        ]
        between = " " if all(piece.startswith("[ref=") for piece in told) else " | "
        lines.append(f"{indent}  - {place.name}: {between.join(told)}")
    return lines
