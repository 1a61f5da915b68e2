"""What opens above the page: menus, dialogs, hints."""

from __future__ import annotations

import pytest

from tests.support.widgets import WidgetPage


@pytest.mark.night
def test_a_menu_opens_menus_beside_it_under_the_mouse(widgets: WidgetPage) -> None:
    menus = widgets("menubar")
    menus.do("click", "File")
    opened = menus.within("body")
    opened.do("hover", "Export as")
    opened.do("hover", "Picture")
    opened.do("click", "SVG")
    menus.becomes("svg")


def test_the_menu_of_the_right_button(widgets: WidgetPage) -> None:
    photo = widgets("contextmenu")
    opened = photo.within("body")
    photo.do("click", "The photo", button="right")
    opened.do("check", "Show the grid")
    photo.do("click", "The photo", button="right")
    opened.do("hover", "Share the photo")
    opened.do("click", "By link")
    photo.becomes({"chosen": "link", "grid": True})


def test_a_dialog_keeps_the_focus_until_it_is_closed(widgets: WidgetPage) -> None:
    profile = widgets("dialog")
    profile.do("click", "Edit the profile")
    dialog = profile.within("[role=dialog]")
    dialog.do("fill", "Name", text="Berta")
    dialog.do("pressKey", "Name", key="Tab Tab Tab")
    profile.becomes({"open": True, "name": "Berta"})
    dialog.do("pressKey", "Keep it", key="Escape")
    profile.becomes({"open": False, "name": "Berta"})


def test_a_hint_stays_while_the_mouse_goes_into_it(widgets: WidgetPage) -> None:
    places = widgets("tippy")
    places.do("hover", "Airport")
    places.becomes({"open": ["Airport"], "liked": []})
    places.within("body").do("click", "Like the airport")
    places.becomes({"open": ["Airport"], "liked": ["Airport"]})
    places.do("hover", "Harbour")
    places.becomes({"open": ["Harbour"], "liked": ["Airport"]})
