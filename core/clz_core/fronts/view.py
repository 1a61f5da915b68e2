"""The parts of a view of a result: which words are clz's and which a page's, and the forms that many commands share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from clz_core.text.counts import counted

Result = Mapping[str, Any]
EMPTY: tuple[object, ...] = (None, "", [], {})
Say = Callable[[Any], str]  # of a result as in `clz_core.generated.results`, or of its facts, which have its shape
Words = Callable[[str], str]  # puts commands that a text names in the terms of its reader


def nothing(_: object) -> str:
    return ""


class View(NamedTuple):
    """How a result is shown.

    `head` and `tail` are given its facts, `page` all of it, each string on its line: they are separate, so that what
    a page wrote is by itself. Without a `head` it is shown by its shape. At a terminal `text` is printed; left out, it
    is the page's part, or the head of a view that has none.
    """

    head: Say | None = None
    page: Say = nothing
    tail: Say = nothing
    text: Say | None = None

    @property
    def printed(self) -> Say | None:
        return self.text or (self.head if self.page is nothing else self.page)


def either(quotes: Callable[[Any], Any], head: Say, say: Say) -> View:
    """What `say` says, below a head where it quotes the page, and else as ours."""
    return View(
        lambda facts: head(facts) if quotes(facts) else sentence(say(facts)),
        lambda result: say(result) if quotes(result) else "",
        text=say,
    )


def listing(what: str, rows: str, say: Say) -> View:
    return either(lambda result: result[rows], lambda facts: f"{counted(len(facts[rows]), what)}:", say)


def buffer(what: str, rows: str, line: Callable[..., str], gaps: Callable[[Result], list[str]]) -> View:
    """The newest entries of a buffer."""
    return View(
        lambda facts: f"{len(facts[rows])} of {facts['total']} {what}, cursor {facts['cursor']}.",
        lambda result: "\n".join(line(row, timed=False) for row in result[rows]),
        lambda facts: "\n".join(gaps(facts)),
    )


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def first_line(text: str) -> str:
    return text.partition("\n")[0]


def other_lines(text: str) -> str:
    return text.partition("\n")[2]


def plain(result: Result) -> str:
    """One line a field; lines of text below their name; what is nested as JSON. Fields that are empty are left out."""
    return "\n".join(_line(name, value) for name, value in result.items() if value not in EMPTY) or "done"


def _line(name: str, value: Any) -> str:
    if isinstance(value, str):
        return f"{name}:\n{value}" if "\n" in value else f"{name}: {value}"
    return f"{name}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
