import Gantt from "frappe-gantt";
import type { Widget } from "../widget";

const day = (date: Date): number => date.getDate();

export const widget: Widget = (stage, say) => {
  stage.innerHTML = "<svg></svg>";
  const tell = (): void =>
    say(gantt.tasks.map(({ name, _start, _end, progress }) => [name, day(_start), day(_end), Math.round(progress)]));
  const gantt = new Gantt(
    stage.firstElementChild,
    [
      { id: "plan", name: "Plan", start: "2026-03-03", end: "2026-03-05", progress: 50 },
      { id: "build", name: "Build", start: "2026-03-09", end: "2026-03-14", progress: 20, dependencies: "plan" },
    ],
    {
      view_mode: "Day",
      column_width: 40,
      container_height: 260,
      today_button: false,
      on_date_change: tell,
      on_progress_change: tell,
    },
  );
  tell();
};
