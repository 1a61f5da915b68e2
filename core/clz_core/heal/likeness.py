"""How like each other words are, from 0 to 1: names that people read, and names of the page's source."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+")
KINDS = frozenset({"btn", "button", "link", "input", "field", "txt", "textbox", "checkbox", "select", "submit"})
ALIKE = 0.8
MAX_CHARS = 200


def likeness(one: str, other: str) -> float:
    """`Email` and `E-mail address`, `signUp` and `sign-up-button` are like each other."""
    mine, theirs = _words(one), _words(other)
    if not mine or not theirs:
        return 0.0
    short, long = sorted(("".join(mine), "".join(theirs)), key=len)
    if short == long:
        return 1.0
    whole = SequenceMatcher(None, short, long, autojunk=False).ratio()
    if len(short) > 2 and (long.startswith(short) or long.endswith(short)):
        whole = max(whole, 0.75 + 0.25 * len(short) / len(long))
    shared = sum(any(_alike(word, said) for said in theirs) for word in mine)
    return max(whole, 2 * shared / (len(mine) + len(theirs)))


def _words(text: str) -> list[str]:
    """The words of a name, without those that say what kind of element it is, unless it has no others."""
    words = [word.casefold() for word in WORD.findall(text[:MAX_CHARS])]
    return [word for word in words if word not in KINDS] or words


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) > 2 and SequenceMatcher(None, one, other).ratio() >= ALIKE)
