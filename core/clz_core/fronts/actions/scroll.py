"""Scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.acting import acted, advised, followed, trust
from clz_core.fronts.view import Result, View, Words
from clz_core.text.elements import effects, scrolled

if TYPE_CHECKING:
    from clz_core.generated.results import ScrollResult


def _scrolled(result: ScrollResult, say: Words) -> str:
    return "\n".join([scrolled(result), *effects(result, say)])


def _scrolled_text(result: Result) -> str:
    if "position" not in result:  # the page asked something before it could be said
        return acted("scrolled to")(result)
    return f"{scrolled(result)}{followed(result)}"


def views(say: Words) -> dict[str, View]:
    return {
        "scroll": View(
            lambda facts: f"Scroll: done{trust(facts)}.",
            lambda result: _scrolled(result, say),
            lambda facts: advised(facts, say),
            text=_scrolled_text,
        )
    }
