"""Widgets in a frame of another origin."""

from __future__ import annotations

from tests.support.widgets import WidgetPage


def test_widgets_in_a_frame_of_another_origin_are_driven_like_others(widgets: WidgetPage) -> None:
    frame = widgets("frame")
    frame.drag("Bert", "Dora")
    frame.becomes(["Anna", "Carl", "Dora", "Bert"])
    frame.do("drag", "gutter", by="-120,0")
    frame.becomes([30, 70])
    frame.do("click", "Drink")
    frame.do("click", "Tea")
    frame.becomes({"drink": "tea", "volume": 20, "stars": 0, "loud": False, "name": "", "open": False})
