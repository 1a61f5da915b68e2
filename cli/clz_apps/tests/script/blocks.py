"""What is in a `.clz` file while it is read: its blocks, and what one file says of them all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from clz_apps.tests.script.model import Axis, Place, Step
from clz_apps.tests.script.variants import Table


class Needs(NamedTuple):
    """The setup that must have passed."""

    name: str
    place: Place


@dataclass
class Block:
    """The steps below a line, or all steps of a file that has no tests."""

    place: Place
    what: str
    name: str = ""
    tags: tuple[str, ...] = ()
    steps: list[Step] = field(default_factory=list)
    axes: dict[str, Axis] = field(default_factory=dict)
    table: Table | None = None
    needs: Needs | None = None
    open: Table | None = None  # the next line may be a row of it
    indent: str = ""
    lines: int = 0


@dataclass
class File:
    """What one file says, with what it includes."""

    base: tuple[str, Place] | None = None
    state: tuple[str, Place] | None = None
    needs: Needs | None = None
    before: list[Block] = field(default_factory=list)
    after: list[Block] = field(default_factory=list)
    tests: list[Block] = field(default_factory=list)
    axes: dict[str, Axis] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)


def indentation(indent: str, first: str) -> str:
    """What is wrong with an indentation, where the first was another."""
    if ("\t" in indent) != ("\t" in first) or (" " in indent) != (" " in first):
        return "Tabs and spaces are mixed: indent every line of a test alike."
    return f"This line is indented by {len(indent)}, those above it by {len(first)}: indent them alike."
