"""How a test opens pages: below its `base`, with cookies of its own or a saved state, and in its settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

from clz_apps.lines import Line, Lines, Mistyped
from clz_apps.tests.script.check import at_base
from clz_apps.tests.script.objects import command_of
from clz_core.contract.errors import ClzError
from clz_core.contract.globs import at_site
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values
from clz_core.files.state import read_state

WHOSE = ("--agent", "--session")


def opens(line: Line, lines: Lines) -> bool:
    """True for a line that opens a tab."""
    try:
        command, _ = _read(line, lines)
    except (Mistyped, ClzError):
        return False
    return command is not None and command.on_tab.opens


def prepared(
    line: Line,
    lines: Lines,
    base: str,
    viewport: str,
    state: str = "",
    emulated: Mapping[str, str] | None = None,
    opened: bool = True,
) -> list[Line]:
    """The lines that are run for one line of a test. What cannot be understood stays: running it says why.

    A tab begins with `state`, if that names a file and the line none; its pages are shown what is `emulated`. A request
    has the cookies of a tab: where none is `opened`, an empty one is.
    """
    try:
        command, values = _read(line, lines)
    except (Mistyped, ClzError):
        return [line]
    if command is None:
        return [line]
    line = with_site(line, command, values, base)
    if command.name == "comparePages" and (typed := str(values.get("after") or "")):
        return [_changed(line, typed, at_base(typed, base), False, "")]
    requests = command.name == "sendRequest"
    if not (command.goes_to_url or requests):
        return [line]
    typed = str(values.get("url") or "")
    url = at_base(typed, base)
    if requests:
        first = (
            [] if opened else prepared([*whose_of(line), "open", "about:blank"], lines, "", viewport, state, emulated)
        )
        return [*first, _changed(line, typed, url, False, "")]
    isolated = command.on_tab.opens and not values.get("isolated") and not values.get("private")
    state = state if command.on_tab.opens and not values.get("state") else ""
    if command.on_tab.navigates or not (viewport or emulated):
        return [_changed(line, typed, url, isolated, state)]
    whose = whose_of(line)
    until = ["--wait-until", str(values["wait_until"])] if values.get("wait_until") else []
    blank = _changed(line, typed, "about:blank", isolated, state)
    size = [[*whose, "viewport", viewport]] if viewport else []
    shown = [[*whose, "emulate", *(f"--{name}={value}" for name, value in emulated.items())]] if emulated else []
    return [blank, *size, *shown, *([[*whose, "navigate", url, *until]] if typed else [])]


def _read(line: Line, lines: Lines) -> tuple[Command | None, Values]:
    if isinstance(line, dict):
        return command_of(line)
    shows = any(
        word in ("open", "navigate", "request", "compare") or word.startswith("/") or "=/" in word for word in line
    )
    return lines.parsed(line) if shows else (None, {})


def with_site(line: Line, command: Command, values: Values, base: str) -> Line:
    """A line with the site before its globs that begin with `/`."""
    site = partial(at_base, base=base)
    if isinstance(line, dict):
        return {**line, "params": at_site(command, line.get("params", {}), site)}
    named = {spelling for param in command.params if param.metavar == "GLOB" for spelling in param.spellings}
    takes = command.name in ("expect", "addRoute") and at_site(command, values, site) != values
    words: list[str] = []
    for before, word in pairwise(["", *line]):
        option, joined, text = word.partition("=")
        if joined and option in named:
            words.append(f"{option}={site(text)}")
        else:
            words.append(site(word) if takes or before in named else word)
    return words


def _changed(line: Line, typed: str, url: str, isolated: bool, state: str) -> Line:
    if isinstance(line, dict):
        params = {
            **line.get("params", {}),
            **({"url": url} if typed else {}),
            **({"isolated": True} if isolated else {}),
            **({"storageState": read_state(state)} if state else {}),
        }
        return {**line, "params": params}
    words = list(line)
    if typed and url != typed:
        words[len(words) - 1 - words[::-1].index(typed)] = url
    if isolated:
        words.insert(words.index("open") + 1, "--isolated")
    if state:
        words[words.index("open") + 1 : words.index("open") + 1] = ["--state", state]
    return words


def whose_of(line: Line) -> list[str]:
    """The options of a line that say who acts."""
    if isinstance(line, dict):
        return []
    found: list[str] = []
    for at, word in enumerate(line):
        if word in WHOSE:
            found += line[at : at + 2]
        elif word.startswith(tuple(f"{option}=" for option in WHOSE)):
            found.append(word)
    return found
