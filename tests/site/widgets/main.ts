// Widgets from npm, one section each: its name as the heading, a stage, and an output that says what the widget's own
// API holds, as JSON. Each is a module, in the folder of the file of tests/e2e/widgets that drives it. Their style
// sheets are in styles.css. `?only=NAME,NAME` puts up those alone. `body.ready` once all are up; what a widget fails with
// is in its output.
import "./styles.css";
import type { Widget } from "./widget";

const WIDGETS: Record<string, () => Promise<{ widget: Widget }>> = {
  aggrid: () => import("./grids/aggrid"),
  board: () => import("./lists/board"),
  chart: () => import("./charts/chart"),
  choices: () => import("./choices/choices"),
  codemirror: () => import("./editors/codemirror"),
  coloris: () => import("./values/coloris"),
  contextmenu: () => import("./menus/contextmenu"),
  cropper: () => import("./drawing/cropper"),
  datepicker: () => import("./dates/datepicker"),
  dialog: () => import("./menus/dialog"),
  dndkit: () => import("./lists/dndkit"),
  dropzone: () => import("./files/dropzone"),
  easymde: () => import("./editors/easymde"),
  flatpickr: () => import("./dates/flatpickr"),
  flow: () => import("./charts/flow"),
  frame: () => import("./frames/frame"),
  fullcalendar: () => import("./planning/fullcalendar"),
  gantt: () => import("./planning/gantt"),
  gridstack: () => import("./layout/gridstack"),
  jspreadsheet: () => import("./sheets/jspreadsheet"),
  konva: () => import("./drawing/konva"),
  leaflet: () => import("./maps/leaflet"),
  menubar: () => import("./menus/menubar"),
  nouislider: () => import("./values/nouislider"),
  openlayers: () => import("./maps/openlayers"),
  quill: () => import("./editors/quill"),
  rater: () => import("./values/rater"),
  reactselect: () => import("./choices/reactselect"),
  shoelace: () => import("./shadow/shoelace"),
  "signature-pad": () => import("./drawing/signature-pad"),
  sortable: () => import("./lists/sortable"),
  split: () => import("./layout/split"),
  swiper: () => import("./layout/swiper"),
  tabulator: () => import("./grids/tabulator"),
  tagify: () => import("./choices/tagify"),
  timepicker: () => import("./dates/timepicker"),
  tippy: () => import("./menus/tippy"),
  tomselect: () => import("./choices/tomselect"),
  vaadin: () => import("./shadow/vaadin"),
  virtual: () => import("./lists/virtual"),
  wunderbaum: () => import("./grids/wunderbaum"),
  xterm: () => import("./editors/xterm"),
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
