"""Expressions in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text import reading
from clz_core.text.reading import evaluated

if TYPE_CHECKING:
    from clz_core.generated.results import EvaluateResult


def _value_text(result: EvaluateResult) -> str:
    return evaluated(result, indent=2) + ("\n… cut; more: --max-length N" if result["truncated"] else "")


VIEWS = {
    "evaluate": View(
        lambda facts: f"{facts['type'] or 'A value'}.",
        reading.evaluated,
        lambda facts: "Something was left out for its size; more: `maxLength`." if facts["truncated"] else "",
        text=_value_text,
    )
}
