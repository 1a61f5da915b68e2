// The rules of autoconsent, run in this frame.

import AutoConsent, { type Config } from "@duckduckgo/autoconsent";
import compact from "@duckduckgo/autoconsent/rules/compact-rules.json";

type Send = ConstructorParameters<typeof AutoConsent>[0];
type Message = Parameters<Send>[0];
type Rules = NonNullable<ConstructorParameters<typeof AutoConsent>[2]>;

/** autoconsent looks again at this distance. */
const AGAIN_MS = 500;

export interface Ruled {
  /** The rule that knew the banner; empty if none did. */
  rule: string;
  /** Null while it is not known. */
  done: boolean | null;
}

/** Starts the rules. `told` is called with what is known so far, each time there is more. */
export function startRules(accept: boolean, scanMs: number, told: (ruled: Ruled) => void): void {
  let rule = "";
  const send = async (message: Message): Promise<void> => {
    switch (message.type) {
      case "eval":
        void consent.receiveMessageCallback({ type: "evalResp", id: message.id, result: await inPage(message.code) });
        return;
      case "popupFound":
        rule = message.cmp;
        told({ rule, done: null });
        return;
      case "optOutResult":
      case "optInResult":
        told({ rule: message.cmp || rule, done: message.result });
        return;
      case "report":
        if (message.state.lifecycle === "nothingDetected") told({ rule: "", done: false });
    }
  };
  const config: Partial<Config> = {
    autoAction: accept ? "optIn" : "optOut",
    enablePrehide: false,
    // Hiding a banner answers nothing.
    enableCosmeticRules: false,
    detectRetries: Math.ceil(scanMs / AGAIN_MS),
    heuristicMode: accept ? "off" : "reject",
    logs: {
      lifecycle: false,
      rulesteps: false,
      detectionsteps: false,
      evals: false,
      errors: false,
      messages: false,
      waits: false,
    },
  };
  const consent: AutoConsent = new AutoConsent(send, null, null);
  consent.initialize(config, { autoconsent: [], compact: compact as unknown as NonNullable<Rules["compact"]> });
}

/** Some rules ask the page's own objects. Where its policy forbids eval, they are asked from outside. */
async function inPage(code: string): Promise<unknown> {
  const page = window.wrappedJSObject;
  try {
    // Firefox's own eval, whatever the page has put in its place.
    return (await window.eval(code)) as unknown;
  } catch {
    // Fall through: by policy, or because the rule does not fit.
  }
  try {
    const ask: unknown = (0, eval)(
      `(function (page, browser, chrome) { with (page) { return (${code.replace(/;\s*$/, "")}) } })`,
    );
    return await (ask as (page: unknown) => unknown)(page);
  } catch {
    return false;
  }
}
