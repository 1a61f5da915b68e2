// Chains of targets, in which each step looks inside what the last one found.

/** Playwright's step into a frame; here any step into what a frame's element holds goes there. */
const ENTER_FRAME = "internal:control=enter-frame";

/** In a text that does not begin with a quote, quotes are letters like others. */
const IN_TEXT =
  /^\s*\*?(?:internal:)?(?:text|label|placeholder|alt|title|id|test-?id|data-[\w-]+|has-text|has-not-text)\s*=\s*[^\s"'[]/;
/** What comes next may be a regular expression. */
const BEFORE_EXPRESSION =
  /(?:^\s*\*?(?:internal:)?(?:text|label|placeholder|alt|title|id|test-?id|data-[\w-]+|has-text|has-not-text)|\[[\w-]+)\s*=\s*$/;
const EXPRESSION = /\/(?:[^/\\]|\\[^])+\/[dgimsuvy]*(?=\s*(?:>>|\]|$))/y;
const STRING = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y;

/** Steps that choose among what the step before found. */
const FILTER = /^(?:internal:)?(?:nth|visible|has|has-not|has-text|has-not-text|and|or)\s*=/;

/** The steps of a chain: what is between `>>` outside quotes and regular expressions. */
export function chainOf(target: string): string[] {
  if (!target.includes(">>")) return [target.trim()];
  const steps: string[] = [];
  let step = "";
  for (let at = 0; at < target.length;) {
    if (target.startsWith(">>", at)) {
      steps.push(step.trim());
      step = "";
      at += 2;
      continue;
    }
    STRING.lastIndex = at;
    EXPRESSION.lastIndex = at;
    const piece = target.startsWith("\\", at)
      ? target.slice(at, at + 2)
      : (!IN_TEXT.test(step) && STRING.exec(target)?.[0]) ||
        (BEFORE_EXPRESSION.test(step) && EXPRESSION.exec(target)?.[0]) ||
        target.charAt(at);
    step += piece;
    at += piece.length;
  }
  return [...steps, step.trim()].filter((one) => one !== ENTER_FRAME);
}

export function chained(steps: readonly string[]): string {
  return steps.join(" >> ");
}

/** True if a step says which of those that were found, so that it belongs to the step before. */
export function isFilter(step: string): boolean {
  return FILTER.test(step);
}
