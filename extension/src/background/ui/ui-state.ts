// What the extension's own pages show: one picture of everything, sent again whenever it is another one.
//
// Nothing is gathered while no page is open. While one is, the host is asked every second: loops go on there.

import { LIMITS, PROTOCOL_VERSION } from "../../generated/registry";
import type { Fault } from "../../shared/errors";
import type { Overview } from "../../generated/messages";
import type { AgentName, PanelState, QuestionView, TabView } from "../../shared/panel";
import { colorOf } from "../tabs/tab-groups";
import type { Badge } from "./badge";
import type { Overlays } from "./overlay";
import type { Questions } from "./questions";
import { maskedTexts } from "./masked-texts";
import { titleOf } from "../tabs/page-info";
import type { Policy } from "../policy/policy";
import { shortId, type PoolTab, type TabPool } from "../tabs/tab-pool";
import type { HostPort } from "../host/port";
import { AgentMap } from "../scopes";
import { onUpdated } from "../tab-events";

const EVERY_MS = 1_000;

/** A title is a line in a list; pages can make it as long as a book. */
const TITLE_CHARS = 300;

interface OwnedTab {
  owner: string;
  view: TabView;
}

export class UiState {
  readonly #pages = new Set<browser.runtime.Port>();
  /** By whole id; kept from one connection to the next. */
  readonly #names = new AgentMap<string>();
  #host: Overview | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #sent = "";
  /** One after the other, so that an older state never comes after a newer one. */
  #turn: Promise<void> = Promise.resolve();
  #due = false;

  constructor(
    private readonly pool: TabPool,
    private readonly policy: Policy,
    private readonly overlays: Overlays,
    private readonly port: HostPort,
    private readonly questions: Questions,
    private readonly badge: Badge,
  ) {
    pool.onChange(() => this.changed());
    onUpdated.addListener((tabId) => pool.has(tabId) && this.changed());
    browser.storage.local.onChanged.addListener(() => this.changed());
  }

