// The tab in front of the person: its owner, lending it to an agent, taking it back.

import { isRestricted } from "../shared/restricted";
import { List, find, make, setAttribute, setText } from "../panel/dom";
import { act } from "../panel/link";
import type { AgentName, PanelState } from "../shared/panel";

export class HereView {
  readonly #agents = new List<AgentName>(
    find("share-agent"),
    ({ id }) => id,
    (agent) => {
      const element = make("option", { attributes: { value: agent.id } });
      return { element, update: ({ name, short }) => setText(element, name === short ? short : `${name} · ${short}`) };
    },
    find("share-agent"),
  );
  #tab: browser.tabs.Tab | null = null;
  #state: PanelState | null = null;
  /** What gets the focus when it is there. */
  #next: string | null = null;

  constructor() {
    const select = find<HTMLSelectElement>("share-agent");
    find("share").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = select.selectedOptions[0]?.textContent ?? "";
      void this.#move("take-back", (tabId) => act("share", { tabId, agent: select.value }, `Lent to ${name}`));
    });
    find("take-back").addEventListener("click", () => {
      void this.#move("share-agent", (tabId) => act("revoke", { tabId }, "The tab is yours alone again"));
    });
    // The popup stays open while a page in the tab loads, and in a tab of its own while others are looked at.
    const look = (): void => void this.#look();
    browser.tabs.onUpdated.addListener(look, { properties: ["title", "url"] });
    browser.tabs.onActivated.addListener(look);
    look();
  }

  show(state: PanelState): void {
    this.#state = state;
    this.#draw();
  }

  async #look(): Promise<void> {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    this.#tab = tab ?? null;
    this.#draw();
  }

  /** The control that was used goes away; the one that undoes it gets the focus. */
  async #move(next: string, act: (tabId: number) => Promise<boolean>): Promise<void> {
    const tabId = this.#tab?.id;
    if (tabId === undefined || !(await act(tabId))) return;
    this.#next = next;
    this.#draw();
  }

  #draw(): void {
    const [tab, state] = [this.#tab, this.#state];
    if (!tab || !state) return;
    const owner = state.pool.agents.find(({ tabs }) => tabs.some(({ tabId }) => tabId === tab.id));
    const lent = owner?.tabs.some(({ tabId, shared }) => tabId === tab.id && shared) === true;
    const free = !owner && !isRestricted(tab.url ?? "") && state.agents.length > 0;
    setText(find("here-text"), lineOf(tab, state, owner?.name ?? null, lent));
    this.#agents.show(state.agents);
    find("share").hidden = !free;
    const back = find("take-back");
    back.hidden = !lent;
    setAttribute(back, "aria-label", `Take back this tab from ${owner?.name ?? "the agent"}`);
    const next = this.#next === null ? null : find(this.#next);
    if (!next || next.closest("[hidden]")) return;
    this.#next = null;
    next.focus();
  }
}

function lineOf(tab: browser.tabs.Tab, state: PanelState, owner: string | null, lent: boolean): string {
  if (lent) return `Lent to ${owner}: it can see and act in this tab as you can.`;
  if (owner !== null) return `Belongs to ${owner}.`;
  if (isRestricted(tab.url ?? "")) return "Firefox lets no extension into this page.";
  if (state.agents.length === 0) return "No agent is here yet to lend it to.";
  return "Yours alone: no agent can see it.";
}
