"""Unseen text: what is before and after the place where a text was cut, sent along by the extension between marks.

A value that lies across the cut is found in the text as it is in the page, and the unseen is taken out. The marks are
made for one host, so that no page can know them. Where one of a pair is missing, all that it could have hidden is left
out.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import NamedTuple

OPENS = "\ufdd0"
CLOSES = "\ufdd1"
_LETTERS = [chr(number) for number in range(0xFDD2, 0xFDF0)]  # they mean nothing, in any text


def new_mark() -> str:
    """What both marks end with: 78 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


class Text(NamedTuple):
    """A text as it is in a page, and the parts of it that are not shown, in their order."""

    whole: str
    unseen: list[tuple[int, int]]


def read(text: str, mark: str) -> Text:
    """A text as it came, of which the marks are taken out."""
    if mark not in text:
        return Text(text, [])
    whole = ""
    unseen: list[tuple[int, int]] = []
    for number, piece in enumerate(text.split(OPENS + mark)):
        if number == 0:
            inside, closed, after = piece.rpartition(CLOSES + mark)
            if not closed:
                whole = piece
                continue
        else:
            inside, _, after = piece.partition(CLOSES + mark)
            lost, closed, rest = after.rpartition(CLOSES + mark)
            inside, after = (inside + lost, rest) if closed else (inside, after)
        unseen.append((len(whole), len(whole) + len(inside)))
        whole += inside + after
    return Text(whole, unseen)


def shown(text: Text, masks: Iterable[tuple[int, int, str]]) -> str:
    """What is shown of it, with `masks` in the place of these parts, which are in their order and apart."""
    out: list[str] = []
    at = 0
    for begin, end, mask in masks:
        out.append(_seen(text, at, begin))
        # One that begins before the text that is shown is at the end of what was shown before that.
        if _seen(text, begin, end) and not _hides(text, begin):
            out.append(mask)
        at = end
    out.append(_seen(text, at, len(text.whole)))
    return "".join(out)


def _seen(text: Text, begin: int, end: int) -> str:
    out: list[str] = []
    for start, stop in text.unseen:
        if stop <= begin:
            continue
        if start >= end:
            break
        out.append(text.whole[begin : max(begin, start)])
        begin = max(begin, stop)
    return "".join(out) + text.whole[begin : max(begin, end)]


def _hides(text: Text, place: int) -> bool:
    return any(start <= place < stop for start, stop in text.unseen)
