// What is expected of a page's snapshot: that it holds the lines of a template.

import { toldLine } from "../../shared/aria-snapshot";
import { Deadline } from "../../shared/deadline";
import type { Commands } from "../../generated/registry";
import { advice, CommandError, ownWords } from "../../shared/errors";
import type { ExpectParams } from "../../shared/expect";
import { pause, type CommandContext } from "../command-context";
import { wholeSnapshot } from "../page/whole-snapshot";
import type { ContentScriptClient } from "../page/content-client";
import type { PageExpectations } from "./page";
import { asksForUrls, hasSilentFrame, mismatch, parseSnapshot, parseTemplate, withoutRef } from "./snapshot-template";
import { retry, type Held } from "./verdict";

type Look = Commands["getAccessibilitySnapshot"]["params"];

const AGAIN_MS = 100;

export function expectSnapshot(
  params: ExpectParams,
  contentScripts: ContentScriptClient,
  page: PageExpectations,
  context: CommandContext,
): Promise<Held> {
  const template = params.update ? null : parseTemplate(params.template ?? "");
  const { target, frame, nth } = params;
  const look = {
    ...{
      interactive: false,
      compact: false,
      urls: template !== null && asksForUrls(template),
      boxes: false,
      colors: false,
      tree: false,
      diff: false,
    },
    maxChars: Infinity,
    ...(target != null && { target }),
    ...(frame != null && { frame }),
    ...(nth != null && { nth }),
  } as Look;
  let looked = false;
  return retry(params, context, async (deadline) => {
    if (looked) await pause(deadline.atMost(AGAIN_MS).remainingMs, context);
    looked = true;
    try {
      const ambiguous = target != null && nth == null ? await page.ambiguity(params, context) : null;
      if (ambiguous) return { holds: null, found: ambiguous.message, untold: ambiguous };
      const { lines: all, url } = await wholeSnapshot(contentScripts, look, Deadline.after(0), context);
      const lines = all.map(toldLine);
      if (!template) {
        const written = lines.map(withoutRef).join("\n");
        return { holds: lines.length > 0, found: `${lines.length} lines`, url, result: { template: `${written}\n` } };
      }
      const snapshot = parseSnapshot(lines);
      const missing = mismatch(snapshot, template);
      if (!missing) return { holds: true, found: "the lines", url };
      const untold = hasSilentFrame(snapshot)
        ? new CommandError(
            "CONTENT_SCRIPT_UNAVAILABLE",
            ownWords`It cannot be checked: a frame of the page does not answer`,
          )
        : null;
      const { line, lookalikes } = missing;
      const [best] = lookalikes;
      return {
        holds: untold ? null : false,
        untold,
        found: `nothing like line ${line.number}, ${line.text}`,
        url,
        details: { line: line.number, lookalikes },
        ...(best !== undefined && !params.negated && { hint: advice`The nearest is: ${best}` }),
      };
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || thrown.code !== "ELEMENT_NOT_FOUND") throw thrown;
      const { lookalikes = [] } = thrown.details as { lookalikes?: unknown[] };
      return { holds: null, found: `nothing that matches ${target}`, details: { lookalikes }, hint: thrown.advice };
    }
  });
}
