"""The rows of data that a test is run once with each of.

with NAME, EMAIL                    a table: names, and below them rows of as many cells, indented further
  Ada, ada@example.com
  "Hopper, Grace", grace@example.com
with people.csv                     the same from a file, whose first line has the names
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from clz_apps.tests.script.axes import FORMS, Wrong, known_names
from clz_apps.tests.script.model import Place, Row, like, meant
from clz_apps.tests.script.words import OWN, Word

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
CSV = ".csv"
MAX_ROWS = 10_000
MAX_NAME = 60  # characters of a row's name


@dataclass
class Table:
    """Names, and rows with a value for each. `indent` is that of the first row below them.

    The rows of one that is `broken` are not reported again.
    """

    place: Place
    names: tuple[str, ...]
    broken: bool = False
    cells: list[tuple[Place, tuple[str, ...]]] = field(default_factory=list)
    indent: str = ""
    lines: int = 0

    def add(self, text: str, place: Place, wrong: Wrong) -> None:
        """A row below the names; `text` is its line."""
        self.lines += 1
        if self.broken:
            return
        try:
            (cells,) = csv.reader([text], skipinitialspace=True, strict=True)
        except csv.Error as problem:
            wrong(place, _not_cells(problem))
        else:
            self.row(cells, place, wrong)

    def row(self, cells: list[str], place: Place, wrong: Wrong) -> None:
        """The cells of a row."""
        if len(cells) != len(self.names):
            many = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            wrong(place, f"This row has {many}, for {', '.join(self.names)}. A comma in a cell goes in double quotes.")
        elif len(self.cells) == MAX_ROWS:
            wrong(place, f"This is more than {MAX_ROWS:,} rows.")
        elif len(self.cells) < MAX_ROWS:
            self.cells.append((place, tuple(cell.strip() for cell in cells)))

    @property
    def rows(self) -> tuple[Row, ...]:
        """Each with a name of its own: its first cell, all of them where two begin alike, else with its line."""
        firsts = Counter(_shortened(cells[0]) for _, cells in self.cells)
        wholes = Counter(_shortened(", ".join(cells)) for _, cells in self.cells)
        made: list[Row] = []
        for place, cells in self.cells:
            name, whole = _shortened(cells[0]), _shortened(", ".join(cells))
            if not name or firsts[name] > 1:
                name = whole if wholes[whole] == 1 else f"{whole}, line {place.line}"
            made.append(Row(name, tuple(zip(self.names, cells, strict=True)), place))
        return tuple(made)


def table_of(line: list[Word], place: Place, wrong: Wrong) -> Table:
    """The table that `with NAME, EMAIL` begins."""
    named = [(word, name) for word in line[1:] for name in filter(None, word.text.split(","))]
    if not named or not all(word.text.endswith(",") for word in line[1:-1]):
        word = line[1].text if len(line) > 1 else ""
        wrong(place, meant(f"Write it like: {FORMS}.", word, like(word, known_names())))
        return Table(place, (), broken=True)
    names = tuple(name for _, name in named)
    return Table(place, names, not _are_names([(name, place.within(word.column)) for word, name in named], wrong))


def csv_table(lines: Iterable[str], path: str, place: Place, wrong: Wrong) -> Table | None:
    """The table that the lines of a file are; None for one without names."""
    rows = _records(lines, path, wrong)
    first = next(rows, None)
    if first is None:
        wrong(Place(path, 1), "There are no names in the first line, such as: NAME,EMAIL")
        return None
    cells, at = first
    names = tuple(cell.strip() for cell in cells)
    columns = [at.column + sum(len(cell) + 1 for cell in cells[:number]) for number in range(len(cells))]
    places = [at._replace(column=column) for column in columns]
    made = Table(place, names, not _are_names(list(zip(names, places, strict=True)), wrong))
    for cells, at in rows:
        made.lines += 1
        if not made.broken:
            made.row(cells, at, wrong)
    return made


def _records(lines: Iterable[str], path: str, wrong: Wrong) -> Iterator[tuple[list[str], Place]]:
    reader = csv.reader((f"{line}\n" for line in lines), skipinitialspace=True, strict=True)
    while True:
        place = Place(path, reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error as problem:
            wrong(place, _not_cells(problem))
            return
        if cells is None:
            return
        if cells and any(cell.strip() for cell in cells):
            yield cells, place


def _are_names(given: list[tuple[str, Place]], wrong: Wrong) -> bool:
    """True if all can be names of one table; mistakes are reported."""
    seen: set[str] = set()
    good = True
    for name, at in given:
        problem = ""
        if not NAME.fullmatch(name):
            problem = f"{name!r} is not a name: use letters, digits and _, with commas between names."
        elif name in OWN:
            problem = f"${name} is built in: use another name."
        elif name in seen:
            problem = f"{name} is listed twice."
        if problem:
            wrong(at, problem)
            good = False
        seen.add(name)
    return good


def _not_cells(problem: csv.Error) -> str:
    said = "no closing quotation" if "unexpected end" in str(problem) else str(problem)
    return f"The cells cannot be told apart: {said}. A double quote in a quoted cell is written twice."


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1] + "…"
