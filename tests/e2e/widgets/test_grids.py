"""Tables and trees whose cells are edited, sorted and dragged."""

from __future__ import annotations

import pytest

from tests.support.waiting import until
from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


@WHERE_TABS_ARE_AWAKE
def test_cells_are_edited_as_their_columns_have_it(widgets: WidgetPage) -> None:
    table = widgets("tabulator")
    table.do("click", '"Anna"')
    table.do("fill", "textbox", text="Ada")
    table.do("pressKey", "textbox", key="Enter")
    table.do("click", '"Oslo"')
    table.within("body > .tabulator-edit-list").do("click", "Bern")
    table.do("click", '~"Paid"')
    table.do("check", 'checkbox ~"Paid"')
    held = {tuple(row) for row in table.holds()["rows"]}
    assert held == {("Ada", "Rome", 30, True), ("Bert", "Bern", 10, False), ("Carl", "Bern", 20, False)}


@pytest.mark.night
def test_columns_are_sorted_moved_and_made_wider(widgets: WidgetPage) -> None:
    table = widgets("tabulator")
    table.do("click", 'columnheader "Points"')
    table.do("drag", "resize handle", by="40,0")
    table.drag('columnheader "Name"', 'columnheader "Points"')
    held = table.holds()
    assert [row[2] for row in held["rows"]] == [10, 20, 30]
    assert held["columns"] == [["town", 160], ["points", 160], ["name", 200], ["paid", 160]]


def test_a_grid_is_edited_filtered_and_selected(widgets: WidgetPage) -> None:
    grid = widgets("aggrid")
    grid.do("dblclick", '"Rome"')
    grid.do("fill", "textbox", text="Riga")
    grid.do("pressKey", "textbox", key="Enter")
    grid.do("dblclick", '"2"')
    grid.do("click", "combobox")
    grid.do("click", 'option "3"')
    grid.do("check", "checkbox", nth=2)
    grid.do("click", "header filter")
    grid.do("type", "Filter Value", text="o")
    until(lambda: grid.holds()["rows"] == [["Bert", "Oslo", 3]])
    grid.do("click", "Clear")
    until(lambda: len(grid.holds()["rows"]) == 3)
    assert grid.holds()["selected"] == ["Bert"]
    grid.do("pressKey", "Filter Value", key="Escape")


def test_rows_of_a_grid_are_dragged_and_columns_made_wider(widgets: WidgetPage) -> None:
    grid = widgets("aggrid")
    grid.drag("drag handle in Anna", '"Carl"')
    until(lambda: [name for name, *_ in grid.holds()["rows"]] == ["Bert", "Carl", "Anna"])
    grid.do("drag", "header resize in Name", by="40,0")
    assert grid.holds()["columns"] == [["name", 220], ["town", 180], ["points", 180]]


@pytest.mark.night
def test_a_tree_is_opened_ticked_renamed_and_rearranged(widgets: WidgetPage) -> None:
    tree = widgets("wunderbaum")
    tree.do("click", "expander in Plants")
    tree.do("click", "checkbox in Fern")
    tree.drag('"Moss"', '"Rocks"')
    tree.do("click", '"Fern"')
    tree.page.call("pressKey", key="F2")
    tree.do("fill", "textbox", text="Bracken")
    tree.do("pressKey", "textbox", key="Enter")
    tree.becomes(
        {
            "tree": [["Plants", "Bracken"], ["Beasts", "Fox", "Owl"], ["Rocks", "Flint", "Moss"]],
            "opened": ["Plants"],
            "ticked": ["Bracken"],
        }
    )
