// element: one element, described.

import type { Commands } from "../../generated/registry";
import type { ContentValue } from "../../shared/messages";
import { shorten } from "../../shared/text/text";
import { lazyBundle } from "../lazy-bundles";
import type { FrameCall } from "../command";
import { selectorOf } from "../dom/describe";
import { takesText } from "../synthetic-input/edit";
import { attributeOf, boxOf, fieldValue, MAIN_STYLES, stylesOf } from "./get";
import { textOf } from "../text/page-text";
import { elementToRead } from "./read";
import { isDisabled, isReadOnly } from "../actionability/enabled";
import { refOf } from "../snapshot/refs";
import { deepActiveElement } from "../dom/roots";
import { inViewport, isVisible } from "../dom/visible";

type Name = "getElementInfo";

const TEXT_CHARS = 1_000;
const ATTRIBUTE_CHARS = 2_000;

export async function getElementInfo(params: Commands[Name]["params"], call: FrameCall): Promise<ContentValue<Name>> {
  const { roleOf, nameOf, guessOf } = lazyBundle("a11y");
  const element = await elementToRead(params, call);
  const role = roleOf(element);
  const value = fieldValue(element);
  const names = element.getAttributeNames();
  const visible = isVisible(element);
  const name = nameOf(element, role);
  return {
    tagName: element.localName,
    ref: `${call.frame}e${refOf(element)}`,
    selector: selectorOf(element),
    role,
    name,
    guess: name === "" ? guessOf(element) : "",
    text: shorten(textOf(element), TEXT_CHARS),
    value: Array.isArray(value) ? value.join(", ") : value,
    attributes: Object.fromEntries(
      names.map((name) => [name, shorten(attributeOf(element, name) ?? "", ATTRIBUTE_CHARS)]),
    ),
    visible,
    inViewport: visible && inViewport(element.getBoundingClientRect()),
    enabled: !isDisabled(element),
    editable: takesText(element) && !isDisabled(element) && !isReadOnly(element),
    focused: element === deepActiveElement() && element !== document.body,
    checked: checkedOf(element),
    position: boxOf(element),
    styles: stylesOf(element, MAIN_STYLES),
    url: location.href,
  };
}

function checkedOf(element: Element): boolean | null {
  if (!(element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type))) return null;
  return element.indeterminate && element.type === "checkbox" ? null : element.checked;
}
