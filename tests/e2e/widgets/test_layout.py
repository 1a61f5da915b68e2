"""What is laid out by hand: carousels, panes and tiles."""

from __future__ import annotations

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


@WHERE_TABS_ARE_AWAKE
def test_a_carousel_is_pulled_to_its_next_slide(widgets: WidgetPage) -> None:
    carousel = widgets("swiper")
    carousel.do("click", "Next slide")
    carousel.becomes(1)
    carousel.do("click", "Go to slide 4")
    carousel.becomes(3)
    carousel.do("drag", "Four", by="250,0")
    carousel.becomes(2)


def test_panes_are_resized_by_the_bar_between_them(widgets: WidgetPage) -> None:
    panes = widgets("split")
    panes.do("drag", "gutter", by="-120,0")
    panes.becomes([30, 70])


def test_tiles_are_dragged_and_resized_on_a_grid(widgets: WidgetPage) -> None:
    tiles = widgets("gridstack")
    tiles.do("drag", "handle", by="0,60")
    tiles.becomes([["News", 0, 0, 2, 3], ["Mail", 2, 0, 2, 2], ["Notes", 4, 0, 2, 2]])
    tiles.do("drag", "Notes", by="-200,0")
    tiles.becomes([["News", 0, 0, 2, 3], ["Mail", 4, 0, 2, 2], ["Notes", 2, 0, 2, 2]])
