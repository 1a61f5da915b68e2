// The snapshot: the accessibility tree of this document, with refs for the elements in it.

import type { Commands } from "../generated/registry";
import type { ContentValue } from "../shared/messages";
import { part } from "./bundles";
import type { Call } from "./call";
import { elementToRead } from "./read";
import { refOf } from "./refs";
import { deepActiveElement } from "./roots";

type Name = "getAccessibilitySnapshot";

export async function getAccessibilitySnapshot(params: Commands[Name]["params"], call: Call): Promise<ContentValue<Name>> {
  const { outlineOf } = part("a11y");
  const top = await elementToRead(params, call);
  const { interactive, compact, urls, tree } = params;
  const active = deepActiveElement();
  const options = { interactive, compact, urls, tree, depth: params.depth ?? null, frame: call.frame };
  const outline = outlineOf(top, active === document.body ? null : active, options, refOf);
  return { ...outline, url: location.href, title: document.title };
}
