// What the helper needs of Firefox's own inside, which no version promises to the next.

/** By the folder that uses it, as the build finds it in these sources. Places of one module are alternatives. */
declare const INNER_PARTS: Record<string, { interfaces: string[]; services: string[]; modules: string[][] }>;

declare const Cc: Record<string, unknown>;

/** Those that this Firefox does not have, or not where they were, each after what it is for. */
export function missingParts(): string[] {
  return Object.entries(INNER_PARTS).flatMap(([folder, { interfaces, services, modules }]) =>
    [
      ...interfaces.filter((name) => !Ci[name]),
      ...services.filter((name) => !Cc[name]),
      ...modules.filter((places) => !places.some(isModule)).map(([place]) => place ?? ""),
    ].map((name) => `${folder}: ${name}`),
  );
}

function isModule(place: string): boolean {
  try {
    ChromeUtils.importESModule(place);
    return true;
  } catch {
    return false;
  }
}

/** True for an error that comes of a part which is not what it was. */
export function isOfMovedPart(message: string): boolean {
  return /\bis not a (function|constructor)\b|^Failed to load \w/.test(message);
}
