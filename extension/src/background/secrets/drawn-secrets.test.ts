import { expect, test } from "vitest";
import { placesOf } from "./drawn-secrets";

const VALUE = "Xk9&quiet Zebra";

test.each([
  ["in one text", ["a", `so ${VALUE}.`, "b"], [1]],
  ["over several, with an empty one in between", ["so Xk9&", "", "qui", "et Zebra!"], [0, 2, 3]],
  ["in other letters and with what is not seen", ["XK9&QU\u00adIET\n  ZEBRA"], [0]],
  ["as addresses write it", ["/a/Xk9%26quiet%20Zebra"], [0]],
  ["twice", [VALUE, "and", VALUE], [0, 2]],
  ["in part", ["Xk9&quiet Zebr", ".", "k9&quiet Zebra"], []],
  ["apart", ["Xk9&quiet\0", "\0Zebra"], []],
])("a value that is drawn %s is found", (_, texts, places) => {
  expect(placesOf(texts, [VALUE])).toEqual(places);
});

test("a long page is searched in no time", () => {
  const texts = Array.from({ length: 100_000 }, (_, at) => `word ${at}`);
  expect(placesOf([...texts, VALUE], [VALUE])).toEqual([100_000]);
}, 30_000);
