// Widgets from npm, one section each: its name as the heading, a stage, and an output that says what the widget's own
// API holds, as JSON. Each is a module beside this file. Their style sheets are in
// styles.css. `?only=NAME,NAME` puts up those alone. `body.ready` once all
// stand; what a widget fails with is in its output.
import "./styles.css";
import type { Widget } from "./widget";

const WIDGETS: Record<string, () => Promise<{ widget: Widget }>> = {
  aggrid: () => import("./aggrid"),
  board: () => import("./board"),
  chart: () => import("./chart"),
  codemirror: () => import("./codemirror"),
  coloris: () => import("./coloris"),
  contextmenu: () => import("./contextmenu"),
  cropper: () => import("./cropper"),
  datepicker: () => import("./datepicker"),
  dialog: () => import("./dialog"),
  dndkit: () => import("./dndkit"),
  dropzone: () => import("./dropzone"),
  easymde: () => import("./easymde"),
  flatpickr: () => import("./flatpickr"),
  flow: () => import("./flow"),
  frame: () => import("./frame"),
  fullcalendar: () => import("./fullcalendar"),
  gantt: () => import("./gantt"),
  gridstack: () => import("./gridstack"),
  jspreadsheet: () => import("./jspreadsheet"),
  konva: () => import("./konva"),
  leaflet: () => import("./leaflet"),
  menubar: () => import("./menubar"),
  nouislider: () => import("./nouislider"),
  openlayers: () => import("./openlayers"),
  quill: () => import("./quill"),
  rater: () => import("./rater"),
  reactselect: () => import("./reactselect"),
  shoelace: () => import("./shoelace"),
  "signature-pad": () => import("./signature-pad"),
  sortable: () => import("./sortable"),
  split: () => import("./split"),
  swiper: () => import("./swiper"),
  tabulator: () => import("./tabulator"),
  tagify: () => import("./tagify"),
  timepicker: () => import("./timepicker"),
  tippy: () => import("./tippy"),
  tomselect: () => import("./tomselect"),
  vaadin: () => import("./vaadin"),
  virtual: () => import("./virtual"),
  wunderbaum: () => import("./wunderbaum"),
  xterm: () => import("./xterm"),
};

async function putUp(name: string): Promise<void> {
  const section = document.createElement("section");
  section.id = name;
  section.innerHTML = `<h2>${name}</h2><div class="stage"></div><output aria-label="${name} holds"></output>`;
  document.body.append(section);
  const output = section.querySelector("output") as HTMLOutputElement;
  const say = (held: unknown): void => {
    output.textContent = JSON.stringify(held);
    if (parent !== window) parent.postMessage(held, "*");
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
