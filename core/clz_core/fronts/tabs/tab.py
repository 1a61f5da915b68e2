"""Tabs: who has which, closing and selecting them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text.elements import address, own_tab, page
from clz_core.text.pool import give_up

if TYPE_CHECKING:
    from clz_core.generated.results import CloseTabResult, GetTabsResult


def _tabs(facts: GetTabsResult) -> str:
    mine = any(tab["mine"] for tab in facts["tabs"])
    return f"{facts['tabCount']} of {facts['maxTabs']} tabs. {'Yours:' if mine else 'None is yours.'}"


def _own_tabs(result: GetTabsResult) -> str:
    own = [tab for tab in result["tabs"] if tab["mine"]]
    return "\n".join(f"{tab['tabId']}{' (current)' if tab['current'] else ''} {own_tab(tab)}" for tab in own)


def _others(facts: GetTabsResult) -> str:
    counts = Counter(tab["owner"] for tab in facts["tabs"] if not tab["mine"])
    return ", ".join(f"{owner} has {count}" for owner, count in counts.items())


def _closed(facts: CloseTabResult) -> str:
    left = facts.get("current")
    rest = "You have no tab left." if left is None else f"Your current tab is {left} now."
    return f"Closed tab {facts['closed']}. {rest}"


def _tabs_text(result: GetTabsResult) -> str:
    lines = []
    for tab in result["tabs"]:
        mark = "*" if tab["current"] else " "
        what = own_tab(tab) if tab["mine"] else f"(of {tab['owner']})"
        lines.append(f"{mark} {tab['tabId']}  {what}")
    lines.append(f"{result['tabCount']} of {result['maxTabs']} tabs")
    own = sum(tab["mine"] and not tab["shared"] for tab in result["tabs"])
    return "\n".join([*lines, *give_up(result["waiting"], own)])


VIEWS = {
    "getTabs": View(_tabs, _own_tabs, _others, text=_tabs_text),
    "closeTab": View(_closed, text=lambda result: f"closed tab {result['closed']}"),
    "selectTab": View(
        lambda facts: f"Your current tab is {facts['tabId']} now:",
        address,
        text=lambda result: f"current tab: {page(result)}",
    ),
}
