"""Which tab a call is for, where several conversations may share one server.

Claude Code's subagents all use one connection, and no call says which one it is from. Calls alone cannot tell two
conversations from one that has opened two pages. So a call may leave `tabId` out only as long as it can mean one tab:
once a second one has been opened by `firefox_open`, or is being opened, each call must name its own. A call that does
not is answered with the candidates, until all but one of those tabs are closed. Tabs that a page opens are not
candidates: they belong to the conversation that has that page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from clz_core.contract.errors import error
from clz_core.contract.limits import FAIR_SHARE_TABS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params
from clz_core.text.elements import own_tab

if TYPE_CHECKING:
    from clz_core.generated.results import GetTabsResult

GetTabs = Callable[[], Awaitable[Mapping[str, Any]]]


class OpenedTabs:
    """The tabs that `firefox_open` has opened and that are still there."""

    def __init__(self, get_tabs: GetTabs) -> None:
        self._get_tabs = get_tabs
        self._opened: set[int] = set()
        self._opening = 0
        self._held: set[int] = set()  # those that pages have opened, too

    @contextmanager
    def during(self, command: Command) -> Iterator[None]:
        """While a tab is being opened nobody can say which one is current."""
        self._opening += command.on_tab.opens
        try:
            yield
        finally:
            self._opening -= command.on_tab.opens

    @property
    def many(self) -> bool:
        """True if enough are held that one should be given up while others wait."""
        return len(self._opened | self._held) > FAIR_SHARE_TABS

    def note(self, command: Command, result: Mapping[str, Any]) -> None:
        """Learn from a result which tabs there are."""
        if command.on_tab.opens:
            self._opened.add(result["tabId"])
        self._held |= {result["openedTab"]} if "openedTab" in result else set()
        for gone in (result.get("closed"), result.get("closedOldestTab"), result.get("closedTabId")):
            closed = set(gone) if isinstance(gone, list) else {gone}
            self._opened -= closed
            self._held -= closed

    async def check(self, command: Command, params: Params) -> None:
        """Raises: AMBIGUOUS_TAB for a call that may mean one of several tabs."""
        takes_tab = any(param.name == "tab_id" for param in command.wire_params)
        if not takes_tab or "tabId" in params or len(self._opened) + self._opening < 2:
            return
        tabs = [tab for tab in cast("GetTabsResult", await self._get_tabs())["tabs"] if tab["mine"]]
        self._opened &= {tab["tabId"] for tab in tabs}
        if len(self._opened) + self._opening < 2:
            return
        raise error(
            "AMBIGUOUS_TAB",
            f"{len(tabs) + self._opening} tabs are open, and this call does not say which one it is for.",
            tabs=[f"tabId {tab['tabId']}: {own_tab(tab)}" for tab in tabs]
            + ["one that is being opened"] * self._opening,
        )
