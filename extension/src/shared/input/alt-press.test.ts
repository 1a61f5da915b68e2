import { expect, test } from "vitest";
import { altPresses } from "./alt-press";

interface Fields {
  button?: number;
  altKey?: boolean;
  shiftKey?: boolean;
  detail?: number;
  isTrusted?: boolean;
}

function hand(): { begun: string[]; sees: (type: string, fields?: Fields) => boolean } {
  const begun: string[] = [];
  const take = altPresses((event) => begun.push(event.type));
  const sees = (type: string, fields: Fields = {}): boolean => {
    let kept = false;
    const plain = { button: 0, detail: 1, altKey: false, ctrlKey: false, shiftKey: false, metaKey: false };
    const taken = { preventDefault: () => undefined, stopImmediatePropagation: () => (kept = true) };
    take({ type, isTrusted: true, ...plain, ...taken, ...fields } as unknown as Event);
    return !kept;
  };
  return { begun, sees };
}

test("the page sees nothing of a press with Alt, though Alt is let go before the button", () => {
  const { begun, sees } = hand();
  expect(["pointerdown", "mousedown"].map((type) => sees(type, { altKey: true }))).toEqual([false, false]);
  expect(["pointerup", "mouseup", "click", "dblclick"].map((type) => sees(type))).toEqual(Array(4).fill(false));
  expect(begun).toEqual(["pointerdown"]);
});

test("other presses are the page's, also after one with Alt", () => {
  const { begun, sees } = hand();
  sees("pointerdown", { altKey: true });
  expect(sees("click", { detail: 0 })).toBe(true);
  for (const fields of [{}, { altKey: true, shiftKey: true }, { altKey: true, button: 1 }])
    expect(["pointerdown", "mousedown", "click"].map((type) => sees(type, fields))).toEqual([true, true, true]);
  expect(sees("pointerdown", { altKey: true, isTrusted: false })).toBe(true);
  expect(begun).toEqual(["pointerdown"]);
});
