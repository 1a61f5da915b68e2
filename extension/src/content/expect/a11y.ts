// What axe-core finds in this frame.

import type { ExpectParams, Observation } from "../../shared/expect";
import type { FrameCall } from "../command";
import { lazyBundle } from "../lazy-bundles";
import { flatContains } from "../dom/roots";
import { cssAll } from "../locators/css";
import { findAll } from "../locators/find";
import { meantOf } from "./elements";

type Seen = Pick<Observation, "holds" | "found"> & Partial<Observation>;

const LEVELS = ["minor", "moderate", "serious", "critical"];

export async function a11yObservation(params: ExpectParams, call: FrameCall): Promise<Seen> {
  const { violationsIn } = lazyBundle("axe");
  const meant = params.target == null ? null : meantOf(params, findAll(params.target), call);
  if (meant && !meant.element) return { matches: 0, ...meant.seen };
  const least = LEVELS.indexOf(params.level ?? "minor");
  const found = await violationsIn(meant?.element ?? null);
  const violations = found
    .filter(({ impact }) => LEVELS.indexOf(impact) >= least)
    .map((violation) => ({ ...violation, ...(call.frame !== "" && { frame: call.frame }) }));
  const framesInside = meant?.element ? framesIn(meant.element) : [];
  const counts = { matches: 1, visible: 1 };
  return { ...counts, holds: violations.length === 0, found: String(violations.length), violations, framesInside };
}

function framesIn(element: Element): number[] {
  const inside = cssAll("iframe, frame").filter((frame) => flatContains(element, frame));
  return inside.map((frame) => browser.runtime.getFrameId(frame)).filter((id) => id >= 0);
}
