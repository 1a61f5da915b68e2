"""Looking at a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text import reading
from clz_core.text.elements import address

if TYPE_CHECKING:
    from clz_core.generated.results import GetAccessibilitySnapshotResult


def _snapshot(facts: GetAccessibilitySnapshotResult) -> str:
    if facts["diff"]:
        head = f"Changes in tab {facts['tabId']} {reading.compared(facts)}"
        return head + (":" if facts["lines"] else ": none.")
    why = reading.NOT_COMPARED.get(facts.get("since", ""), "")
    return f"{why[:1].upper()}{why[1:]}. Tab {facts['tabId']}:" if why else f"Tab {facts['tabId']}:"


def _snapshot_cut(facts: GetAccessibilitySnapshotResult) -> str:
    return reading.snapshot_cut(facts, ("`maxChars`", "`interactive`", "`find`", "or a `target`"))


def _snapshot_text(result: GetAccessibilitySnapshotResult) -> str:
    if result["diff"]:
        since = reading.compared(result)
        return f"changes {since}:\n{result['snapshot']}" if result["lines"] else f"no changes {since}"
    why = f"{reading.NOT_COMPARED[result['since']]}:\n" if result.get("since") in reading.NOT_COMPARED else ""
    return why + (reading.snapshot(result, "--boxes") or "nothing to show")


VIEWS = {
    "getAccessibilitySnapshot": View(
        _snapshot,
        lambda result: f"{address(result)}\n{reading.snapshot(result, '`boxes`')}".rstrip(),
        _snapshot_cut,
        text=_snapshot_text,
    )
}
