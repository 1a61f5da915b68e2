import { expect, test } from "vitest";
import { Updates } from "./updates";

/** Updates with a clock that is moved by hand. */
function updates(busy: () => boolean) {
  const later: (() => void)[] = [];
  let taken = 0;
  const clock = {
    now: () => 0,
    later: (_: number, action: () => void) => {
      later.push(action);
      return () => undefined;
    },
  };
  const made = new Updates(clock, busy, () => (taken += 1));
  return { made, taken: () => taken, passes: () => later.splice(0).forEach((action) => action()) };
}

test("a newer version is taken at once where nobody has a tab", () => {
  const { made, taken } = updates(() => false);
  made.available();
  expect(taken()).toBe(1);
});

test("it waits for the last tab of an agent, however often Firefox offers it", () => {
  let busy = true;
  const { made, taken, passes } = updates(() => busy);
  made.available();
  made.available();
  passes();
  expect(taken()).toBe(0);
  busy = false;
  passes();
  expect(taken()).toBe(1);
});
