// The verdict on what is expected of a page, from what its frames show.
//
// The top frame wins; the frames inside it are equals, so that matches in two of them are as ambiguous as two in one.

import { LIMITS } from "../../generated/registry";
import { advice, CommandError, type OwnWords, ownWords } from "../../shared/errors";
import type { ExpectParams, Observation } from "../../shared/expect";
import { countMatcher } from "../../shared/text/expected";
import { isRestricted } from "../../shared/restricted";
import type { Verdict } from "./verdict";

const MAX_CANDIDATES = 5;

/** True for every frame that is as asked: none may show it. */
const OF_ALL = new Set(["hidden", "gone"]);

export interface FrameObservation extends Observation {
  frameId: number;
}

/** True if the frame that was asked first can tell by itself, whatever the others show. */
export function tellsAll({ condition, target, nth }: ExpectParams, observation: Observation): boolean {
  const { holds, visible, alone, framesInside = [] } = observation;
  if (alone) return true;
  if (framesInside.length > 0) return false;
  if (condition === "count") return false;
  if (OF_ALL.has(condition)) return holds === false;
  if (condition === "a11y" && target == null) return false;
  return target == null ? holds === true : visible >= (nth ?? 1);
}

/** `silent` are the addresses of frames that do not answer. */
export function verdictOf(
  params: ExpectParams,
  observations: FrameObservation[],
  silent: string[],
  tabId: number,
): Verdict {
  const { condition, target } = params;
  const [first] = observations;
  const url = first?.url ?? "";
  const untold = silent[0] === undefined ? null : outOfReach(silent[0], tabId);
  const lookalikes = observations.flatMap((one) => one.lookalikes).slice(0, LIMITS.lookalikes);
  const about = { url, details: { lookalikes } };
  if (condition === "count") {
    const total = observations.reduce((sum, { matches }) => sum + matches, 0);
    const holds = untold ? null : countMatcher(params.count ?? "")(total);
    return { ...about, holds, found: String(total), untold, ...hintFor(params, lookalikes) };
  }
  if (OF_ALL.has(condition)) {
    const shows = observations.find(({ holds }) => holds === false);
    return {
      ...about,
      holds: shows ? false : untold ? null : true,
      found: (shows ?? first)?.found ?? "",
      untold: shows ? null : untold,
    };
  }
  if (condition === "a11y") return { ...about, ...accessibility(params, observations, untold) };
  if (target == null) {
    const has = observations.find(({ holds }) => holds === true);
    if (has) return { ...about, holds: true, found: has.found };
    return {
      ...about,
      holds: untold ? null : false,
      found: first?.found ?? "",
      untold,
      ...hintFor(params, lookalikes),
    };
  }
  return { ...about, ...ofOne(params, observations, untold, lookalikes) };
}

/** What axe-core finds: in all frames, or in the one that has the target. */
function accessibility(params: ExpectParams, observations: FrameObservation[], untold: CommandError | null): Verdict {
  const one =
    params.target == null
      ? null
      : ofOne(
          params,
          observations,
          untold,
          observations.flatMap((it) => it.lookalikes),
        );
  if (one && (one.holds === null || one.untold)) return one;
  const violations = observations.flatMap((observation) => observation.violations ?? []);
  const rules = new Set(violations.map(({ rule }) => rule));
  const found = violations.length === 0 ? "none" : `${violations.length}, of the rules ${[...rules].join(", ")}`;
  const whole = params.target == null || observations.some(({ framesInside = [] }) => framesInside.length > 0);
  const unsure = violations.length === 0 && whole ? untold : null;
  return {
    holds: unsure ? null : violations.length === 0,
    found,
    untold: unsure,
    details: { violations, count: violations.length, lookalikes: [] },
    hint: ownWords`What each rule means: https://dequeuniversity.com/rules/axe/`,
  };
}

/** Of the one element that is meant: the top frame's, else that of the only frame which has one; visible ones first. */
function ofOne(
  params: ExpectParams,
  observations: FrameObservation[],
  untold: CommandError | null,
  lookalikes: Observation["lookalikes"],
): Verdict {
  const having = observations.filter(({ matches }) => matches > 0);
  const seen = having.filter(({ visible }) => visible > 0);
  const among = seen.length > 0 ? seen : having;
  const top = among.find(({ frameId }) => frameId === 0) ?? (observations[0]?.frameId !== 0 ? among[0] : undefined);
  const meant = top ? [top] : among;
  const [one, other] = meant;
  const target = params.target ?? "";
  if (!one) {
    const absent = params.condition === "visible" && !untold ? false : null;
    const hint = lookalikes.length > 0 ? hintFor(params, lookalikes) : hintForWords(params);
    return { holds: absent, found: "nothing that matches", untold, ...hint };
  }
  const candidates = meant.flatMap((observation) => observation.candidates);
  if (other || candidates.length > 0) {
    const count = meant.reduce((sum, { matches, visible }) => sum + (visible || matches), 0);
    const where = other ? "elements in several frames" : "elements";
    const details = { target, count, candidates: candidates.slice(0, MAX_CANDIDATES) };
    const hint = ownWords`Take one of them by its ref, or by its place: --nth 1 to --nth ${count}`;
    return {
      holds: null,
      found: `${count} ${where}`,
      untold: new CommandError("AMBIGUOUS_TARGET", `${count} ${where} match ${target}`, details, hint),
    };
  }
  return {
    holds: one.holds,
    found: one.found,
    url: one.url,
    ...(one.hint ? { hint: one.hint } : hintFor(params, lookalikes)),
  };
}

function hintFor(params: ExpectParams, lookalikes: Observation["lookalikes"]): Pick<Verdict, "hint"> {
  const [best] = lookalikes;
  if (best === undefined || params.negated) return {};
  return { hint: typeof best === "string" ? advice`The nearest is: ${best}` : advice`Did you mean: ${best.selector}?` };
}

/** Words that were not quoted look like an element and a text. */
function hintForWords({ condition, target = "", value }: ExpectParams): Pick<Verdict, "hint"> {
  return condition === "text" && /^[\p{L}\p{N}'’,!?-]+$/u.test(target)
    ? { hint: advice`If all of it is the text, quote it: clz expect text "${target} ${value ?? ""}"` }
    : {};
}

/** The error for a frame that says nothing of what is looked for in all of them. */
export function outOfReach(url: string, tabId: number, hint?: OwnWords): CommandError {
  const details = { url, tabId };
  return isRestricted(url)
    ? new CommandError(
        "RESTRICTED_PAGE",
        `It cannot be checked: Firefox lets no extension into the frame ${url}`,
        details,
        hint,
      )
    : new CommandError(
        "CONTENT_SCRIPT_UNAVAILABLE",
        `It cannot be checked: the frame ${url} does not answer`,
        details,
        hint,
      );
}
