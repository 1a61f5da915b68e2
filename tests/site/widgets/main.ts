// Widgets from npm, one section each: its name as the heading, a stage, and an output that says what the widget's own
// API holds, as JSON. Each is a module beside this file. Their style sheets are in
// styles.css. `?only=NAME,NAME` puts up those alone. `body.ready` once all
// stand; what a widget fails with is in its output.
import "./styles.css";
import type { Widget } from "./widget";

const WIDGETS: Record<string, () => Promise<{ widget: Widget }>> = {
  aggrid: () => import("./aggrid"),
  board: () => import("./board"),
  coloris: () => import("./coloris"),
  contextmenu: () => import("./contextmenu"),
  datepicker: () => import("./datepicker"),
  dialog: () => import("./dialog"),
  dndkit: () => import("./dndkit"),
  flatpickr: () => import("./flatpickr"),
  menubar: () => import("./menubar"),
  nouislider: () => import("./nouislider"),
  rater: () => import("./rater"),
  reactselect: () => import("./reactselect"),
  sortable: () => import("./sortable"),
  tabulator: () => import("./tabulator"),
  tagify: () => import("./tagify"),
  timepicker: () => import("./timepicker"),
  tippy: () => import("./tippy"),
  tomselect: () => import("./tomselect"),
  virtual: () => import("./virtual"),
  wunderbaum: () => import("./wunderbaum"),
};

async function putUp(name: string): Promise<void> {
  const section = document.createElement("section");
  section.id = name;
  section.innerHTML = `<h2>${name}</h2><div class="stage"></div><output aria-label="${name} holds"></output>`;
  document.body.append(section);
  const output = section.querySelector("output") as HTMLOutputElement;
  const say = (held: unknown): void => {
    output.textContent = JSON.stringify(held);
  };
  try {
    const { widget } = await (WIDGETS[name] as () => Promise<{ widget: Widget }>)();
    await widget(section.querySelector(".stage") as HTMLElement, say);
  } catch (error) {
    say({ failed: String(error) });
  }
}

const only = new URLSearchParams(location.search).get("only");
await Promise.all((only ? only.split(",") : Object.keys(WIDGETS)).map(putUp));
document.body.className = "ready";
