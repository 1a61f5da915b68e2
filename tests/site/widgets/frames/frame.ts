import type { Widget } from "../widget";

/** Widgets in a frame of another origin. */
export const widget: Widget = (stage, say) => {
  const other = location.hostname === "localhost" ? "127.0.0.1" : "localhost";
  addEventListener("message", ({ data }) => say(data));
  stage.innerHTML = `<iframe title="Elsewhere" width="850" height="400" src="//${other}:${location.port}/widgets/?only=shoelace,sortable,split"></iframe>`;
  return new Promise((loaded) => stage.firstElementChild?.addEventListener("load", () => loaded()));
};
