// Consent banners: answered in every frame of a tab, once or, for agents that asked for it, on every page.

import { listenWhile } from "../tab-events";
import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import type { ConsentAsk, ConsentOutcome } from "../../shared/messages";
import { unseenNow } from "../../shared/text/unseen";
import { within, type CommandContext } from "../command-context";
import type { TabPool } from "../tabs/tab-pool";
import { AgentMap } from "../scopes";

type Params = Commands["handleConsent"]["params"];
type Result = Commands["handleConsent"]["result"];

const FILE = "/consent.js";
const AUTO_SCAN_MS = 5_000;

/** New frames of a banner come within the scan; they are looked for at this distance. */
const FRAMES_MS = 250;

/** How long frames that answer of themselves are waited for, if no command does. */
const AUTO_ANSWER_MS = 60_000;

export class Consent {
  /** Agents whose pages are answered by themselves, and how. */
  readonly #auto = new AgentMap<boolean>();

  constructor(private readonly pool: TabPool) {}

  /** From now on, or no more, answers the banner of every page in the agent's tabs. */
  setAuto(agent: string, on: boolean, accept = false): void {
    if (on) this.#auto.set(agent, accept);
    else this.#auto.delete(agent);
    listenWhile(this.#auto.size > 0, browser.webNavigation.onDOMContentLoaded, this.#onPage);
  }

  isAuto(agent: string): boolean {
    return this.#auto.has(agent);
  }

  async handle({ accept, scanTimeout, auto }: Params, context: CommandContext): Promise<Omit<Result, "url">> {
    const { tabId, agent } = context;
    if (auto !== undefined) this.setAuto(agent, auto, accept);
    const { answered, ...outcome } = await this.#answer(tabId, { accept, scanMs: scanTimeout }, context);
    const action = answered ? (accept ? "accepted" : "refused") : "none";
    return { ...outcome, action, elapsedMs: Math.round(context.elapsed()), auto: this.isAuto(agent), tabId };
  }

  /** Asks every frame. The first that answered its banner decides, and the others stop looking. */
  async #answer(tabId: number, ask: ConsentAsk, context: CommandContext | null): Promise<ConsentOutcome> {
    const asked = new Map<number, Promise<ConsentOutcome | null>>();
    const outcomes: ConsentOutcome[] = [];
    const scan = Deadline.after(ask.scanMs);
    let decided = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      decided = resolve;
    });
    do {
      const frames = (await browser.webNavigation.getAllFrames({ tabId })) ?? [];
      for (const { frameId } of frames) {
        if (asked.has(frameId)) continue;
        const answer = askFrame(tabId, frameId, { ...ask, scanMs: scan.remainingMs, unseen: unseenNow() }).then(
          (outcome) => {
            if (outcome) outcomes.push(outcome);
            if (outcome?.answered) decided();
            return outcome;
          },
        );
        asked.set(frameId, answer);
      }
      const all = Promise.all(asked.values());
      await within(
        Deadline.after(Math.min(FRAMES_MS, ask.scanMs)),
        Promise.race([first, ...(scan.passed ? [all] : [])]),
        context,
      );
    } while (!scan.passed && !outcomes.some((outcome) => outcome.answered));
    await within(
      context?.deadline.minus(LIMITS.consentMarginMs) ?? Deadline.after(AUTO_ANSWER_MS),
      Promise.race([first, Promise.all(asked.values())]),
      context,
    );
    for (const frameId of asked.keys()) stopFrame(tabId, frameId);
    const best = outcomes.find((outcome) => outcome.answered) ?? outcomes.find((outcome) => outcome.found);
    return best ?? { found: false, clicked: false, answered: false, buttonText: "", method: "none" };
  }

  readonly #onPage = ({ tabId, frameId }: { tabId: number; frameId: number }): void => {
    const owner = this.pool.ownerOf(tabId);
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
