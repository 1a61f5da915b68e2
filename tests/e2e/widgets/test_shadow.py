"""Web components, with shadow roots in shadow roots."""

from __future__ import annotations

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


@WHERE_TABS_ARE_AWAKE
def test_components_with_shadow_roots_are_used_like_fields(widgets: WidgetPage) -> None:
    form = widgets("shoelace")
    held = form.holds()
    form.do("click", "Drink")
    form.do("click", "Coffee")
    form.becomes(held := {**held, "drink": "coffee"})
    form.do("fill", "Volume", text="65")
    form.becomes(held := {**held, "volume": 65})
    form.do("check", "Loud")
    form.becomes(held := {**held, "loud": True})
    form.do("click", "Rename")
    form.becomes(held := {**held, "open": True})
    form.do("type", 'textbox "Name"', text="Ada")
    form.do("click", "Done")
    form.becomes({**held, "name": "Ada", "open": False})


def test_a_long_list_in_a_shadow_root_is_filtered_and_chosen_from(widgets: WidgetPage) -> None:
    form = widgets("vaadin")
    form.do("type", 'combobox "City"', text="City 17")
    form.page.call("waitFor", target='role=option[name="City 172"]')
    form.do("click", "City 172")
    form.becomes({**form.holds(), "city": "City 172"})


@WHERE_TABS_ARE_AWAKE
def test_a_day_is_chosen_from_a_calendar_in_a_shadow_root(widgets: WidgetPage) -> None:
    form = widgets("vaadin")
    form.do("click", 'combobox "Day"')
    form.page.call("waitFor", target="role=gridcell[name=/^12 March 2026|March 12/]")
    form.do("click", "12 March 2026")
    form.becomes({**form.holds(), "day": "2026-03-12"})
