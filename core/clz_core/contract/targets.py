"""Targets: how the refs of a snapshot are written."""

from __future__ import annotations

import re

# A ref in any of the ways in which it is written, or the line of a list that it begins; a chain may begin with one.
_REF = re.compile(r"\s*(?:@|ref=@?|\[ref=)?((?:f\d+)?e\d+)\]?(?:\s*$|(?=\s*>>)|\s+[a-z]+ ~?\".*)")


def target_of(text: str) -> str:
    """A target in one spelling: `e12`, `ref=e12` and the `[ref=e12]` of a snapshot are the ref `@e12`."""
    found = _REF.match(text)
    return f"@{found[1]}{text[found.end() :]}" if found else text


def frame_of(target: str) -> str | None:
    """The frame that a ref names, as in `@f2e7`; empty for the page's own, None where the target begins with no ref."""
    found = re.match(r"@(f\d+)?e\d+", target)
    return None if found is None else found[1] or ""
