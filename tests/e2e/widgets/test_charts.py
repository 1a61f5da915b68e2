"""Charts and diagrams."""

from __future__ import annotations

import pytest

from tests.support.waiting import until
from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


@WHERE_TABS_ARE_AWAKE
def test_a_chart_tells_what_is_under_the_mouse_and_zooms(widgets: WidgetPage) -> None:
    chart = widgets("chart")
    chart.do("hover", "Sales", at="205,200")
    until(lambda: chart.holds()["hovered"] == [["Coffee", "Tue"]])
    chart.do("click", "Sales", at="215,18")
    until(lambda: chart.holds()["shown"] == ["Coffee"])
    chart.do("drag", "Sales", fromPoint="160,120", by="200,0")
    until(lambda: chart.holds()["days"] == ["Tue", "Wed"])


@pytest.mark.night
def test_nodes_of_a_diagram_are_connected_by_their_handles(widgets: WidgetPage) -> None:
    flow = widgets("flow")
    flow.drag("flow handle bottom", "flow handle top")
    places = [["in", 20, 20], ["mid", 250, 120], ["out", 20, 220]]
    flow.becomes({"places": places, "edges": ["in to mid"]})
    flow.drag("flow handle bottom", "flow handle top", nth=1)
    flow.becomes({"places": places, "edges": ["in to mid", "mid to out"]})
    flow.do("drag", "Filter", by="100,-60")
    moved = [["in", 20, 20], ["mid", 350, 60], ["out", 20, 220]]
    flow.becomes({"places": moved, "edges": ["in to mid", "mid to out"]})
