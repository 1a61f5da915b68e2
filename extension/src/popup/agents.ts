// The tab pool: each agent with its tabs, the twelve slots as a strip, and the agents that wait for one.

import { List, find, make, setAttribute, setText, type Row } from "../panel/dom";
import { act } from "../panel/link";
import type { AgentName, PanelState, TabView } from "../shared/panel";
import { minutes } from "./times";
import { TwoSteps } from "./confirm-button";

type Agent = PanelState["pool"]["agents"][number];
type Waiting = AgentName & { note: string };

export class AgentsView {
  readonly #agents = new List<Agent>(find("agents"), ({ id }) => id, agentRow, find("tabs-heading"));
  readonly #line = new List<Waiting>(find("line"), ({ id }) => id, waitingRow, find("waiting-heading"));

  show({ pool }: PanelState): void {
    setText(find("count"), `${pool.count} of ${pool.max}`);
    showPlaces(pool);
    find("no-tabs").hidden = pool.agents.length > 0;
    this.#agents.show(pool.agents);
    find("waiting").hidden = pool.waiting.length + pool.kept.length === 0;
    this.#line.show([
      ...pool.kept.map((agent) => ({ ...agent, note: `has a place kept for ${minutes(agent.leftMs)}` })),
      ...pool.waiting.map((agent) => ({ ...agent, note: `since ${minutes(agent.waitingMs)}` })),
    ]);
  }
}

/** For the eyes only: the count says the same. */
function showPlaces({ agents, count, max }: PanelState["pool"]): void {
  const strip = find("slots");
  while (strip.children.length < max) strip.append(make("i"));
  const taken = agents.flatMap(({ tabs, color }) => tabs.filter(({ shared }) => !shared).map(() => color));
  [...strip.children].forEach((slot, at) => setAttribute(slot, "data-color", taken[at] ?? (at < count ? "grey" : "")));
}

function agentRow({ id }: Agent): Row<Agent> {
  const swatch = make("span", { class: "swatch", attributes: { "aria-hidden": "true" } });
  const name = make("bdi", { class: "name" });
  const short = make("span", { class: "short" });
  const count = make("span", { class: "count" });
  const heading = make("h3", {}, swatch, name, short);
  const tabs = make("ul", { class: "tabs" });
  const list = new List<TabView>(
    tabs,
    ({ tabId }) => String(tabId),
    (tab) => tabRow(tab),
    find("tabs-heading"),
  );
  const closing = new TwoSteps(() => void act("closeAgent", { agent: id }, `Closed the tabs of ${name.textContent}`));
  return {
    element: make("li", { class: "card agent" }, make("div", { class: "line" }, heading, count, closing.button), tabs),
    update: (agent) => {
      const own = agent.tabs.filter(({ shared }) => !shared).length;
      setAttribute(swatch, "data-color", agent.color);
      setText(name, agent.name);
      setText(short, agent.name === agent.short ? "" : agent.short);
      setText(count, `${agent.tabs.length} ${agent.tabs.length === 1 ? "tab" : "tabs"}`);
      const all = own === 0 ? "Take all back" : "Close all";
      closing.show(all, `${all}: tabs of ${agent.name}`, own === 0 ? "Take back?" : `Close ${own}?`);
      list.show(agent.tabs);
    },
  };
}

function tabRow({ tabId }: TabView): Row<TabView> {
  const title = make("bdi");
  const place = make("span", { class: "place" });
  const show = make("button", { class: "title", attributes: { type: "button" } }, title, place);
  const note = make("span", { class: "note" });
  const end = make("button", { attributes: { type: "button" } });
  let tab: TabView;
  show.addEventListener("click", () => {
    // What the person wants to see then is the tab, not the popup over it.
    void act("showTab", { tabId }, "The tab is in front").then((done) => done && window.close());
  });
  end.addEventListener("click", () => {
    const name = titleOf(tab);
    if (tab.shared) void act("revoke", { tabId }, `Took back ${name}`);
    else void act("closeTab", { tabId }, `Closed ${name}`);
  });
  return {
    element: make("li", {}, show, note, end),
    update: (now) => {
      tab = now;
      const name = titleOf(now);
      setText(title, name);
      setText(place, now.place);
      setAttribute(show, "title", `Show: ${name}`);
      setText(note, notes(now));
      note.hidden = note.textContent === "";
      setText(end, now.shared ? "Take back" : "");
      setAttribute(end, "class", now.shared ? "small" : "icon");
      setAttribute(end, "aria-label", now.shared ? `Take back ${name}` : `Close ${name}`);
      setAttribute(end, "title", now.shared ? "Take this tab back from the agent" : "Close this tab");
    },
  };
}

function notes({ shared, isPrivate }: TabView): string {
  return [...(shared ? ["lent"] : []), ...(isPrivate ? ["private"] : [])].join(", ");
}

function titleOf({ title }: TabView): string {
  return title.trim() || "Blank page";
}

function waitingRow(): Row<Waiting> {
  const swatch = make("span", { class: "swatch", attributes: { "aria-hidden": "true" } });
  const name = make("bdi", { class: "name" });
  const note = make("span", { class: "dim" });
  return {
    element: make("li", { class: "line" }, make("span", {}, swatch, name), note),
    update: (agent) => {
      setAttribute(swatch, "data-color", agent.color);
      setText(name, agent.name);
      setText(note, agent.note);
    },
  };
}
