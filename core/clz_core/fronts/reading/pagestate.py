"""Page states: printed as lists, compared from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View, Words
from clz_core.text import reading
from clz_core.text.page_state import page_state
from clz_core.text.reading import page_changes

if TYPE_CHECKING:
    from clz_core.generated.results import DiffPageStateResult


def _diff_text(result: DiffPageStateResult) -> str:
    return "no difference" if result["same"] else page_changes(result)


def views(say: Words) -> dict[str, View]:
    return {
        "getPageState": View(
            lambda facts: f"Tab {facts['tabId']}:", lambda result: page_state(result, say), text=page_state
        ),
        "diffPageState": View(
            lambda facts: "No difference." if facts["same"] else "Differences:",
            lambda result: "" if result["same"] else reading.page_changes(result),
            text=_diff_text,
        ),
    }
