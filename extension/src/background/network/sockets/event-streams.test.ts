import { expect, test } from "vitest";

import { LIMITS } from "../../../generated/registry";
import { EventStream } from "./event-streams";

function eventsOf(...pieces: string[]): string[] {
  const events: string[] = [];
  const stream = new EventStream((data, event, id) => events.push(`${event} ${id}: ${data}`));
  for (const piece of pieces) stream.add(piece);
  return events;
}

const STREAM =
  ": hello\r\ndata: one\r\n\r\nevent: named\rid: 7\rdata:two\rdata\rdata:  three\r\rdata: four\n\ndata: never";

test("events are the same in whatever pieces they come", () => {
  const whole = ["message : one", "named 7: two\n\n three", "message 7: four"];
  expect(eventsOf(STREAM)).toEqual(whole);
  expect(eventsOf(...STREAM)).toEqual(whole);
  for (let at = 1; at < STREAM.length; at += 1) expect(eventsOf(STREAM.slice(0, at), STREAM.slice(at))).toEqual(whole);
});

test("an event that goes on and on is kept in part, and the next one whole", () => {
  const piece = "x".repeat(1_000_000);
  const line = eventsOf("data: ", ...Array<string>(20).fill(piece), "\n\ndata: next\n\n");
  expect(line).toHaveLength(2);
  expect(line[0]?.length).toBeLessThan(LIMITS.bodiesBytes / 5);
  const lines = eventsOf(...Array<string>(20).fill(`data: ${piece}\n`), "\ndata: next\n\n");
  expect(lines[0]?.length).toBeLessThan(LIMITS.bodiesBytes / 5);
  expect([line[1], lines[1]]).toEqual(["message : next", "message : next"]);
});
