// Locales and time zones by the names that Firefox knows, and what was probably meant by others.

import { CommandError, ownWords } from "../../shared/errors";
import { nearest } from "../../shared/text/nearest";

const SHOWN = 5;
const MINUTES = 60;

/** Throws INVALID_PARAMS. */
export function localeOf(given: string): string {
  const locale = knownLocale(given);
  if (locale !== null) return locale;
  // Without what lists of browsers and settings of systems have behind it.
  const bare =
    given
      .trim()
      .split(/[,;.@\s]/, 1)[0]
      ?.replaceAll("_", "-") ?? "";
  const meant = knownLocale(bare);
  throw unknown("locale", given, meant === null ? likeLocales(bare) : [meant]);
}

/** Null for one that is not written like one, or whose language or country nobody knows. */
function knownLocale(given: string): string | null {
  try {
    const [locale = ""] = Intl.getCanonicalLocales(given);
    const { language, region } = new Intl.Locale(locale);
    const isKnown = nameOf("language", language) && (region === undefined || nameOf("region", region));
    return isKnown ? locale : null;
  } catch {
    return null;
  }
}

function likeLocales(given: string): string[] {
  const wanted = given.split("-", 1)[0]?.toLowerCase() ?? "";
  const region = /-([a-z]{2})$/i.exec(given)?.[1]?.toUpperCase();
  const known = allLanguages().filter((code) => nameOf("language", code));
  const named = known.filter((code) => namesOf(code).includes(wanted));
  const spelled = known.includes(wanted) ? [wanted] : named;
  const like = spelled.length > 0 ? spelled : wanted.length > 3 ? likeNames(known, wanted) : likeCodes(known, wanted);
  return like.map((code) => (region && nameOf("region", region) ? `${code}-${region}` : code));
}

function likeNames(known: string[], wanted: string): string[] {
  const byName = new Map(known.map((code) => [nameOf("language", code) ?? "", code]));
  return nearest([...byName.keys()], wanted, SHOWN).map((name) => byName.get(name) ?? "");
}

function likeCodes(known: string[], wanted: string): string[] {
  const differences = (code: string): number => [...code].filter((letter, at) => wanted[at] !== letter).length;
  return [...known].sort((one, other) => differences(one) - differences(other)).slice(0, SHOWN);
}

/** In English, and in the language itself. */
function namesOf(code: string): Array<string | undefined> {
  return ["en", code].map((language) => nameOf("language", code, language)?.toLowerCase());
}

function nameOf(type: "language" | "region", code: string, language = "en"): string | undefined {
  return new Intl.DisplayNames([language], { type, fallback: "none" }).of(code);
}

/** Of two letters. */
function allLanguages(): string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** Throws INVALID_PARAMS. */
export function timezoneOf(given: string): string {
  const [, sign, hours, minutes = "0"] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(given) ?? [];
  const found = hours === undefined ? zoneOf(given) : fixedZone(sign === "-" ? -1 : 1, Number(hours), Number(minutes));
  if (found === null) throw unknown("time zone", given, hours === undefined ? likeZones(given) : []);
  return found;
}

/** Its spelling does not matter, and there are more names than those that are listed. */
function zoneOf(given: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * One that is so far from UTC all year. Firefox tells dates of an offset, but the formats of `Intl` take UTC instead: a zone
 * that has a name is the same for both.
 */
function fixedZone(sign: 1 | -1, hours: number, minutes: number): string | null {
  if (hours === 0 && minutes === 0) return "UTC";
  // Of these zones the sign is the other way round.
  if (minutes === 0) return zoneOf(`Etc/GMT${sign > 0 ? "-" : "+"}${hours}`);
  const year = new Date().getFullYear();
  const dates = [0, 3, 6, 9].map((month) => Date.UTC(year, month));
  const wanted = sign * (hours * MINUTES + minutes);
  const zones = Intl.supportedValuesOf("timeZone");
  return zones.find((zone) => dates.every((date) => offsetOf(zone, date) === wanted)) ?? null;
}

/** In minutes east of UTC. */
function offsetOf(timeZone: string, date: number): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(date);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * MINUTES + Number(minutes));
}

function likeZones(given: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  const wanted = given.trim().replace(/\s+/g, "_").toLowerCase();
  const ofCity = zones.filter((zone) => zone.toLowerCase().split("/").at(-1) === wanted);
  const holding = wanted.length < 3 ? [] : zones.filter((zone) => zone.toLowerCase().includes(wanted));
  const like = [ofCity, holding].find((found) => found.length > 0) ?? nearest(zones, given, SHOWN);
  return like.slice(0, SHOWN);
}

function unknown(what: string, given: string, like: string[]): CommandError {
  const message = `There is no ${what} ${given}${like.length > 0 ? `. Did you mean: ${like.join(", ")}?` : ""}`;
  return new CommandError("INVALID_PARAMS", message, { like }, ownWords`See: clz emulate --help`);
}
