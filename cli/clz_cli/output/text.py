"""Results as text: what the commands share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_core.contract.limits import FAIR_SHARE_TABS
from clz_core.text.elements import address, awaited

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


def fair_share(waiting: float, own: int) -> list[str]:
    """What an agent with many tabs is told while others wait for one."""
    return (
        [f"{waiting} waiting for a tab; give yours up with: clz pool grant"]
        if waiting and own > FAIR_SHARE_TABS
        else []
    )


def page(result: Result) -> str:
    """A page as its address, title and tab, and what was waited for on the way there."""
    return f"{address(result)} (tab {result['tabId']}){awaited(result)}"
