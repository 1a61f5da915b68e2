"""Looking at a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.text import reading

if TYPE_CHECKING:
    from clz_core.generated.results import GetAccessibilitySnapshotResult


def _cut(result: GetAccessibilitySnapshotResult, values: Values) -> GetAccessibilitySnapshotResult:
    """Say in the last line what was cut, and how to get it."""
    ways = ["--max-chars N" if "elementsLeft" in result else f"--max-chars {result['chars']}"]
    if not values["interactive"]:
        ways.append("-i")
    ways += ["--find TEXT", "or name a part: clz snapshot TARGET"]
    cut = reading.snapshot_cut(result, ways)
    return {**result, "snapshot": f"{result['snapshot']}\n{cut}".lstrip("\n")} if cut else result


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getAccessibilitySnapshot": CommandHandler(
        after_result=_cut,
    ),
}
