"""Measuring a page: its Web Vitals, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View

if TYPE_CHECKING:
    from clz_core.generated.results import GetVitalsResult, GetVitalsVitals


def line(vital: GetVitalsVitals) -> str:
    """`LCP  694 ms  good  h1`, or why there is none: `CLS  -  not measured by Firefox`."""
    value, rating = vital["value"], vital["rating"]
    if value is None or rating is None:
        return f"{vital['name']:<4}  -  {vital['note']}"
    element = f"  {vital['element']}" if vital["element"] else ""
    figure = f"{value:g} {vital['unit']}".strip()
    return f"{vital['name']:<4}  {figure}  {rating.replace('-', ' ')}{element}"


def _lines(result: GetVitalsResult) -> str:
    return "\n".join(map(line, result["vitals"]))


VIEWS = {"getVitals": View(lambda facts: f"Web Vitals of tab {facts['tabId']}:", _lines, text=_lines)}
