// Consent banners: answered in every frame of a tab, once or, for agents that asked for it, on every page.

import type { Commands } from "../../generated/registry";
import type { ConsentAsk, ConsentOutcome } from "../../shared/messages";
import { within, type Call } from "../command-context";
import type { TabPool } from "../tabs/tab-pool";

type Params = Commands["handleConsent"]["params"];
type Result = Commands["handleConsent"]["result"];

const FILE = "/consent.js";
const AUTO_SCAN_MS = 5_000;

/** New frames of a banner come within the scan; they are looked for at this distance. */
const FRAMES_MS = 250;
const ANSWER_MS = 500;

export class Consent {
  readonly #pool: TabPool;
  /** Agents whose pages are answered by themselves, and how. */
  readonly #auto = new Map<string, boolean>();
  #listens = false;

  constructor(pool: TabPool) {
    this.#pool = pool;
  }

  /** From now on, or no more, answers the banner of every page in the agent's tabs. */
  setAuto(agent: string, on: boolean, accept = false): void {
    if (on) this.#auto.set(agent, accept);
    else this.#auto.delete(agent);
    this.#listen();
  }

  isAuto(agent: string): boolean {
    return this.#auto.has(agent);
  }

  forget(agent: string): void {
    this.setAuto(agent, false);
  }

  async handle({ accept, scanTimeout, auto }: Params, call: Call): Promise<Omit<Result, "url">> {
    const { tabId, agent } = call;
    if (auto !== undefined) this.setAuto(agent, auto, accept);
    const { answered, ...outcome } = await this.#answer(tabId, { accept, scanMs: scanTimeout }, call);
    const action = answered ? (accept ? "accepted" : "refused") : "none";
    return { ...outcome, action, elapsed: Math.round(call.elapsed()), auto: this.isAuto(agent), tabId };
  }

  /** Asks every frame. The first that answered its banner decides, and the others stop looking. */
  async #answer(tabId: number, ask: ConsentAsk, call: Call | null): Promise<ConsentOutcome> {
    const asked = new Map<number, Promise<ConsentOutcome | null>>();
    const outcomes: ConsentOutcome[] = [];
    const begun = performance.now();
    let decided = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      decided = resolve;
    });
    const over = (): boolean => performance.now() - begun >= ask.scanMs;
    do {
      const frames = (await browser.webNavigation.getAllFrames({ tabId })) ?? [];
      for (const { frameId } of frames) {
        if (asked.has(frameId)) continue;
        const scanMs = Math.max(0, ask.scanMs - (performance.now() - begun));
        const answer = askFrame(tabId, frameId, { ...ask, scanMs }).then((outcome) => {
          if (outcome) outcomes.push(outcome);
          if (outcome?.answered) decided();
          return outcome;
        });
        asked.set(frameId, answer);
      }
      const all = Promise.all(asked.values());
      await within(Math.min(FRAMES_MS, ask.scanMs), Promise.race([first, ...(over() ? [all] : [])]), call);
    } while (!over() && !outcomes.some((outcome) => outcome.answered));
    await within(call ? call.left() - ANSWER_MS : 60_000, Promise.race([first, Promise.all(asked.values())]), call);
    for (const frameId of asked.keys()) stopFrame(tabId, frameId);
    const best = outcomes.find((outcome) => outcome.answered) ?? outcomes.find((outcome) => outcome.found);
    return best ?? { found: false, clicked: false, answered: false, buttonText: "", method: "none" };
  }

  #listen(): void {
    const needed = this.#auto.size > 0;
    if (needed === this.#listens) return;
    this.#listens = needed;
    const { onDOMContentLoaded } = browser.webNavigation;
    if (needed) onDOMContentLoaded.addListener(this.#onPage);
    else onDOMContentLoaded.removeListener(this.#onPage);
  }

  readonly #onPage = ({ tabId, frameId }: { tabId: number; frameId: number }): void => {
    const owner = this.#pool.ownerOf(tabId);
    const accept = owner === null ? undefined : this.#auto.get(owner);
    if (frameId !== 0 || accept === undefined) return;
    // A page that goes away meanwhile takes its banner with it.
    this.#answer(tabId, { accept, scanMs: AUTO_SCAN_MS }, null).catch(() => undefined);
  };
}

/** Null if the frame takes no script, or went away. */
async function askFrame(tabId: number, frameId: number, ask: ConsentAsk): Promise<ConsentOutcome | null> {
  const where = { frameId, matchAboutBlank: true, runAt: "document_end" } as const;
  try {
    await browser.tabs.executeScript(tabId, { ...where, file: FILE });
    const code = `clzConsent(${JSON.stringify(ask)})`;
    const [outcome] = (await browser.tabs.executeScript(tabId, { ...where, code })) as Array<
      ConsentOutcome | undefined
    >;
    return outcome ?? null;
  } catch {
    return null;
  }
}

function stopFrame(tabId: number, frameId: number): void {
  const code = "globalThis.clzConsentStop && clzConsentStop(); true";
  browser.tabs.executeScript(tabId, { frameId, matchAboutBlank: true, code }).catch(() => undefined);
}