  /** Shows a page the state, now and at each change until it is closed. */
  attach(page: browser.runtime.Port): void {
    this.#pages.add(page);
    this.#sent = "";
    this.#timer ??= setInterval(() => void this.#ask(), EVERY_MS);
    page.onDisconnect.addListener(() => {
      this.#pages.delete(page);
      if (this.#pages.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    void this.#ask();
  }

  /** Something of it may be another now. */
  changed(): void {
    if (this.#due || this.#pages.size === 0) return;
    this.#due = true;
    this.#turn = this.#turn.then(() => this.#send()).catch((thrown: unknown) => console.error("clz: panel", thrown));
  }

  /** The host is there, or is not any more. */
  linked(): void {
    const { connected } = this.port.state;
    if (!connected) this.#host = null;
    this.#attract();
    void browser.browserAction.setTitle({ title: connected ? "Claudezilla" : "Claudezilla: not connected" });
    if (this.#pages.size > 0) void this.#ask();
  }

  /** An agent asks something, or does not any more. */
  asked(): void {
    this.#attract();
    this.changed();
  }

  #attract(): void {
    const { connected } = this.port.state;
    this.badge.attention = !connected ? "!" : this.questions.all.length > 0 ? "?" : "";
  }

  async #ask(): Promise<void> {
    const port = this.port;
    try {
      this.#host = await port.ask("overview", {});
      for (const { id, name } of this.#host.agents) if (name !== "") this.#names.set(id, name);
    } catch {
      this.#host = null;
    }
    this.changed();
  }

  async #send(): Promise<void> {
    this.#due = false;
    const state = await this.#state();
    const text = JSON.stringify(state);
    if (text === this.#sent) return;
    this.#sent = text;
    for (const page of this.#pages) page.postMessage(state);
  }

  async #state(): Promise<PanelState> {
    const { connected, session, lastError, triesLeft, nextTryMs } = this.port.state;
    const [{ version }, tabs, questions] = await Promise.all([
      browser.runtime.getBrowserInfo(),
      Promise.all(this.pool.all().map((tab) => this.#tab(tab))).then((all) => this.#withoutSecrets(all)),
      this.#questionsNow(),
    ]);
    const { waiting, kept } = this.pool.queueState();
    const owners = [...new Set(this.pool.all().map(({ owner }) => owner))];
    const known = new Set([...(this.#host?.agents ?? []).map(({ id }) => id), ...this.pool.agents()]);
    return {
      link: {
        connected,
        session,
        problem: lastError && { message: lastError.message, hint: hintOf(lastError) },
        triesLeft,
        // Whole seconds: as often as it is looked at.
        nextTryMs: nextTryMs === null ? null : Math.ceil(nextTryMs / 1_000) * 1_000,
      },
      versions: { extension: browser.runtime.getManifest().version, protocol: PROTOCOL_VERSION, firefox: version },
      host: this.#host,
      pool: {
        count: this.pool.count,
        max: LIMITS.maxTabs,
        agents: owners.map((agent) => ({
          ...this.#name(agent),
          tabs: tabs.flatMap((tab) => (tab?.owner === agent ? [tab.view] : [])),
        })),
        waiting: waiting.map(({ agent, waitingMs }) => ({ ...this.#name(agent), waitingMs })),
        kept: kept.map(({ agent, leftMs }) => ({ ...this.#name(agent), leftMs })),
      },
      questions,
      agents: [...known].map((agent) => this.#name(agent)).sort((a, b) => a.name.localeCompare(b.name)),
      exceptions: this.#exceptions(),
      domains: this.policy.settings?.domains ?? null,
      visuals: this.overlays.look,
    };
  }

  #exceptions(): PanelState["exceptions"] {
    const everyone = this.#host?.policy.everyone;
    if (!everyone) return [];
    const { settings } = this.policy;
    const usual = JSON.stringify([[...everyone.lists, ...(settings ? [settings] : [])], everyone.rights]);
    return this.policy
      .agents()
      .map((agent) => ({ ...this.#name(agent), lists: this.policy.told(agent), rights: this.policy.rights(agent) }))
      .filter(({ lists, rights }) => JSON.stringify([lists, rights]) !== usual);
  }

  #name(agent: string): AgentName {
    const short = shortId(agent);
    return { id: agent, short, name: this.#names.get(agent) ?? short, color: colorOf(agent) };
  }

  /** Titles are cut when they are masked: cut before, a part of a value would be none. */
  async #withoutSecrets(tabs: Array<OwnedTab | null>): Promise<Array<OwnedTab | null>> {
    const titles = await maskedTexts(
      tabs.map((tab) => tab?.view.title ?? ""),
      this.port,
    );
    return tabs.map(
      (tab, at) => tab && { ...tab, view: { ...tab.view, title: titles[at]?.slice(0, TITLE_CHARS) ?? "" } },
    );
  }

  async #questionsNow(): Promise<QuestionView[]> {
    const all = this.questions.all;
    const texts = await maskedTexts(
      all.map(({ text }) => text),
      this.port,
    );
    return all.map((question, at) => ({ ...question, text: texts[at] ?? "" }));
  }

  /** Null for a tab that is just going. */
  async #tab({ tabId, owner, shared }: PoolTab): Promise<OwnedTab | null> {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (!tab) return null;
    const current = this.pool.currentOf(owner) === tabId;
    const title = titleOf(tab);
    return { owner, view: { tabId, title, place: placeOf(tab.url), shared, isPrivate: tab.incognito, current } };
  }
}

/** The errors' own hints are for those who sit at a shell, and have no Firefox before them. */
function hintOf({ code, hint }: Fault): string {
  return code === "HOST_GONE" ? "If this lasts, run in a shell: clz doctor" : hint;
}

function placeOf(url = ""): string {
  const parsed = URL.parse(url);
  if (!parsed) return "";
  return parsed.hostname || parsed.protocol + (parsed.protocol === "about:" ? parsed.pathname : "");
}
