"""Tabs: who has which, closing and selecting them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.output.text import fair_share, page
from clz_core.text.elements import own_tab

if TYPE_CHECKING:
    from clz_core.contract.results import GetTabsResult


def _tabs(result: GetTabsResult) -> str:
    lines = []
    for tab in result["tabs"]:
        mark = "*" if tab["current"] else " "
        what = own_tab(tab) if tab["mine"] else f"(of {tab['owner']})"
        lines.append(f"{mark} {tab['tabId']}  {what}")
    lines.append(f"{result['tabCount']} of {result['maxTabs']} tabs")
    own = sum(tab["mine"] and not tab["shared"] for tab in result["tabs"])
    return "\n".join([*lines, *fair_share(result["waiting"], own)])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getTabs": CommandHandler(render=_tabs),
    "closeTab": CommandHandler(render=lambda result: f"closed tab {result['closed']}"),
    "selectTab": CommandHandler(render=lambda result: f"current tab: {page(result)}"),
}
