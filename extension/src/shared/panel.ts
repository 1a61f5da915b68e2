// What the extension's own pages, the popup and the settings, and the background script say to each other.

import type { AgentRules, Overview } from "../generated/messages";

/** The name of the port that such a page opens; the background sends a PanelState through it at each change. */
export const PANEL = "panel";

export interface Look {
  watermark: boolean;
  glow: boolean;
}

/** What is drawn over a tab's page. */
export interface Drawn extends Look {
  /** That `clz record --person` records what is done there. */
  recording: boolean;
}

/** What the person can do, by name. */
export interface UserActionParams {
  /** Lends a tab of the person's own to an agent, by its whole id. */
  share: { tabId: number; agent: string };
  /** Takes a lent tab back. */
  revoke: { tabId: number };
  /** Closes an agent's tab. */
  closeTab: { tabId: number };
  /** Closes all tabs of an agent, and takes back what is lent to it. */
  closeAgent: { agent: string };
  showTab: { tabId: number };
  /** Answers an agent's question. */
  answer: { id: string; said: "done" | "no" };
  stopLoop: { key: string };
  /** Lets an agent forget what it has read, so that no flow holds for it. */
  clearFlows: { agent: string };
  /** Connects to the host now, with all tries before it again. */
  retry: object;
  visuals: Partial<Look>;
  /** The domains that agents may reach, beside those of config.toml; null for no list. */
  domains: { domains: string[] | null };
}

export type FromPage = { [K in keyof UserActionParams]: { clz: K } & UserActionParams[K] }[keyof UserActionParams];

export interface AgentName {
  id: string;
  short: string;
  name: string;
  color: string;
}

/** What an agent asks the person. */
export interface QuestionView {
  id: string;
  agent: AgentName;
  text: string;
  /** The right that it is about; null for a question of the agent's own. */
  right: string | null;
  /** What it is about. */
  tabId: number | null;
}

export interface TabView {
  tabId: number;
  title: string;
  /** The host of its address, or its scheme. */
  place: string;
  /** A tab of the person's own, lent to the agent. */
  shared: boolean;
  isPrivate: boolean;
  /** Where the agent's commands go. */
  current: boolean;
}

export interface PanelState {
  link: {
    connected: boolean;
    session: string | null;
    problem: { message: string; hint: string } | null;
    triesLeft: number;
    /** Until the next try; null if there is none to come. */
    nextTryMs: number | null;
  };
  versions: { extension: string; protocol: number; firefox: string };
  /** What the host last said of itself; null while none is connected. */
  host: Overview | null;
  pool: {
    count: number;
    max: number;
    agents: Array<AgentName & { tabs: TabView[] }>;
    waiting: Array<AgentName & { waitingMs: number }>;
    /** Agents whose turn it is; each has a slot kept for this long. */
    kept: Array<AgentName & { leftMs: number }>;
  };
  /** What agents ask, first come first. */
  questions: QuestionView[];
  /** To whom a tab can be lent. */
  agents: AgentName[];
  /** Agents for which other rules hold than for everyone. */
  exceptions: Array<AgentName & AgentRules>;
  /** The list that the person has set in the settings page. */
  domains: string[] | null;
  visuals: Look;
}
