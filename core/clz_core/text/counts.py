"""Numbers of things in words."""

from __future__ import annotations


def counted(number: float, thing: str) -> str:
    """`1 tab`, `2 tabs`, `1,200 tabs`: for things whose plural has an s."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
