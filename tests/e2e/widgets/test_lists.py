"""Lists that are sorted by hand."""

from __future__ import annotations

import pytest

from tests.support.widgets import WidgetPage


def test_a_list_is_sorted_by_dragging(widgets: WidgetPage) -> None:
    sortable = widgets("sortable")
    before = sortable.holds()
    sortable.drag("Anna", "Carl")
    moved = [name for name in before if name != "Anna"]
    moved.insert(before.index("Carl"), "Anna")
    sortable.becomes(moved)


@pytest.mark.night
def test_a_card_is_carried_to_another_column(widgets: WidgetPage) -> None:
    board = widgets("board")
    assert board.drag("Sweep", "Done")["kind"] == "html5"
    board.becomes({"Planned": ["Paint"], "Done": ["Dig", "Sweep"]})
    board.drag("Sweep", "Planned")
    board.becomes({"Planned": ["Paint", "Sweep"], "Done": ["Dig"]})


def test_a_list_that_moves_aside_is_sorted_with_the_mouse_and_with_keys(widgets: WidgetPage) -> None:
    tasks = widgets("dndkit")
    tasks.drag("Wash", "Fold")
    tasks.becomes(["Iron", "Fold", "Wash", "Store"])
    for key, told in (
        ("Space", "Iron was moved over droppable area Iron"),
        ("ArrowDown", "Iron was moved over droppable area Fold"),
    ):
        tasks.do("pressKey", '"Iron"', key=key)
        tasks.page.call("waitFor", text=told)
    tasks.do("pressKey", '"Iron"', key="Space")
    tasks.becomes(["Fold", "Iron", "Wash", "Store"])


def test_a_row_far_down_a_list_that_is_never_whole_is_pressed(widgets: WidgetPage) -> None:
    rows = widgets("virtual")
    rows.do("scroll", "Row 0", untilText="Row 4000", by="0,6000")
    rows.do("click", "Row 4000")
    rows.becomes([4000])
