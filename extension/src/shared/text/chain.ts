// Chains of targets, in which each step looks inside what the last one found.

/** Playwright's step into a frame; here any step into what a frame's element holds goes there. */
const ENTER_FRAME = "internal:control=enter-frame";

/** The steps of a chain: what stands between ` >> ` outside quotes. */
export function chainOf(target: string): string[] {
  if (!target.includes(">>")) return [target.trim()];
  const steps: string[] = [];
  let step = "";
  for (const piece of target.match(/"(?:\\.|[^"\\])*"|\s>>\s|[^]/gu) ?? []) {
    if (/^\s>>\s$/.test(piece)) {
      steps.push(step.trim());
      step = "";
    } else step += piece;
  }
  return [...steps, step.trim()].filter((one) => one !== ENTER_FRAME);
}

export function chained(steps: readonly string[]): string {
  return steps.join(" >> ");
}
