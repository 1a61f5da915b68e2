"""The words of a line, separated as by a POSIX shell, with the column of each and the `$NAME` in them.

click "#a b"        two words; quotes and backslashes go, as with `shlex.split`; there are no comments
fill "#q" "$WORD"   a reference, unless in single quotes or after a backslash: '$WORD' and \\$WORD are five letters
open "${URL:-/}"    one with a default, which is plain text and taken if URL is not known or is empty
["click", "#a b"]   a JSON array of words, taken literally, with every $ in them
{"command": …}      an object of a command's name and parameters, likewise
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject

SPACE = " \t\r\n"
REFERENCE = re.compile(r"\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})")
OWN = frozenset({"UNIQUE", "NOW", "TEST"})  # names that every attempt of a test has


class Piece(NamedTuple):
    """A part of a word. `fixed` is its text with references filled in; None if it may hold some that are not."""

    text: str
    fixed: str | None = None


class Word(NamedTuple):
    """A word, with the column of its first character; the first column is 1."""

    column: int
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def names(self) -> list[str]:
        """The names that it refers to and needs: not those with a default."""
        return [one[1] or one[2] for one in self._references if one[3] is None]

    @property
    def mentioned(self) -> list[str]:
        """The names that it refers to, with a default or without one."""
        return [one[1] or one[2] for one in self._references]

    @property
    def _references(self) -> Iterator[re.Match[str]]:
        return (one for text, fixed in self.pieces if fixed is None for one in REFERENCE.finditer(text))

    def filled(self, values: Mapping[str, str]) -> str:
        """Its text with every reference that `values` has filled in."""

        def value(found: re.Match[str]) -> str:
            known = values.get(found[1] or found[2], found[0] if found[3] is None else "")
            return known or found[3] or ""

        return "".join(REFERENCE.sub(value, text) if fixed is None else fixed for text, fixed in self.pieces)


class NotClosed(ValueError):
    """A quote, or a backslash at the end; `column` is where it is."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


def split(text: str) -> list[Word]:
    """The words of a line. Raises: NotClosed."""
    words: list[Word] = []
    at = 0
    while at < len(text):
        if text[at] in SPACE:
            at += 1
            continue
        column = at + 1
        pieces, at = _pieces(text, at)
        words.append(Word(column, tuple(pieces)))
    return words


def _pieces(text: str, at: int) -> tuple[list[Piece], int]:
    """The pieces of the word that begins at `at`, and where it ends."""
    pieces: list[Piece] = []
    begin = at
    while at < len(text) and text[at] not in SPACE:
        if text[at] not in "'\"\\":
            at += 1
            continue
        if at > begin:
            pieces.append(Piece(text[begin:at]))
        if text[at] == "\\":
            if at + 1 == len(text):
                raise NotClosed("no character follows the backslash", at + 1)
            pieces.append(Piece(text[at + 1], text[at + 1]))
            at += 2
        elif text[at] == "'":
            end = text.find("'", at + 1)
            if end < 0:
                raise NotClosed("no closing quotation", at + 1)
            pieces.append(Piece(text[at + 1 : end], text[at + 1 : end]))
            at = end + 1
        else:
            inner, at = _quoted(text, at)
            pieces += inner
        begin = at
    if at > begin:
        pieces.append(Piece(text[begin:at]))
    return pieces, at


def _quoted(text: str, opened: int) -> tuple[list[Piece], int]:
    """The pieces between double quotes, where a backslash is one unless a quote or another follows it."""
    pieces: list[Piece] = []
    at = begin = opened + 1
    while at < len(text) and text[at] != '"':
        if text[at] != "\\" or at + 1 == len(text):
            at += 1
            continue
        follows = text[at + 1]
        if at > begin:
            pieces.append(Piece(text[begin:at]))
        if follows in '"\\':
            pieces.append(Piece(follows, follows))
        else:
            pieces.append(Piece("\\" + follows, follows if follows == "$" else "\\" + follows))
        at = begin = at + 2
    if at >= len(text):
        raise NotClosed("no closing quotation", opened + 1)
    if at > begin:
        pieces.append(Piece(text[begin:at]))
    return pieces or [Piece("", "")], at + 1


def read(text: str) -> list[Word] | JsonObject:
    """The words of a line, or the object in it. Raises: USAGE, with the `column` in its details."""
    if not text.startswith(("{", "[")):
        try:
            return split(text)
        except NotClosed as problem:
            raise error("USAGE", f"The words cannot be told apart: {problem}.", column=problem.column) from None
    try:
        made = strict_json.loads(text)
    except strict_json.BadJson as problem:
        raise error("USAGE", f"This cannot be read: {problem}.") from None
    if isinstance(made, dict):
        return made
    if not isinstance(made, list) or not all(isinstance(word, str) for word in made):
        raise error("USAGE", "An array holds the words after `clz`, each a string.")
    return [Word(1, (Piece(word, word),)) for word in made]


def is_empty(line: str) -> bool:
    """True for an empty line and for a comment."""
    text = line.strip()
    return not text or text.startswith("#")
