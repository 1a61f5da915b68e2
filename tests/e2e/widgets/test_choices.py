"""Fields that are filled by choosing from what they propose."""

from __future__ import annotations

from tests.support.waiting import until
from tests.support.widgets import MANAGED, WHERE_TABS_ARE_AWAKE, WidgetPage


def test_a_list_is_narrowed_by_typing(widgets: WidgetPage) -> None:
    capital = widgets("tomselect")
    capital.do("type", "Capital", text="lon")
    until(lambda: not any("Berlin" in line for line in capital.lines()))
    capital.do("click", "London")
    capital.becomes("London")
    capital.do("type", "Capital", text="Cairo")
    until(lambda: not any("London" in line for line in capital.lines()))
    capital.do("click", "Add Cairo")
    capital.becomes("Cairo")


@WHERE_TABS_ARE_AWAKE
def test_several_are_chosen_and_one_is_given_up(widgets: WidgetPage) -> None:
    fruits = widgets("reactselect")
    fruits.do("click", "Fruits")
    fruits.do("click", "Cherry")
    fruits.do("type", "Fruits", text="ban")
    fruits.do("pressKey", "Fruits", key="Enter")
    fruits.becomes(["Apple", "Cherry", "Banana"])
    fruits.do("click", "Remove Cherry")
    fruits.becomes(["Apple", "Banana"])


@MANAGED
def test_tags_are_added_changed_and_taken_away(widgets: WidgetPage) -> None:
    topics = widgets("tagify")
    topics.do("type", "Tags input field", text="bla")
    topics.within("body > .tagify__dropdown").do("click", "black")
    topics.becomes(["red", "green", "black"])
    topics.do("dblclick", '"green"')
    topics.do("fill", "textbox", text="teal")
    topics.do("pressKey", "textbox", key="Enter")
    topics.do("click", "remove tag")
    topics.becomes(["teal", "black"])


@WHERE_TABS_ARE_AWAKE
def test_a_list_in_the_place_of_a_field_has_its_label(widgets: WidgetPage) -> None:
    places = widgets("choices")
    assert not any("options:" in line for line in places.lines())
    places.page.call("select", target="#country", values=["Italy"])
    places.becomes(["Italy", []])
    places.do("click", 'combobox ~"Country"')
    places.do("type", 'searchbox "Choose"', text="gre")
    places.do("click", 'option "Greece')
    places.becomes(["Greece", []])
    places.page.call("type", target="label=Berries", text="cloud")
    places.page.call("click", target="role=option[name=Cloudberry]")
    places.becomes(["Greece", ["Cloudberry"]])
    places.do("click", 'button "Remove item: Cloudberry"')
    places.becomes(["Greece", []])
