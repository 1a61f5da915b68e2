"""Results as text where no view says how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Result = Mapping[str, Any]  # of which some fields are looked for: those of several commands, or a part of one's


def plain(result: Result) -> str:
    """One `name: value` line a field."""
    return "\n".join(f"{name}: {_value(value)}" for name, value in result.items())


def _value(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
