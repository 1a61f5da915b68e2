import { Calendar } from "@fullcalendar/core";
import dayGrid from "@fullcalendar/daygrid";
import interaction from "@fullcalendar/interaction";
import timeGrid from "@fullcalendar/timegrid";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = "<div></div>";
  let selected: string[] = [];
  const tell = (): void =>
    say({
      events: calendar.getEvents().map(({ title, startStr, endStr }) => [title, startStr, endStr]),
      selected,
      view: calendar.view.type,
    });
  const calendar = new Calendar(stage.firstElementChild as HTMLElement, {
    plugins: [dayGrid, timeGrid, interaction],
    initialView: "dayGridMonth",
    initialDate: "2026-03-01",
    headerToolbar: { left: "prev,next", center: "title", right: "dayGridMonth,timeGridWeek" },
    height: 500,
    timeZone: "UTC",
    slotMinTime: "08:00",
    slotMaxTime: "16:00",
    editable: true,
    selectable: true,
    events: [
      { title: "Launch", start: "2026-03-10", end: "2026-03-12" },
      { title: "Review", start: "2026-03-18T10:00:00Z", end: "2026-03-18T11:00:00Z" },
    ],
    eventChange: tell,
    datesSet: () => queueMicrotask(tell),
    select: ({ startStr, endStr }) => {
      selected = [startStr, endStr];
      tell();
    },
  });
  calendar.render();
  tell();
};
