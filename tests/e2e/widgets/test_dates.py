"""Days and times that are picked from what opens below a field."""

from __future__ import annotations

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


def test_a_day_and_an_hour_are_picked(widgets: WidgetPage) -> None:
    picker = widgets("flatpickr")
    picker.do("click", "Day of the party")
    calendar = picker.within(".flatpickr-calendar.open")
    calendar.do("click", "next month")
    calendar.do("click", "June 9, 2025")
    calendar.do("fill", "Hour", text="7")
    calendar.do("pressKey", "Hour", key="Enter")
    picker.becomes({"open": False, "day": "2025-06-09 07:00"})


def test_a_range_of_days_is_picked(widgets: WidgetPage) -> None:
    picker = widgets("datepicker")
    calendar = picker.within(".datepicker.active")
    for field, day in (("Departure", "25"), ("Arrival", "3")):
        picker.do("click", field)
        calendar.do("click", "»")
        calendar.do("click", f'"{day}"')
    picker.becomes(["2025-04-03", "2025-04-25"])


@WHERE_TABS_ARE_AWAKE
def test_a_time_is_picked_on_the_face_of_a_clock(widgets: WidgetPage) -> None:
    picker = widgets("timepicker")
    picker.do("click", "Wake up at")
    clock = picker.within(".tp-ui-modal")
    clock.do("click", '"9"')
    # The clock takes no press while its hand turns.
    picker.page.call("waitFor", target=".tp-ui-tips-animation", gone=True)
    clock.do("click", '"40"')
    clock.do("click", "OK")
    picker.becomes("09:40")
