// Locators: from a target's text to elements. Each language of targets is one entry of the table.

import { CommandError } from "../shared/errors";
import { cssAll } from "./css";

interface LocatorEngine {
  /** What an error calls it. */
  name: string;
  /** True where the target is written in this language. */
  claims(target: string): boolean;
  /** All elements that match. Throws where the target is not valid. */
  all(target: string): Element[];
}

/** Asked in this order; the last one takes every target. */
const ENGINES: readonly [...LocatorEngine[], LocatorEngine] = [
  { name: "CSS selector", claims: () => true, all: cssAll },
];

/** All elements that match the target, in shadow roots too. */
export function findAll(target: string): Element[] {
  const engine = ENGINES.find((candidate) => candidate.claims(target)) ?? ENGINES[0];
  try {
    return engine.all(target);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CommandError("INVALID_TARGET", `This is no valid ${engine.name}: ${target}`, { target, reason });
  }
}
