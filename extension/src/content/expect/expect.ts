// expect, the page's part: what this frame shows of what is expected, now or when it has changed.

import type { ExpectLook, Observation } from "../../shared/expect";
import { FRAME_MS, type FrameCall } from "../command";
import { hasOtherFrames } from "../dom/roots";
import { findAll } from "../locators/find";
import { suggestionsFor } from "../locators/suggestions";
import { pageText } from "../text/page-text";
import { againAfter, pause } from "../actionability/wait";
import { a11yObservation } from "./a11y";
import { elementObservation } from "./elements";
import { expectedText } from "./expected-text";
import { nearestTexts } from "./nearest";
import { vitalObservation } from "./vitals";

/** axe-core takes its time. */
const AXE_AGAIN_MS = 500;

export async function expectLook(params: ExpectLook, call: FrameCall): Promise<Observation> {
  // This is not the first look: a page that never stops changing is looked at once a frame.
  if (params.seen !== undefined) await pause(call, FRAME_MS);
  for (;;) {
    call.signal.throwIfAborted();
    const begun = performance.now();
    const observation = await look(params, call);
    const tookMs = performance.now() - begun;
    if (observation.key !== params.seen || call.deadline.passed) return observation;
    call.waiting();
    const againMs = params.condition === "a11y" ? AXE_AGAIN_MS : againAfter(tookMs);
    await pause(call, call.deadline.atMost(againMs).remainingMs, tookMs);
  }
}

async function look(params: ExpectLook, call: FrameCall): Promise<Observation> {
  const { target } = params;
  const last = params.last === true;
  const seen = {
    matches: 0,
    visible: 0,
    candidates: [],
    lookalikes: [],
    ...(params.condition === "a11y"
      ? await a11yObservation(params, call)
      : target == null
        ? pageObservation(params, last)
        : elementObservation(params, target, last, call)),
  };
  const lookalikes = last && target != null && seen.matches === 0 ? suggestionsFor(target, findAll) : seen.lookalikes;
  const key = JSON.stringify([seen.holds, seen.found, seen.matches, seen.visible]);
  return { ...seen, lookalikes, alone: !hasOtherFrames(), url: location.href, key };
}

/** Of the page as a whole: its text. What asks for less than that only wants to know that there is a page. */
function pageObservation(
  params: ExpectLook,
  last: boolean,
): Pick<Observation, "holds" | "found"> & Partial<Observation> {
  if (params.condition === "vitals") return vitalObservation(params);
  if (params.condition !== "text") return { holds: true, found: "a page" };
  const expected = params.value ?? "";
  const holds = expectedText(params, "normalized")(pageText());
  const lookalikes = last && !holds ? nearestTexts(document.body ?? document.documentElement, expected) : [];
  return { holds, found: holds ? "the text" : "no such text", lookalikes };
}
