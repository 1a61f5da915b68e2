"""Spreadsheets."""

from __future__ import annotations

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


@WHERE_TABS_ARE_AWAKE
def test_cells_of_a_sheet_are_written_filled_and_emptied(widgets: WidgetPage) -> None:
    sheet = widgets("jspreadsheet")
    sheet.do("dblclick", "Pears")
    sheet.page.call("pressKey", key="Control+a")
    sheet.page.call("pressKey", key="F i g s Enter")
    sheet.becomes([["Apples", "3", "6"], ["Figs", "5", "10"], ["Plums", "8", "16"]])
    sheet.do("click", 'cell "5"')
    sheet.page.call("pressKey", key="9 Enter")
    sheet.becomes([["Apples", "3", "6"], ["Figs", "9", "18"], ["Plums", "8", "16"]])
    sheet.do("click", 'cell "9"')
    sheet.drag("corner", 'cell "8"')
    sheet.becomes([["Apples", "3", "6"], ["Figs", "9", "18"], ["Plums", "10", "20"]])
    sheet.drag("Apples", "Figs")
    sheet.page.call("pressKey", key="Delete")
    sheet.becomes([["", "3", "6"], ["", "9", "18"], ["Plums", "10", "20"]])
