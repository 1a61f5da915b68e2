// emulate: another language, time zone, place and the like for the pages of one tab.

import type { Commands } from "../../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../../shared/errors";
import type { Handlers } from "../../dispatcher";
import type { Services } from "../../services";
import { localeOf, timezoneOf } from "../../emulation/locales-and-time-zones";
import { USUAL, type World } from "../../emulation/tab-worlds";
import { privileged } from "../../privileged/api";

type Params = Commands["emulate"]["params"];

/** What a value is called that is Firefox's own again. */
const DEFAULT = "default";
const WORDS = [
  "colorScheme",
  "reducedMotion",
  "forcedColors",
  "media",
  "userAgent",
  "orientation",
  "javascript",
  "csp",
] as const;
const ACCURACY_M = 10;

export function emulateHandlers({ tabWorlds, pool, requestPolicy }: Services) {
  return {
    emulate: async (params, context) => {
      const { agent, tabId } = context;
      const world = changed(params.reset ? USUAL : tabWorlds.of(tabId), params);
      const changes = params.reset || JSON.stringify(world) !== JSON.stringify(tabWorlds.of(tabId));
      if (changes) {
        if ((params.userAgent ?? params.locale ?? DEFAULT) !== DEFAULT)
          requestPolicy.checkReach(agent, "What is sent with every request stays as it is");
        if (!privileged.available) throw notEmulated(params);
        if (pool.isShared(tabId)) {
          const hint = ownWords`Open a tab of your own: clz open URL`;
          throw new CommandError(
            "OWNERSHIP",
            ownWords`This tab is the person's, and only lent to you`,
            { tabId },
            hint,
          );
        }
        await context.race(tabWorlds.set(agent, tabId, world));
      }
      return { tabId, emulated: tabWorlds.described(tabId) ?? {} };
    },
  } satisfies Partial<Handlers>;
}

/** Throws INVALID_PARAMS. */
function changed(now: World, params: Params): World {
  const world: World = { ...now, permissions: { ...now.permissions } };
  for (const name of WORDS) world[name] = orDefault(params[name], now[name]);
  world.locale = orDefault(params.locale, now.locale, localeOf);
  world.timezone = orDefault(params.timezone, now.timezone, timezoneOf);
  if (params.geolocation !== undefined)
    world.place = params.geolocation === DEFAULT ? null : placeOf(params.geolocation);
  for (const permission of params.permission ?? []) {
    const [name = "", state = ""] = permission.split("=");
    if (state === DEFAULT) delete world.permissions[name];
    else world.permissions[name] = state as "grant";
  }
  return world;
}

function orDefault(
  given: string | undefined,
  now: string | null,
  checked = (value: string): string => value,
): string | null {
  if (given === undefined) return now;
  return given === DEFAULT ? null : checked(given);
}

function placeOf(given: string): World["place"] {
  const [latitude = NaN, longitude = NaN, accuracy = ACCURACY_M] = given.split(",").map(Number);
  return { latitude, longitude, accuracy };
}

function notEmulated({ locale }: Params): CommandError {
  const header = locale === undefined || locale === DEFAULT ? ownWords`` : ownWords` 'Accept-Language: de'`;
  return needsManaged(
    ownWords`In this Firefox that cannot be emulated`,
    ownWords`What works here: clz network headers set${header}`,
  );
}
