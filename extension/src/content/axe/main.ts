// What axe-core finds in a document: a bundle of its own, brought in when it is first asked for.

import axe from "axe-core";
import type { Violation } from "../../shared/expect";

let busy: Promise<unknown> = Promise.resolve();

/** The rules that what is below `top` breaks, an entry for each element. Frames are left out: each has its own. */
async function violationsIn(top: Element | null): Promise<Violation[]> {
  // axe-core does one thing at a time.
  const run = busy.then(() =>
    axe.run(top ?? document, { iframes: false, preload: false, resultTypes: ["violations"], ancestry: false }),
  );
  busy = run.catch(() => undefined);
  const { violations } = await run;
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map((node) => ({
      rule: id,
      impact: node.impact ?? impact ?? "minor",
      selector: node.target.flat().join(" >> "),
      help,
    })),
  );
}

globalThis.__clz.axe = { violationsIn };
