// The snapshot: the accessibility tree of this document, with refs for the elements in it.

import type { LookParams } from "../../shared/aria-snapshot";
import { UNMOVED } from "../../shared/frame-layout";
import type { A11y } from "../../shared/content-globals";
import type { ContentValue } from "../../shared/messages";
import { listenersFor, lazyBundle } from "../lazy-bundles";
import type { FrameCall } from "../command";
import { elementToRead } from "../reading/read";
import { refOf } from "./refs";
import { deepActiveElement, rootsNow } from "../dom/roots";
import { isInFlatFrame } from "../dom/visible";

type Name = "getAccessibilitySnapshot";

const NOTHING = { text: "", lines: 0, frames: [] };

export async function getAccessibilitySnapshot(params: LookParams, call: FrameCall): Promise<ContentValue<Name>> {
  const { ariaSnapshotOf: outlineOf } = lazyBundle("a11y");
  const top = await elementToRead(params, call);
  const { interactive, compact, urls, boxes, colors, tree, forms = false, layout = UNMOVED } = params;
  const shown = {
    interactive,
    compact,
    urls,
    boxes,
    layout,
    colors,
    tree,
    forms,
    depth: params.depth ?? null,
    most: params.most ?? null,
  };
  const options = { ...shown, frame: call.frame };
  const snapshot = isInFlatFrame() ? NOTHING : outlineOf(top, surroundings(call), options, refOf);
  return { ...snapshot, url: location.href, title: document.title };
}

/** What a snapshot needs to know of the page around what it shows. */
export function surroundings(call: FrameCall): Parameters<A11y["ariaSnapshotOf"]>[1] {
  const active = deepActiveElement();
  return { active: active === document.body ? null : active, roots: rootsNow(), listeners: listenersFor(call) };
}
