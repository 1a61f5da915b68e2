// The DOM, through Firefox's Xray wrappers: those of its members that only read, with secrets masked.

import { LISTS, mayCall, mayRead } from "../../shared/values/safe-dom";
import { isSecretField, masked, maskedAttribute, maskedMarkup, isRawMarkup } from "../../shared/secrets/secret-fields";
import { pathWithoutProbes, withoutProbes } from "../dom/probes";
import { selectedTextOf } from "../text/selected-text";
import { htmlOf } from "../reading/read";
import { forDom } from "./arguments";
import { pairsMember } from "./collections";
import { listOf } from "./conversions";
import type { Reach } from "./reach";
import { checkRead } from "./sizes";
import { Refusal } from "./tree";
import { EFFECT, isElement, isObject, isSelected, ownTag, tagged, tagOf, UNKNOWN, type Fn } from "./values";

/** Of an element, a text or an attribute. */
const IS_TEXT = /^(?:value|defaultValue|textContent|innerText|outerText|innerHTML|nodeValue|data|wholeText|text)$/;
const SELECTS = /^(?:querySelector(?:All)?|closest|matches|webkitMatchesSelector)$/;
const TAKES_APART = "could ask for a part of a secret that this page holds";

export function domMember(reach: Reach, value: object, key: string): unknown {
  const named = Object.getPrototypeOf(value) as object | null;
  for (let at = named; at; at = Object.getPrototypeOf(at) as object | null) {
    const found = Reflect.getOwnPropertyDescriptor(at, key);
    if (!found) continue;
    const owner = ownTag(at);
    if (typeof found.value === "function") {
      const native = found.value as Fn;
      if (!mayCall(owner, key)) {
        if (owner === "" && key === "toString") return reach.origins.calls(() => String(tagged(value)));
        // What a list of the DOM shares with arrays it does as an array.
        const isShared = LISTS.test(owner) && ["forEach", "entries", "keys", "values"].includes(key);
        if (isShared) return reach.read(listOf(reach, value), key);
        const looked = pairsMember(reach, value, key);
        if (!looked) throw new Refusal(EFFECT);
        return looked.value;
      }
      return reach.origins.calls((...given) => domCall(reach, native, value, key, given));
    }
    if (found.get) {
      if (!mayRead(owner, key)) throw new Refusal(UNKNOWN);
      return domRead(reach, value, key);
    }
    const constant: unknown = found.value;
    if (isObject(constant)) throw new Refusal(UNKNOWN);
    return constant;
  }
  // The page's own members of an element.
  const open = XPCNativeWrapper.unwrap(value);
  return Object.hasOwn(open, key) ? reach.page.member(open, key)?.value : undefined;
}

/** So much of an expression's time one look at the DOM is worth. */
const LOOK = 1_000;

function domRead(reach: Reach, value: object, key: string): unknown {
  const read = readOf(reach, value, key);
  reach.effort.step(typeof read === "string" ? LOOK + read.length : LOOK);
  return reach.effort.made(read);
}

function readOf(reach: Reach, value: object, key: string): unknown {
  const { origins } = reach;
  const element = isElement(value) ? value : null;
  const secret = element && isSecretField(element) ? element : null;
  if (secret) {
    if (IS_TEXT.test(key)) return masked(String(Reflect.get(secret, key)));
    if (key === "valueAsNumber") return NaN;
    if (key === "valueAsDate") return null;
  }
  if (element && (key === "innerHTML" || key === "outerHTML")) return origins.fromPage(htmlOf(element, key));
  const tag = tagOf(value);
  if (tag === "ShadowRoot" && key === "innerHTML") {
    return origins.fromPage([...(value as ShadowRoot).children].map((child) => htmlOf(child)).join(""));
  }
  const read: unknown = Reflect.get(value, key);
  if (typeof read !== "string") return origins.fromPage(read);
  if (tag === "Attr" && IS_TEXT.test(key)) {
    const { ownerElement, name } = value as Attr;
    return origins.fromPage(maskedAttribute(ownerElement, name, read));
  }
  if (element && (key === "srcdoc" || isRawMarkup(element))) return origins.fromPage(maskedMarkup(read, element));
  const above = IS_TEXT.test(key) && "parentElement" in value ? (value.parentElement as Element | null) : null;
  if (!element && above && isSecretField(above)) return masked(read);
  if (!element && above && isRawMarkup(above)) return origins.fromPage(maskedMarkup(read, above));
  return origins.fromPage(read);
}

function domCall(reach: Reach, native: Fn, value: object, key: string, given: unknown[]): unknown {
  const wanted = given.map((one) => forDom(reach, one));
  reach.effort.step(5 * LOOK);
  if (SELECTS.test(key)) {
    checkRead(String(wanted[0]));
    wanted[0] = withoutProbes(String(wanted[0]));
  }
  if (key === "evaluate") {
    wanted[0] = pathWithoutProbes(String(wanted[0]), true);
    if (wanted[0] === null) throw new Refusal(TAKES_APART);
  }
  if (key === "toString" && isSelected(value)) return selectedTextOf(value);
  const result = reach.origins.fromPage(Reflect.apply(native, value, wanted));
  if (isElement(value) && /^getAttribute(?:NS)?$/.test(key) && typeof result === "string") {
    return maskedAttribute(value, String(given.at(-1)), result);
  }
  return result;
}
