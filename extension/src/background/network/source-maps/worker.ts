// Looks places of a script up in its map: a worker of its own, started where a message has such a place.

import { FlattenMap, originalPositionFor } from "@jridgewell/trace-mapping";
import { readable } from "./readable";

/** Both count from 1. */
export interface Place {
  line: number;
  column: number;
}

export interface Asked {
  /** The map, as a `data:` address. */
  map: string;
  /** What its paths are relative to. */
  base: string;
  places: Place[];
}

async function found({ map, base, places }: Asked): Promise<Array<string | null>> {
  const text = await (await fetch(map)).text();
  // Servers may begin JSON with a line that no script can run.
  const traced = new FlattenMap(text.replace(/^\)\]\}[^\n]*\n/, ""), base);
  return places.map(({ line, column }) => {
    const at = originalPositionFor(traced, { line: Math.max(1, line), column: Math.max(0, column - 1) });
    // A map may name a source that it has not.
    return at.source ? readable(at.source, base, at) : null;
  });
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  void found(data)
    .catch(() => [])
    .then((places) => postMessage(places));
});
