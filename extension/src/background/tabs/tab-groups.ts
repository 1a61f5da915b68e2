// Tab groups: the tabs of each agent are together, under its name and in a colour of its own.

import { shortId } from "./tab-pool";
import { agentScope } from "../scopes";

const COLORS = ["blue", "cyan", "green", "orange", "pink", "purple", "red", "yellow", "grey"] as const;

export class TabGroups {
  /** The group of an agent in a window. */
  readonly #groups = new Map<string, number>();
  /** One after the other: two tabs of an agent must not make two groups. */
  #turn: Promise<void> = Promise.resolve();

  constructor() {
    agentScope.onEnd((agent) => this.#end(agent));
  }

  /** Puts a tab where the agent's others are. For show: if it fails, the tab works all the same. */
  add(tabId: number, windowId: number, agent: string, name: string): void {
    this.#turn = this.#turn.then(() => this.#add(tabId, windowId, agent, name)).catch(() => undefined);
  }

  /** Resolves when every tab that was added is in its place. */
  settled(): Promise<void> {
    return this.#turn;
  }

  #end(agent: string): void {
    for (const key of this.#groups.keys()) if (key.endsWith(agent)) this.#groups.delete(key);
  }

  async #add(tabId: number, windowId: number, agent: string, name: string): Promise<void> {
    const key = `${windowId} ${agent}`;
    const known = this.#groups.get(key);
    if (known !== undefined && (await join(tabId, known))) return;
    const groupId = await browser.tabs.group({ tabIds: [tabId], createProperties: { windowId } });
    this.#groups.set(key, groupId);
    await browser.tabGroups.update(groupId, { title: name || shortId(agent), color: colorOf(agent) });
  }
}

/** False if the group is gone. */
async function join(tabId: number, groupId: number): Promise<boolean> {
  try {
    await browser.tabs.group({ tabIds: [tabId], groupId });
    return true;
  } catch {
    return false;
  }
}

/** The colour of an agent, by its whole id. */
export function colorOf(agent: string): (typeof COLORS)[number] {
  const number = Number.parseInt(agent.slice(-6), 16);
  return COLORS[(Number.isNaN(number) ? 0 : number) % COLORS.length] ?? "grey";
}
