"""Maps: dragged, zoomed, pressed and drawn on."""

from __future__ import annotations

import pytest

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


@WHERE_TABS_ARE_AWAKE
def test_a_map_is_dragged_zoomed_and_pressed(widgets: WidgetPage) -> None:
    leaflet = widgets("leaflet")
    leaflet.do("click", "path blue")
    leaflet.becomes({"center": [0, 0], "zoom": 0, "pressed": "Westland"})
    leaflet.do("drag", "Harbour", by="50,0")
    leaflet.becomes({"center": [0, 0], "zoom": 0, "pressed": "Harbour at 50"})
    leaflet.do("drag", "cursor=grab", fromPoint="250,200", by="-60,-40")
    leaflet.becomes({"center": [60, -40], "zoom": 0, "pressed": "Harbour at 50"})
    leaflet.do("click", "Zoom in")
    leaflet.becomes({"center": [60, -40], "zoom": 1, "pressed": "Harbour at 50"})
    leaflet.do("mouseWheel", "cursor=grab", delta="0,120")
    leaflet.becomes({"center": [60, -40], "zoom": 0, "pressed": "Harbour at 50"})


@pytest.mark.night
def test_a_line_on_a_map_is_bent_and_another_one_drawn(widgets: WidgetPage) -> None:
    openlayers = widgets("openlayers")
    openlayers.do("drag", "canvas", fromPoint="100,75", by="0,-30")
    bent = [[-200, 0], [-150, 80], [-100, 0]]
    openlayers.becomes({"lines": [bent], "center": [0, 0], "resolution": 1})
    openlayers.do("drag", "canvas", fromPoint="400,200", by="-50,0")
    openlayers.becomes({"lines": [bent], "center": [50, 0], "resolution": 1})
    openlayers.do("click", "Draw a line")
    openlayers.do("click", "canvas", at="350,60")
    openlayers.do("click", "canvas", at="400,160")
    openlayers.do("dblclick", "canvas", at="450,60")
    openlayers.becomes({"lines": [bent, [[150, 65], [200, -35], [250, 65]]], "center": [50, 0], "resolution": 1})
