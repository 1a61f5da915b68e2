"""Tabs: who has which, closing and selecting them."""

from __future__ import annotations

from clz_core.contract.commands.shared import CERTIFICATE, CURRENT, POOL, QUEUED, STATUS, TAB, TAB_COUNT, TITLE, URL
from clz_core.contract.registry import Acts, Argument, Command, Field, Flag, Param, Tool

TAB_ENTRY = (
    "{ tabId: integer; windowId: integer; url: string; title: string; status: string; "
    "owner: string; mine: boolean; current: boolean; shared: boolean; popupsRefused?: integer; "
    "emulated?: Record<string, string>; silentMs?: integer }"
)


def _tab_argument(help: str, default: object) -> Param:
    return Argument("tab_id", help, default=default, kind="integer", limits=(0, None))


COMMANDS: tuple[Command, ...] = (
    Command(
        "getTabs",
        "tabs",
        "List the tabs of the pool: yours, and who owns the others.",
        result=(
            Field(
                "tabs",
                f"Array<{TAB_ENTRY}>",
                "One entry for each tab. Only your own tabs have address, title, refused popups, what is emulated "
                "and, if known, for how long the page has not answered.",
            ),
            *POOL,
            QUEUED,
        ),
        rights=(),
        traced=False,
        tool=Tool(first=True, about="Your tabs, and who has the others."),
    ),
    Command(
        "closeTab",
        "tab close",
        "Close a tab of your own.",
        params=(_tab_argument("The tab to close. Default: your current tab.", None),),
        result=(Field("closed", "integer", "The tab that was closed."), CURRENT, TAB_COUNT),
        rights=(),
        tab=True,
        changes=True,
        on_tab=Acts(closes=True, dialog=True, leaves_page=True),
        tool=Tool(first=True, about="Close a tab.", help={"tab_id": ""}),
    ),
    Command(
        "selectTab",
        "tab select",
        "Make one of your tabs the current one, where your commands go.",
        params=(
            Argument("tab_id", "The tab, as listed by `clz tabs`.", kind="integer", limits=(0, None)),
            Flag("foreground", "Show it in its window too."),
        ),
        result=(TAB, URL, TITLE, STATUS, CERTIFICATE),
        rights=(),
        tab=True,
        changes=True,
        on_tab=Acts(dialog=True, leaves_page=True),
        tool=Tool(help={"tab_id": ""}, destructive=False, idempotent=True, open_world=False),
        example={"tabId": 1},
    ),
)
