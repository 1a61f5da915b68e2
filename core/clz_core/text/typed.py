"""Words of a command as they are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./*-]+")


def quoted(word: str) -> str:
    """A word so that it is read back as it is."""
    if PLAIN.fullmatch(word):
        return word
    if "'" not in word:
        return f"'{word}'"
    escaped = re.sub(r'(["\\$])', r"\\\1", word)
    return f'"{escaped}"'


def locator_line(found: Mapping[str, Any]) -> str:
    """`'role=button[name="Save"]' --nth 2`: what `clz pick` has found."""
    words = [found["locator"]]
    if found.get("nth") is not None:
        words += ["--nth", f"{found['nth']:g}"]
    if found.get("frame"):
        words += ["--frame", found["frame"]]
    return " ".join(map(quoted, words))
