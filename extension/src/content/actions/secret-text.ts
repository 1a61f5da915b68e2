// Secrets: the text that is entered in the place of `{{NAME}}`, got when it is about to be entered.

import { CommandError, ownWords } from "../../shared/errors";
import type { GivenText } from "../../shared/messages";
import type { FrameCall } from "../command";
import { fieldName } from "../dom/describe";
import { isSurface } from "../actionability/input-surface";
import { asEditable, type Editable } from "../synthetic-input/edit";

/** What is entered; `shown` is how it is written if it is a secret. */
export interface EnteredText {
  text: string;
  shown: string | null;
}

/**
 * Throws SECRET_NOT_FOR_SITE if the document is of another site. What a field with a secret holds is masked from now on,
 * whatever its page makes of it.
 */
export async function enteredText(text: string, element: Editable, call: FrameCall): Promise<EnteredText> {
  globalThis.__clz.secretFields?.delete(element);
  if (!call.secret) return { text, shown: null };
  refuseOthers(element);
  const given = (await browser.runtime.sendMessage({ clz: "secretText", id: call.id })) as GivenText;
  call.signal.throwIfAborted();
  if (!given.ok) throw CommandError.fromFault(given.fault);
  globalThis.__clz.secretFields ??= new WeakSet();
  globalThis.__clz.secretFields.add(element);
  globalThis.__clz.wasGivenSecret = true;
  return given;
}

/** Throws NOT_EDITABLE for all but fields and editable text. */
export function refuseOthers(element: Element): void {
  if (!isSurface(element)) {
    asEditable(element);
    return;
  }
  const hint = ownWords`Secrets go into inputs, textareas and editable text.`;
  throw new CommandError("NOT_EDITABLE", `${fieldName(element)} takes no secret`, { tagName: element.localName }, hint);
}
