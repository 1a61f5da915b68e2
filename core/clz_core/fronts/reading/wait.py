"""Waiting for something on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View, Words
from clz_core.text.elements import on_the_way

if TYPE_CHECKING:
    from clz_core.generated.results import WaitForResult


def _waited_text(result: WaitForResult) -> str:
    return f"found{on_the_way(result)}"


def views(say: Words) -> dict[str, View]:
    def page(result: WaitForResult) -> str:
        return on_the_way(result, say).strip("\n")

    return {"waitFor": View(lambda _: "There.", page, text=_waited_text)}
