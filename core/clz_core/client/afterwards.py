"""What a page shows after a command: `then`, for all fronts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clz_core.contract.errors import ClzError
from clz_core.contract.limits import REST_MS
from clz_core.journal.evidence import Ask
from clz_core.text.snapshots.diffs import short_changes

if TYPE_CHECKING:
    from clz_core.journal.notes import Flow


def look_of(then: str | None, result: Mapping[str, Any]) -> str | None:
    """How to show the page after a command: as was asked, and what changed of one that stayed when a form was sent."""
    sent = {"fields", "clicked"} <= result.keys() and not {"navigated", "openedTab", "dialog"} & result.keys()
    return "diff" if then is None and sent else then


def page_after(result: Mapping[str, Any], then: str) -> Flow:
    """Wait until the page of a result has come to rest, or for REST_MS, and take its snapshot. Raises: ClzError.

    A client carries it out. It leaves no entry in a journal: nobody asked for it by itself.
    """
    tab = {"tabId": result["tabId"]} if isinstance(result.get("tabId"), int) else {}
    try:
        yield Ask("waitFor", {**tab, "load": "rest", "waitMs": REST_MS})
    except ClzError:
        pass  # it is shown as it is
    how = {"diff": then == "diff", "interactive": then == "interactive"}
    page = yield Ask("getAccessibilitySnapshot", {**tab, **how})
    if not page["diff"] or page["truncated"]:
        return page
    held = {field["target"].removeprefix("@"): field["currentValue"] for field in result.get("fields", [])}
    changes = short_changes(page["snapshot"], held)
    lines = len(changes.splitlines())
    return {**page, "snapshot": changes, "lines": lines, "shown": lines, "chars": len(changes)}
