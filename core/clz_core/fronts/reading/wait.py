"""Waiting for something on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text.elements import awaited

if TYPE_CHECKING:
    from clz_core.generated.results import WaitForResult


def _waited_text(result: WaitForResult) -> str:
    return f"found{awaited(result)}"


VIEWS = {
    "waitFor": View(
        lambda _: "There.",
        lambda result: awaited(result).strip("\n"),
        text=_waited_text,
    )
}
