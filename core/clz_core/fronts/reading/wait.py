"""Waiting for something on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text.elements import awaited

if TYPE_CHECKING:
    from clz_core.generated.results import WaitForResult


def _waited_text(result: WaitForResult) -> str:
    return f"found after {result['elapsed']:.0f} ms on {result['url']}{awaited(result)}"


VIEWS = {
    "waitFor": View(
        lambda facts: f"There after {facts['elapsed']:.0f} ms.",
        lambda result: f"{result['url']}{awaited(result)}",
        text=_waited_text,
    )
}
