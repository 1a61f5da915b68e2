"""Canvases, and what is cut out of pictures."""

from __future__ import annotations

import pytest

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


def test_a_signature_is_drawn_and_wiped_away(widgets: WidgetPage) -> None:
    pad = widgets("signature-pad")
    pad.do("drag", "canvas", fromPoint="20,20", path="60,80 120,30")
    pad.do("drag", "canvas", fromPoint="40,90", path="200,90")
    pad.becomes([[[20, 20], [120, 30]], [[40, 90], [200, 90]]])
    pad.do("click", "Clear")
    pad.becomes([])


@pytest.mark.night
def test_a_shape_on_a_canvas_is_moved_and_resized_by_its_handles(widgets: WidgetPage) -> None:
    drawing = widgets("konva")
    drawing.do("drag", "canvas", fromPoint="90,70", by="30,20")
    drawing.becomes({"x": 70, "y": 60, "width": 100, "height": 60})
    drawing.do("drag", "canvas", fromPoint="170,120", by="40,30")
    drawing.becomes({"x": 70, "y": 60, "width": 140, "height": 90})


@WHERE_TABS_ARE_AWAKE
def test_what_a_picture_is_cut_to_is_moved_and_resized(widgets: WidgetPage) -> None:
    cropper = widgets("cropper")
    x, y, width, height = cropper.holds()
    cropper.do("drag", '"move"', by="-30,10")
    cropper.becomes([x - 30, y + 10, width, height])
    cropper.do("drag", '"se resize"', by="50,20")
    cropper.becomes([x - 30, y + 10, width + 50, height + 20])
