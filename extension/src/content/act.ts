// Acting on the page: click, type, press.

import { CommandError } from "../shared/errors";
import type { Commands } from "../generated/registry";
import type { ContentValue } from "../shared/messages";
import type { Call } from "./call";
import { describe, selectorOf } from "./describe";
import { asEditable, currentValue, enterText } from "./edit";
import { focusOn } from "./focus";
import { onDown, onUp, upTarget } from "./keydefaults";
import { keyDown, keyOf, keyUp, type Modifiers } from "./keys";
import { clickAt } from "./mouse";
import { lookForEnabled, lookForSpot } from "./ready";
import { deepActiveElement } from "./roots";
import { until } from "./wait";

export async function click(params: Commands["click"]["params"], call: Call): Promise<ContentValue<"click">> {
  const spot = await until(call, () => lookForSpot(params, call));
  const described = describe(spot.element);
  call.acting();
  clickAt(spot);
  return { clicked: true, ...described, url: location.href, trusted: false };
}

export async function type(params: Commands["type"]["params"], call: Call): Promise<ContentValue<"type">> {
  const element = await until(call, () => lookForEnabled(params, call));
  const editable = asEditable(element);
  const described = describe(element);
  call.acting();
  editable.scrollIntoView({ block: "nearest", behavior: "instant" });
  focusOn(editable);
  enterText(editable, params.text, params.clear);
  return { typed: true, currentValue: currentValue(editable), ...described, url: location.href, trusted: false };
}

export async function pressKey(params: Commands["pressKey"]["params"], call: Call): Promise<ContentValue<"pressKey">> {
  const key = keyOf(params.key);
  const held: Modifiers = { ctrl: params.ctrl, shift: params.shift, alt: params.alt, meta: params.meta };
  const { target, nth } = params;
  const element = target == null ? deepActiveElement() : await until(call, () => lookForEnabled({ target, nth }, call));
  const selector = selectorOf(element);
  call.acting();
  if (target != null && !focusOn(element)) {
    throw new CommandError("NOT_EDITABLE", `${target} cannot have the focus`, { target }, "Name an element that can.");
  }
  if (keyDown(element, key, held)) onDown(element, key, held);
  const last = upTarget(element, key);
  if (keyUp(last, key, held)) onUp(last, key);
  const modifiers = (Object.keys(held) as Array<keyof Modifiers>).filter((name) => held[name]);
  return { key: key.name, target: selector, modifiers, url: location.href, trusted: false };
}
