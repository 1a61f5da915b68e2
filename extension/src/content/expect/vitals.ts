// What a frame shows of an expected figure: LCP < 2.5s.

import { advice, CommandError, ownWords, OwnWords } from "../../shared/errors";
import type { ExpectLook, Observation } from "../../shared/expect";
import { expectedVital, VITALS } from "../../shared/vitals";
import { isMeasured, vital } from "../reading/vitals";

const ALL = advice`All of its figures: clz vitals`;

/** Throws INVALID_PARAMS for one that this Firefox does not measure. */
export function vitalObservation({ value }: ExpectLook): Pick<Observation, "holds" | "found"> & Partial<Observation> {
  const expected = expectedVital(value ?? "");
  if (!expected) throw new CommandError("INVALID_PARAMS", `This is not an expectation about Web Vitals: ${value}`);
  const { name, atMost } = expected;
  if (!isMeasured(name)) {
    const measured = ownWords`It measures ${new OwnWords(VITALS.filter(isMeasured).join(", "))}. All of them: clz vitals`;
    throw new CommandError("INVALID_PARAMS", `Firefox does not measure ${name}`, { name }, measured);
  }
  const { value: figure, unit, note } = vital(name);
  if (figure === null) return { holds: null, found: `no ${name}: ${note}`, hint: ALL };
  const holds = expected.holds(figure);
  // What is small while the page loads may grow.
  const early = holds === atMost && document.readyState !== "complete";
  return {
    holds: early ? null : holds,
    final: holds !== atMost,
    found: `${name} ${figure}${unit && ` ${unit}`}`,
    hint: ALL,
  };
}
