"""Results as text: what the commands share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_core.contract.limits import FAIR_SHARE_TABS
from clz_core.text.display import quote

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


def element(result: Result) -> str:
    """An element as a selector and its text: `button#send.big "Send"`."""
    name = str(result["tagName"])
    if result.get("id"):
        name += "#" + result["id"]
    name += "".join("." + word for word in result.get("className", "").split()[:3])
    return name + (f" {quote(result['text'])}" if result.get("text") else "")


def fair_share(waiting: float, own: int) -> list[str]:
    """What an agent with many tabs is told while others wait for one."""
    return (
        [f"{waiting} waiting for a tab; give yours up with: clz pool grant"]
        if waiting and own > FAIR_SHARE_TABS
        else []
    )


def page(result: Result) -> str:
    """A page as its address, title and tab."""
    title = f" {quote(result['title'])}" if result.get("title") else ""
    return f"{result['url']}{title} (tab {result['tabId']})"
