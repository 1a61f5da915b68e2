// select-text: a text of the page or of a field, wherever its words are in the document.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import { normalizeWhitespace } from "../../shared/text/text";
import { waitForKeyTarget } from "../actionability/action-target";
import type { FrameCall } from "../command";
import { describe } from "../dom/describe";
import { focusOn, isField, type Field } from "../synthetic-input/focus";
import type { Plan } from "./plan";
import { bringIntoView } from "../dom/scroller";
import { comparedAsTold } from "../../shared/secrets/secret-values";
import { isSecretField } from "../../shared/secrets/secret-fields";

/** Where each character of a text is in the document. */
interface Place {
  node: Text;
  at: number;
}

export async function selectText(
  params: Commands["selectText"]["params"],
  call: FrameCall,
): Promise<Plan<"selectText">> {
  const element = await waitForKeyTarget(params, call);
  const { target, text } = params;
  if (isSecretField(element)) {
    const hint = ownWords`Select it all: clz press Control+a --target TARGET`;
    throw new CommandError("INVALID_PARAMS", `${target} holds a secret, which is not shown`, { target }, hint);
  }
  call.acting();
  bringIntoView(element);
  const whole = isField(element) ? element.value : [...placesIn(element)].map(characterAt).join("");
  const mayTell = comparedAsTold(text, (words) => (told) => placeIn(told, words) !== null)(whole);
  const selected = !mayTell ? null : isField(element) ? inField(element, text) : inPage(element, text);
  if (selected === null) {
    const hint = ownWords`See what it holds: clz get text TARGET`;
    throw new CommandError("ELEMENT_NOT_FOUND", `${target} does not hold the text ${text}`, { target, text }, hint);
  }
  const partialResult: ActionResult<"selectText"> = {
    selected,
    ...describe(element),
    url: location.href,
    trusted: true,
  };
  return { inputActions: [], partialResult, done: () => partialResult };
}

function inField(field: Field, text: string): string | null {
  const [start, end] = placeIn(field.value, text) ?? [];
  if (start === undefined || end === undefined) return null;
  focusOn(field);
  if (field.selectionStart === null) {
    // Fields for mail and numbers tell no places: all or nothing.
    if (end - start < field.value.length) return null;
    field.select();
  } else field.setSelectionRange(start, end);
  return field.value.slice(start, end);
}

function inPage(element: Element, text: string): string | null {
  const places = [...placesIn(element)];
  const [start, end] = placeIn(places.map(characterAt).join(""), text) ?? [];
  const first = start === undefined ? null : places[start];
  const last = end === undefined ? null : places[end - 1];
  const selection = window.getSelection();
  if (!first || !last || !selection) return null;
  const editor =
    element.closest<HTMLElement>('[contenteditable]:not([contenteditable="false"])') ?? first.node.parentElement;
  if (editor instanceof HTMLElement && editor.isContentEditable) focusOn(editor);
  selection.setBaseAndExtent(first.node, first.at, last.node, last.at + 1);
  return selection.toString();
}

function characterAt({ node, at }: Place): string {
  return node.data.charAt(at);
}

/** The characters that are drawn, in the order of the document. */
function* placesIn(element: Element): Generator<Place> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    for (let at = 0; at < node.data.length; at += 1) yield { node, at };
  }
}

/**
 * Where the text begins and ends: as it is written, else with any white space, or the end of a paragraph, for a space.
 */
function placeIn(whole: string, text: string): [number, number] | null {
  const exact = whole.indexOf(text);
  if (exact >= 0) return [exact, exact + text.length];
  const words = normalizeWhitespace(text)
    .split(" ")
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = normalizeWhitespace(text) === "" ? null : new RegExp(words.join("\\s*"), "u").exec(whole);
  return found && [found.index, found.index + found[0].length];
}
