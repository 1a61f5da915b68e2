"""Changes of a snapshot, shown in as few lines as possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import NamedTuple

from clz_core.text.snapshots.lists import ref_first

FEW = 3  # from this many on, what is gone in a row is counted
_LINE = re.compile(r"([+-]) ( *)(.*)")
_REF = re.compile(r" ?\[ref=(\w+)\]")
_VALUE = re.compile(r"(\[ref=\w+\]): (.*)")
_ROLE = re.compile(r"- ([a-z]+)")
_FOCUS = " [active]"
_REQUIRED = " [required]"
_STRING = r'"(?:[^"\\]|\\.)*"'
_NAMED = re.compile(rf"- [a-z]+ ~?{_STRING}")
# What a field is, then what it takes, its states, what can be chosen of it, and what it holds.
_FIELD = re.compile(
    rf"(?P<name>- [a-z]+(?: ~?{_STRING})?)(?P<kind> \([^()\"]+\))?(?P<marks>(?: \[(?!options: |ref=)[^\]]*\])*)"
    rf"(?P<options> \[options: {_STRING}(?:, {_STRING})*(?:, and \d+ more)?\])?(?P<rest> \[ref=\w+\].*)"
)
_NOTE = "…"  # begins what is said of many lines; those of a page begin with their signs


class _Line(NamedTuple):
    sign: str
    indent: str
    text: str

    @property
    def ref(self) -> str | None:
        found = _REF.search(self.text)
        return found[1] if found else None

    @property
    def kind(self) -> tuple[str, str]:
        """Where it is and what it is: what else is this line now?"""
        found = _ROLE.match(self.text)
        return self.indent, found[1] if found else ""

    def since(self, last: _Line, held: str | None) -> _Line:
        """The line as a change, without what a field takes, which the line before it has said, and what it `held`."""
        new, old = _FIELD.fullmatch(self.text), _FIELD.fullmatch(last.text)
        if not new or not old:
            return self._replace(sign="~")
        kind, options = ("" if new[part] == old[part] else new[part] or "" for part in ("kind", "options"))
        marks = new["marks"].replace(_REQUIRED, "") if _REQUIRED in old["marks"] else new["marks"]
        value = _VALUE.fullmatch(new["rest"].lstrip())
        rest = f" {value[1]}" if value and value[2] == held else new["rest"]
        name = new["name"].removeprefix(f"- {last.kind[1]} ")
        return self._replace(sign="~", text=f"{name}{kind}{marks}{options}{rest}")

    @property
    def shortest(self) -> str:
        """Its name, where it has one."""
        named = _NAMED.match(self.text)
        return named[0] if named else _REF.sub("", self.text).removesuffix(":")

    @property
    def seen(self) -> str:
        """The line without the mark of the focus."""
        return self.text.replace(_FOCUS, "")


def short_changes(diff: str, held: Mapping[str, str] | None = None) -> str:
    """A diff for a reader of the snapshot before it and of what fields held after that, by their refs.

    Lines begin with their ref. Of a changed line only the new one is left, after a `~`, without what holds of a field
    for good, and none if only the focus has changed; of what is gone, its root; of many of those in a row, the name of
    the first.
    """
    told = diff.splitlines()
    lines = [_Line(*found.groups()) for line in told if (found := _LINE.fullmatch(line))]
    kept = list(_kept(lines, held or {}))
    least = min((len(line.indent) for line in kept), default=0)
    return "\n".join([*_few(kept, least), *(line for line in told if line.startswith(_NOTE))])


def _kept(lines: list[_Line], held: Mapping[str, str]) -> Iterator[_Line]:
    now = {line.ref for line in lines if line.sign == "+"} - {None}
    before = {ref: line for line in lines if line.sign == "-" and (ref := line.ref)}
    others = _others(lines)
    gone: int | None = None  # how deep the root of what is gone was
    for at, line in enumerate(lines):
        if line.sign == "-":
            if gone is not None and len(line.indent) > gone:
                continue
            gone = None
            if line.ref not in now and at not in others:
                gone = len(line.indent)
                yield line
            continue
        gone = None
        last = before.get(line.ref or "")
        if last is None:
            yield line
        elif last.seen != line.seen:
            yield line.since(last, held.get(line.ref or ""))


def _others(lines: list[_Line]) -> set[int]:
    """The places of lines without a ref that are there once more where they went, with other words."""
    found: set[int] = set()
    runs = [(sign, list(group)) for sign, group in groupby(enumerate(lines), key=lambda pair: pair[1].sign)]
    for (sign, went), (_, came) in pairwise(runs):
        if sign == "-":
            there = [line.kind for _, line in came if _is_leaf(line)]
            for at, line in went:
                if _is_leaf(line) and line.kind in there:
                    there.remove(line.kind)
                    found.add(at)
    return found


def _is_leaf(line: _Line) -> bool:
    return line.ref is None and not line.text.endswith(":")


def _few(lines: Iterable[_Line], least: int) -> Iterator[str]:
    """The lines with those that are gone in a row as the first of them, and how many more."""
    for is_gone, group in groupby(lines, key=lambda line: line.sign == "-"):
        same = list(group)
        if not is_gone:
            yield from (f"{line.sign} {line.indent[least:]}{ref_first(line.text)}" for line in same)
            continue
        if len(same) >= FEW:
            yield f"{same[0].shortest} … and {len(same) - 1} more"
        else:
            yield from (_REF.sub("", line.text).removesuffix(":") for line in same)
