// The way of a drag: the places that the mouse goes through, from where it is pressed to where it lets go.

import type { Place } from "./drag";

/** The first moves are short: some lose the way to where they see a drag, others take some way before they see one. */
const FIRST_PX = [2, 12];

/**
 * From here through all the stops, in this many moves altogether, and no fewer than there are stops. Mice move by whole
 * pixels.
 */
export function waypoints(start: Place, stops: readonly Place[], steps: number): Place[] {
  const legs = stops.map((stop, n) => ({ from: stops[n - 1] ?? start, to: stop }));
  const lengths = legs.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const points: Place[] = [start];
  for (const [n, { from, to }] of legs.entries()) {
    const length = lengths[n] ?? 0;
    const parts = Math.max(1, Math.round(whole > 0 ? (steps * length) / whole : 1));
    // In long strides the whole drag would begin far from where the mouse was pressed.
    const first = n === 0 ? FIRST_PX.filter((px) => length / parts > 2 * px) : [];
    for (const px of first) points.push(between(from, to, px / length));
    for (let part = 1; part <= parts; part += 1) points.push(between(from, to, part / parts));
  }
  return points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
}

function between(from: Place, to: Place, part: number): Place {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
