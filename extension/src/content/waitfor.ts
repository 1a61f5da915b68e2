// waitFor: a visible element, a text, an address, or all of them at once.

import type { Commands } from "../generated/registry";
import { CommandError } from "../shared/errors";
import { matchesGlob } from "../shared/glob";
import type { ContentValue } from "../shared/messages";
import type { Call } from "./call";
import { squeeze } from "./describe";
import { findAll } from "./find";
import { textOf } from "./read";
import { suggest } from "./suggest";
import { isVisible } from "./visible";
import { until } from "./wait";

type Params = Commands["waitFor"]["params"];

export async function waitFor(params: Params, call: Call): Promise<ContentValue<"waitFor">> {
  const { target, text, url } = params;
  const wantedText = text == null ? null : squeeze(text);
  const element = await until(call, () => {
    const missing: string[] = [];
    if (url != null && !matchesGlob(location.href, url)) missing.push("url");
    const found = target == null ? null : (findAll(target).find(isVisible) ?? null);
    if (target != null && !found) missing.push("target");
    // The text comes last: it is the dear one to look for.
    const lacksText = (): boolean => wantedText !== null && !pageText().includes(wantedText);
    if (missing.length === 0 && !lacksText()) return { ready: true as const, value: found };
    const fault = (): CommandError => timedOut(params, lacksText() ? [...missing, "text"] : missing, call);
    return { ready: false as const, fault };
  });
  const box = element?.getBoundingClientRect();
  return {
    found: true,
    elapsed: call.waitedMs(),
    ...(box && { visible: true, position: { x: box.x, y: box.y, width: box.width, height: box.height } }),
    url: location.href,
  };
}

function pageText(): string {
  const page = document.body ?? document.documentElement;
  return page ? squeeze(textOf(page)) : "";
}

function timedOut(params: Params, missing: string[], call: Call): CommandError {
  const { target } = params;
  const lookalikes =
    target != null && missing.includes("target") && findAll(target).length === 0 ? suggest(target) : [];
  const best = lookalikes[0];
  const details = { missing, lookalikes, waitedMs: call.waitedMs(), url: location.href, title: document.title };
  const what = missing.map((name) => `${name} ${params[name as "target" | "text" | "url"]}`).join(", ");
  return new CommandError("TIMEOUT", `Still missing: ${what}`, details, best && `Did you mean: ${best.selector}?`);
}
