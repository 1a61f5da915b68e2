// consent: answers the banner in this frame. A bundle of its own, brought in when the command asks for it.

import type { ConsentAsk, ConsentOutcome } from "../../shared/messages";
import { cut } from "../../shared/text/text";
import { setUnseen } from "../../shared/text/unseen";
import { banners, buttonIn, textOf } from "./passes";
import { startRules, type Ruled } from "./rules";

declare global {
  var clzConsent: ((ask: ConsentAsk) => Promise<ConsentOutcome>) | undefined;
  var clzConsentStop: (() => void) | undefined;
}

/** A rule that has begun gets this long beyond the scan: some banners take several steps. */
const STEPS_MS = 8_000;
const TEXT_CHARS = 100;

const NOTHING: ConsentOutcome = { found: false, clicked: false, answered: false, buttonText: "", method: "none" };

// A new one for each call: the rules keep state of their own, and a page may show its banner again.
globalThis.clzConsent = ({ accept, scanMs, unseen }) => {
  globalThis.clzConsentStop?.();
  setUnseen(unseen ?? null);
  let clickedText = "";
  let clicks = 0;
  const watch = (event: Event): void => {
    const target = event.composedPath()[0];
    const button =
      target instanceof HTMLElement ? (target.closest<HTMLElement>("button, a, [role=button], input") ?? target) : null;
    clicks += 1;
    clickedText = button ? cut(textOf(button), TEXT_CHARS) : "";
  };
  window.addEventListener("click", watch, true);
  return new Promise<ConsentOutcome>((resolve) => {
    let ruled: Ruled = { rule: "", done: null };
    const finish = (outcome: ConsentOutcome): void => {
      window.removeEventListener("click", watch, true);
      clearTimeout(scan);
      clearTimeout(steps);
      resolve(outcome);
    };
    const byRule = (): ConsentOutcome => ({
      found: true,
      clicked: clicks > 0,
      answered: clicks > 0 || ruled.done === true,
      buttonText: clickedText,
      method: ruled.rule,
    });
    const scan = setTimeout(() => ruled.rule === "" && finish(byPasses(accept)), scanMs);
    const steps = setTimeout(() => finish(ruled.rule ? byRule() : NOTHING), scanMs + STEPS_MS);
    globalThis.clzConsentStop = () => finish(ruled.rule ? byRule() : NOTHING);
    startRules(accept, scanMs, (now) => {
      ruled = now.rule ? now : ruled;
      if (now.rule && now.done === true) finish(byRule());
      // A rule that failed without touching anything leaves the banner to the passes.
      else if (now.rule && now.done === false) finish(clicks > 0 ? byRule() : byPasses(accept));
    });
  });
};

function byPasses(accept: boolean): ConsentOutcome {
  const shown = banners();
  for (const banner of shown) {
    const find = buttonIn(banner, accept);
    if (!find) continue;
    const buttonText = cut(textOf(find.button), TEXT_CHARS);
    find.button.click();
    return { found: true, clicked: true, answered: true, buttonText, method: find.pass };
  }
  return { ...NOTHING, found: shown.length > 0 };
}
