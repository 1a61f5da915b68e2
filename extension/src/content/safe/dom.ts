// The DOM, through Firefox's Xray wrappers: those of its members that only tell something, with secrets masked.

import { LISTS, mayCall, mayRead } from "../../shared/values/safe-dom";
import { isSecretField, masked } from "../../shared/secrets/secret-fields";
import { htmlOf } from "../reading/read";
import { forDom } from "./arguments";
import { listOf } from "./conversions";
import type { Reach } from "./reach";
import { Refusal } from "./tree";
import { EFFECT, isElement, isObject, ownTag, tagged, tagOf, UNKNOWN, type Fn } from "./values";

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
        throw new Refusal(EFFECT);
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

function domRead(reach: Reach, value: object, key: string): unknown {
  const element = isElement(value) ? value : null;
  const secret = element && isSecretField(element) ? element : null;
  if (secret) {
    const isText = /^(?:value|defaultValue|textContent|innerText|innerHTML)$/.test(key);
    if (isText) return masked(String(Reflect.get(secret, key)));
    if (key === "valueAsNumber") return NaN;
    if (key === "valueAsDate") return null;
  }
  if (element && (key === "innerHTML" || key === "outerHTML")) return htmlOf(element, key);
  const tag = tagOf(value);
  if (tag === "ShadowRoot" && key === "innerHTML") {
    return [...(value as ShadowRoot).children].map((child) => htmlOf(child)).join("");
  }
  if (tag === "Attr" && /^(?:value|nodeValue|textContent)$/.test(key)) {
    const { ownerElement, name, value: text } = value as Attr;
    return attribute(ownerElement, name, text);
  }
  return reach.origins.fromPage(Reflect.get(value, key));
}

function domCall(reach: Reach, native: Fn, value: object, key: string, given: unknown[]): unknown {
  const result = reach.origins.fromPage(
    Reflect.apply(
      native,
      value,
      given.map((one) => forDom(reach, one)),
    ),
  );
  if (isElement(value) && /^getAttribute(?:NS)?$/.test(key) && typeof result === "string") {
    return attribute(value, String(given.at(-1)), result);
  }
  return result;
}

function attribute(owner: Element | null, name: string, value: string): string {
  return owner && name.toLowerCase() === "value" && isSecretField(owner) ? masked(value) : value;
}
