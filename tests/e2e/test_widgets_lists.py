"""Lists that are sorted by hand."""

from __future__ import annotations

from tests.support.widgets import WidgetPage


def test_a_list_is_sorted_by_dragging(widgets: WidgetPage) -> None:
    sortable = widgets("sortable")
    before = sortable.holds()
    sortable.do("drag", "Anna", to=sortable.ref("Carl"))
    moved = [name for name in before if name != "Anna"]
    moved.insert(before.index("Carl"), "Anna")
    sortable.becomes(moved)
