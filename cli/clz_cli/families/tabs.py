"""Tabs: who has which, closing and selecting them."""

from __future__ import annotations

from clz_cli.text import Result, page


def _tabs(result: Result) -> str:
    lines = []
    for tab in result["tabs"]:
        mark = "*" if tab["current"] else " "
        what = f'{tab["url"]} "{tab["title"]}"' if tab["mine"] else f"(of {tab['owner']})"
        lines.append(f"{mark} {tab['tabId']}  {what}")
    return "\n".join([*lines, f"{result['tabCount']} of {result['maxTabs']} tabs"])


RENDER = {
    "getTabs": _tabs,
    "closeTab": lambda result: f"closed tab {result['closed']}",
    "selectTab": lambda result: f"current tab: {page(result)}",
}
