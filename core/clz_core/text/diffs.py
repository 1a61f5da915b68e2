"""Changes of a snapshot, told in as few lines as will do."""

from __future__ import annotations

import re
from itertools import groupby

FEW = 3  # from so many on, what is gone in a row is counted
_LINE = re.compile(r"([+-]) ( *)(.*)")
_REF = re.compile(r"\[ref=(\w+)\]")
_FOCUS = " [active]"


def short_changes(diff: str) -> str:
    """A diff for somebody who has the snapshot before it.

    Of an element that is another now only the new line is left, and none where it has but gained or lost the focus; of
    what is gone, its root; of many of those in a row, the first.
    """
    lines = [found.groups() for line in diff.splitlines() if (found := _LINE.fullmatch(line))]
    now = {ref: text for sign, _, text in lines if sign == "+" and (ref := _ref(text))}
    before = {ref: text for sign, _, text in lines if sign == "-" and (ref := _ref(text))}
    kept = []
    gone: int | None = None  # how deep the root stands of what is gone
    for sign, indent, text in lines:
        ref = _ref(text)
        if sign == "-":
            if gone is not None and len(indent) > gone:
                continue
            gone = None
            if ref not in now:
                gone = len(indent)
                kept.append(f"- {indent}{text}")
            continue
        gone = None
        if ref is None or text.replace(_FOCUS, "") != before.get(ref, "").replace(_FOCUS, ""):
            kept.append(f"+ {indent}{text}")
    return "\n".join(_few(kept))


def _few(lines: list[str]) -> list[str]:
    """The lines with those that are gone in a row as the first of them, and how many more."""
    few: list[str] = []
    for sign, group in groupby(lines, key=lambda line: line[0]):
        same = list(group)
        few += same if sign == "+" or len(same) < FEW else [same[0], f"- … and {len(same) - 1} more"]
    return few


def _ref(text: str) -> str | None:
    found = _REF.search(text)
    return found[1] if found else None
