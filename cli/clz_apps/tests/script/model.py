"""What a `.clz` file says: tests, each with all the steps that it takes, and what was written wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject
from clz_core.text.counts import counted

SHOWN = 19  # mistakes that are printed; with --json there are all of them


class Place(NamedTuple):
    """A place in a file; lines and columns begin at 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def within(self, column: int) -> Place:
        """The place of a column of the text that begins here."""
        return self._replace(column=self.column + column - 1)


class Meant(str):
    """What is wrong with a word, and what was meant; `fix` is that word, and what to write in its place."""

    __slots__ = ("fix",)
    fix: tuple[str, str]


def meant(message: str, word: str, near: Iterable[str], more: str = "") -> str:
    """The message, what of `near` may have been meant by the word, and more; no question if nothing is near."""
    known = list(near)
    if not known:
        return message + more
    made = Meant(f"{message} Did you mean: {', '.join(known)}?{more}")
    made.fix = (word, known[0])
    return made


def like(word: str, known: Iterable[str], mark: str = "") -> list[str]:
    """What is like a word, each with a `mark` before it."""
    return [mark + name for name in get_close_matches(word, list(known), 2)]


class Mistake(NamedTuple):
    """One thing that is wrong, before anything has run."""

    place: Place
    message: str

    @property
    def fix(self) -> tuple[str, str] | None:
        return self.message.fix if isinstance(self.message, Meant) else None

    def told(self) -> JsonObject:
        """For editors and other programs: where it is, what is wrong, and what to write in place of what."""
        fix = self.fix and {"replace": self.fix[0], "by": self.fix[1]}
        return {**self.place._asdict(), "message": self.message, "fix": fix}

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Step(NamedTuple):
    """One line of commands. `command` is what is run, `text` the line as written; its output is kept as `name`."""

    text: str
    command: str
    place: Place
    name: str = ""


class Axis(NamedTuple):
    """What a test is run once in each of: the values of one setting, such as `locale`."""

    name: str
    values: tuple[str, ...]
    place: Place


class Row(NamedTuple):
    """A row of data: what it is called, and its values by their names."""

    name: str
    values: tuple[tuple[str, str], ...]
    place: Place


@dataclass(frozen=True)
class Test:
    """A test with what goes before it and after it.

    `axes` and `rows` are what it runs in and with, once in each combination; `state` is the file that its first page
    begins with. A `setup` is run once, before those that need it, whose first page begins with the state at its end.
    """

    __test__ = False

    name: str
    tags: tuple[str, ...]
    place: Place
    base: str
    before: tuple[Step, ...]
    steps: tuple[Step, ...]
    after: tuple[Step, ...]
    axes: tuple[Axis, ...] = ()
    state: str = ""
    rows: tuple[Row, ...] = ()
    setup: bool = False
    needs: Test | None = None


@dataclass(frozen=True)
class Script:
    """A file with its tests; `included` are the files that its lines are from, those of rows as well."""

    path: str
    tests: tuple[Test, ...]
    included: frozenset[str] = field(default=frozenset())


def script_invalid(mistakes: list[Mistake]) -> ClzError:
    """The error that says all of them."""
    files = len({mistake.place.file for mistake in mistakes})
    many = f"{len(mistakes)} mistakes in {files} files" if files > 1 else counted(len(mistakes), "mistake")
    said = [str(mistake) for mistake in mistakes]
    problems = said[:SHOWN]
    if len(said) > SHOWN:
        problems.append(f"… {len(said) - SHOWN} more")
    details = {"mistakes": [mistake.told() for mistake in mistakes]}
    what = "There is a mistake" if len(mistakes) == 1 else f"There are {many}"
    return error("SCRIPT_INVALID", f"{what}; nothing was run.", None, problems=problems, **details)
