import { expect, it } from "vitest";

import { boxIn, laidOutIn, placeAround, placeIn, placeInQuad, type FrameLayout } from "./frame-layout";

const quarter: FrameLayout = { a: 0, b: 1, c: -1, d: 0, e: 100, f: 20 };
const slanted: FrameLayout = { a: 0.5, b: 0.1, c: 0.3, d: -2, e: 7, f: 9 };

it("a place of a frame that is turned comes back as it was", () => {
  for (const layout of [quarter, slanted, laidOutIn(quarter, slanted)]) {
    const back = placeIn(layout, placeAround(layout, { x: 30, y: 40 }));
    expect(back.x).toBeCloseTo(30);
    expect(back.y).toBeCloseTo(40);
  }
});

it("a frame in a frame that is turned is laid out by both", () => {
  const both = placeAround(laidOutIn(quarter, slanted), { x: 3, y: 4 });
  expect(both).toEqual(placeAround(quarter, placeAround(slanted, { x: 3, y: 4 })));
});

it("a box of a frame that is turned is the one that it takes up", () => {
  expect(boxIn(quarter, { x: 10, y: 5, width: 30, height: 8 })).toEqual({ x: 87, y: 30, width: 8, height: 30 });
});

it("a place of a box in perspective is where the lines between its corners meet", () => {
  const quad = { p1: { x: 10, y: 0 }, p2: { x: 110, y: 40 }, p3: { x: 110, y: 80 }, p4: { x: 10, y: 120 } };
  expect(placeInQuad(quad, { x: 0, y: 0 })).toEqual(quad.p1);
  expect(placeInQuad(quad, { x: 1, y: 1 })).toEqual(quad.p3);
  expect(placeInQuad(quad, { x: 0, y: 1 })).toEqual(quad.p4);
  // Both of its diagonals go through (85, 60): the half that is nearer is drawn larger.
  const middle = placeInQuad(quad, { x: 0.5, y: 0.5 });
  expect(middle.x).toBeCloseTo(85);
  expect(middle.y).toBeCloseTo(60);
});
