"""Calendars and plans, moved and stretched by the mouse."""

from __future__ import annotations

from tests.support.widgets import WidgetPage


def test_events_of_a_calendar_are_moved_and_days_selected(widgets: WidgetPage) -> None:
    calendar = widgets("fullcalendar")
    launch = ["Launch", "2026-03-10", "2026-03-12"]
    moved = ["Review", "2026-03-25T10:00:00Z", "2026-03-25T11:00:00Z"]
    calendar.drag("Review", 'gridcell "March 25')
    calendar.becomes({"events": [launch, moved], "selected": [], "view": "dayGridMonth"})
    calendar.drag('gridcell "March 3,', 'gridcell "March 5,')
    selected = ["2026-03-03", "2026-03-06"]
    calendar.becomes({"events": [launch, moved], "selected": selected, "view": "dayGridMonth"})
    calendar.do("click", '"week"')
    calendar.becomes({"events": [launch, moved], "selected": selected, "view": "timeGridWeek"})
    calendar.do("click", '"month"')
    calendar.becomes({"events": [launch, moved], "selected": selected, "view": "dayGridMonth"})


def test_tasks_of_a_gantt_chart_are_moved_and_stretched(widgets: WidgetPage) -> None:
    gantt = widgets("gantt")
    gantt.do("drag", "Build", by="80,0")
    gantt.becomes([["Plan", 3, 6, 50], ["Build", 11, 17, 20]])
