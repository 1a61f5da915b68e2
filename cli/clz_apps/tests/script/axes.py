"""What a test is run once in each of: viewports, what `clz emulate` shows pages, and log-ins that it begins with.

with viewport iphone-14, desktop
with locale de-DE, en-US             any option of `clz emulate`, by its name
with color-scheme light, dark
with geolocation "52.52,13.405", "40.71,-74.01"    a comma in a value goes in double quotes
with state admin.json, guest.json    files of `clz state save`, in the file's folder
with passkey                         a virtual authenticator, as by `clz passkey on`
with passkey ada.json, grace.json    and in it the passkeys of a file of `clz passkey save`

Several make a matrix: the test is run in each combination.
"""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Callable, Iterable, Iterator

from clz_apps.lines import Lines, Mistyped
from clz_apps.tests.script.check import STATE
from clz_apps.tests.script.model import Axis, Place, like, meant
from clz_apps.tests.script.words import Word
from clz_apps.tests.script.world_names import mistake_in_name
from clz_core.contract.commands import COMMANDS
from clz_core.contract.commands.tabs.window import PRESETS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Param
from clz_core.files.beside import beside

VIEWPORT = "viewport"
PASSKEY = "passkey"
ON = "on"  # a virtual authenticator without a passkey
VIEWPORTS = PRESETS.split(", ")
SIZE = re.compile(r"[1-9][0-9]{2,3}x[1-9][0-9]{2,3}")
FORMS = "with viewport iphone-14, desktop; with NAME, EMAIL, and rows below it; or with people.csv"
SHORT = {"theme": "color-scheme", "language": "locale", "lang": "locale", "time-zone": "timezone", "device": VIEWPORT}

Wrong = Callable[[Place, str], None]


def emulated() -> dict[str, Param]:
    """What `clz emulate` takes, by the names of its options."""
    own = COMMANDS["emulate"].params
    return {param.option[0].removeprefix("--"): param for param in own if param.kind != "boolean"}


def known_names() -> list[str]:
    return [VIEWPORT, STATE, PASSKEY, *emulated()]


def is_axis(line: list[Word]) -> bool:
    """True for a `with` that is not a table of data."""
    word = line[1].text if len(line) > 1 else ""
    return word in (VIEWPORT, PASSKEY) or (
        len(line) > 2 and not word.endswith(",") and (word in known_names() or word in SHORT)
    )


def axis(text: str, line: list[Word], place: Place, wrong: Wrong, lines: Lines) -> Axis | None:
    """What a line says; None where that cannot be known."""
    name = line[1].text
    if name in SHORT:
        wrong(place.within(line[1].column), f"Write it like: with {SHORT[name]} {text[line[2].column - 1 :]}")
        return None
    if name == VIEWPORT:
        return Axis(name, _viewports(line, place, wrong), place)
    if len(line) == 2:
        return Axis(name, (ON,), place)
    at = line[2].column
    try:
        (cells,) = csv.reader([text[at - 1 :]], skipinitialspace=True, strict=True)
    except csv.Error as problem:
        wrong(place.within(at), f"The values cannot be told apart: {problem}.")
        return None
    chosen: list[str] = []
    for cell in map(str.strip, cells):
        if cell in chosen:
            wrong(place.within(at), f"{cell} is listed twice.")
        elif mistake := _mistake(name, cell, lines):
            wrong(place.within(text.find(cell, at - 1) + 1 or at), mistake)
        else:
            chosen.append(cell)
    return Axis(name, tuple(chosen), place)


def _mistake(name: str, value: str, lines: Lines) -> str:
    """What is wrong with a value; empty if nothing is."""
    if not value:
        return "There is a comma too many: a value is empty."
    if name in (STATE, PASSKEY):
        return ""
    try:
        command, _ = lines.parsed(["emulate", f"--{name}={value}"])
        if command.check is not None:
            param = emulated()[name]
            command.check({param.wire: [value] if param.kind == "array" else value})
            return mistake_in_name(param.name, value)
    except Mistyped as problem:
        return problem.message
    except ClzError as problem:
        return problem.message
    return ""


def _viewports(line: list[Word], place: Place, wrong: Wrong) -> tuple[str, ...]:
    chosen: list[str] = []
    for word in line[2:]:
        for name in filter(None, word.text.split(",")):
            if name not in VIEWPORTS and not SIZE.fullmatch(name):
                said, near = f"{name!r} is not a viewport, nor a size such as 800x600.", like(name, VIEWPORTS)
                wrong(place.within(word.column), meant(said, name, near, "" if near else f" There are: {PRESETS}."))
            elif name in chosen:
                wrong(place.within(word.column), f"{name} is listed twice.")
            else:
                chosen.append(name)
    if not chosen and len(line) < 3:
        wrong(place, f"Write it like: {FORMS}")
    return tuple(chosen)


def add(axes: dict[str, Axis], text: str, line: list[Word], place: Place, wrong: Wrong, lines: Lines) -> None:
    """Add what a line says to what others have said."""
    made = axis(text, line, place, wrong, lines)
    if made is not None and made.name in axes:
        wrong(place, f"There is a second `with {made.name}`; the first is in line {axes[made.name].place.line}.")
    elif made is not None:
        axes[made.name] = made


def file_of(axes: Iterable[Axis], name: str, value: str) -> str:
    """The file that a value of `with state` or `with passkey` names, beside the file that says so; empty for none."""
    (own,) = (axis for axis in axes if axis.name == name)
    return beside(own.place.file, value) if value not in ("", ON) else ""


def combinations(axes: Iterable[Axis]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Each combination: a value of each, by its name."""
    named = [[(axis.name, value) for value in axis.values] for axis in axes if axis.values]
    return itertools.product(*named)
