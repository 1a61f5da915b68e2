"""What a view of a result is made of: whose words go where, and the forms that many commands share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clz_core.text.counts import counted
from clz_core.text.state import storage

Result = Mapping[str, Any]
EMPTY: tuple[object, ...] = (None, "", [], {})
Say = Callable[[Any], str]  # of a result as `clz_core.contract.results` has it, or of its facts, which have its shape


def _nothing(_: object) -> str:
    return ""


@dataclass(frozen=True)
class View:
    """How a result is told. `head` and `tail` are given its facts, `page` all of it, each string on its line."""

    head: Say
    page: Say = _nothing
    tail: Say = _nothing


def either(quotes: Callable[[Any], Any], head: Say, say: Say) -> View:
    """What `say` says, below a head where it quotes the page, and else as ours."""
    return View(
        lambda facts: head(facts) if quotes(facts) else sentence(say(facts)),
        lambda result: say(result) if quotes(result) else "",
    )


def listing(what: str, rows: str, say: Say) -> View:
    return either(lambda result: result[rows], lambda facts: f"{counted(len(facts[rows]), what)}:", say)


def stored(kind: str) -> View:
    return either(
        lambda result: result["entries"] or result["action"] == "get", lambda _: f"{kind} storage:", storage.done
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
