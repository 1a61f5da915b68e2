"""The outcome of healing a test: its lines with other targets, and what was left as it is."""

from __future__ import annotations

from typing import TypedDict

from clz_core.contract.shapes import JsonObject


class Change(TypedDict):
    """A step with another target. `column` is where that begins in `text`, the line from its first character on."""

    file: str
    line: int
    text: str
    healed: str  # the whole line
    target: str
    proposed: str
    why: str
    others: list[str]  # proposals that were not taken, with what speaks for each


class Healing(TypedDict):
    """One go at a test with other targets.

    `left` says what kept it from passing; it is empty if it passed. `refused` are proposals that have failed.
    """

    passes: bool
    changes: list[Change]
    left: str
    refused: list[str]


def shown(healing: Healing) -> JsonObject:
    """What a result says of it."""
    return {"passes": healing["passes"], "left": healing["left"], "changes": healing["changes"]}
