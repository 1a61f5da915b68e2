"""Values that are set by where the mouse is: colours, ranges, stars."""

from __future__ import annotations

from textwrap import wrap

import pytest

from tests.support.waiting import until
from tests.support.widgets import WidgetPage


@pytest.mark.night
def test_a_colour_is_mixed(widgets: WidgetPage) -> None:
    paint = widgets("coloris")
    paint.do("click", "textbox")
    mixer = paint.within("#clr-picker")
    mixer.do("click", "#e76f51")
    paint.becomes("#e76f51")
    mixer.do("fill", "Hue", text="120")
    paint.becomes("#51e851")
    mixer.do("drag", "Saturation", by="-200,0")
    until(lambda: len(set(wrap(paint.holds()[1:], 2))) == 1)
    mixer.do("click", "Close")


def test_both_thumbs_of_a_range_are_dragged(widgets: WidgetPage) -> None:
    price = widgets("nouislider")
    price.do("drag", "Lowest", by="40,0")
    price.becomes([30, 80])
    price.do("drag", "Highest", by="-80,0")
    price.becomes([30, 60])
    price.do("pressKey", "Lowest", key="ArrowRight ArrowRight")
    price.becomes([32, 60])


def test_half_a_star_is_given(widgets: WidgetPage) -> None:
    stars = widgets("rater")
    stars.do("click", "star", at="40,16")
    stars.becomes(1.5)
    stars.do("click", "star", at="150,16")
    stars.becomes(5)
